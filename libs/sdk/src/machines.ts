import {
  AdoptMachineDocument,
  GetMachineDocument,
  ListMachinesDocument,
  type Machine,
  type MachineFilter,
  type MachineOrder,
  type MachineSummary,
} from './_generated/documents.js';
import { call } from './http/call.js';
import { mutate } from './http/mutate.js';
import type { CallOptions, MutationOptions } from './options.js';
import { pagePromise, type PageParams, type PagePromise } from './page.js';
import type { Runtime } from './runtime.js';
import { waitForMachine, type WaitForMachineOptions } from './wait-for-machine.js';

export interface MachineListParams extends PageParams {
  filter?: MachineFilter | null | undefined;
  /** Default NAME_ASC. */
  orderBy?: MachineOrder | null | undefined;
}

export interface Machines {
  /**
   * Machines of all clusters the token may see, with what a list shows; `get` has the rest.
   *
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const ready = client.machines.list({ filter: { lifecycle: ['READY'] }, orderBy: 'NAME_ASC', first: 100 });
   * for await (const machine of ready) console.log(machine.name, machine.resources.allocatable.cpuMillis);
   * ```
   */
  list(params?: MachineListParams, options?: CallOptions): PagePromise<MachineSummary>;

  /** The machine, or null when there is none or the token may not see it. */
  get(id: string, options?: CallOptions): Promise<Machine | null>;

  /**
   * Takes a discovered machine into service as it is, without touching it.
   *
   * @throws RejectedError when it is not in a state to be adopted.
   */
  adopt(id: string, options?: MutationOptions): Promise<Machine>;

  /**
   * Resolves when the machine is in a lifecycle state, at once when it already is. Told of changes by events, and looks
   * for itself every `pollMs` besides, so it works where WebSockets do not.
   *
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const machine = await client.machines.waitFor('machine_01jz8k3v5ge2r9t4w6y8a0c2d4', {
   *   lifecycle: 'READY',
   *   timeoutMs: 60_000,
   *   onProgress: ({ lifecycle, lifecycleReason }) => console.log(lifecycle, lifecycleReason.message),
   * });
   * console.log(`${machine.name} is ready`);
   * ```
   * @throws WaitFailedError as soon as the machine is removed, TimeoutError when it takes too long.
   */
  waitFor(id: string, options: WaitForMachineOptions): Promise<Machine>;
}

export function machines(runtime: Runtime): Machines {
  const get: Machines['get'] = async (id, options) =>
    (await call(GetMachineDocument, { id }, options, runtime)).machine;
  return {
    list: ({ first, after, filter, orderBy } = {}, options) =>
      pagePromise(after, async (cursor) => {
        const data = await call(ListMachinesDocument, { first, after: cursor, filter, orderBy }, options, runtime);
        return data.machines;
      }),
    get,
    adopt: async (id, options) => {
      const payload = await mutate('adoptMachine', AdoptMachineDocument, { id }, options, runtime);
      return payload.machine;
    },
    waitFor: (id, options) => waitForMachine(id, options, get, runtime),
  };
}
