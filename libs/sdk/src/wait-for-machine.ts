import type { Machine, MachineLifecycle } from './_generated/documents.js';
import { AwpError } from './errors/awp-error.js';
import { TimeoutError, WaitFailedError } from './errors/kinds.js';
import { EventStream } from './events/event-stream.js';
import { openDeadline } from './http/deadline.js';
import type { CallOptions } from './options.js';
import type { Runtime } from './runtime.js';
import { WakeUp } from './wake-up.js';

export interface WaitForMachineOptions {
  /** The state to wait for; of several, the first that is reached. */
  lifecycle: MachineLifecycle | readonly MachineLifecycle[];
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole wait. Default 300,000. */
  timeoutMs?: number | undefined;
  /** How often to look without having been told of a change. Default 5,000. */
  pollMs?: number | undefined;
  /** Called with the machine when first seen and after every change. */
  onProgress?: ((machine: Machine) => void) | undefined;
}

type Get = (id: string, options: CallOptions) => Promise<Machine | null>;

/** Events say when to look, never what is there: a lost, late or repeated one costs a moment and no truth. */
export async function waitForMachine(
  id: string,
  options: WaitForMachineOptions,
  get: Get,
  runtime: Runtime,
): Promise<Machine> {
  const { lifecycle, signal, timeoutMs = 300_000, pollMs = 5_000, onProgress } = options;
  const wanted: readonly MachineLifecycle[] = typeof lifecycle === 'string' ? [lifecycle] : lifecycle;
  let seen: Machine | undefined;
  const deadline = openDeadline({ signal, timeoutMs }, () => timedOut(wanted, seen, timeoutMs), runtime.clock);
  const changed = new WakeUp();
  const events = new EventStream(
    {
      filter: { subjectId: id },
      signal: deadline.signal,
      onConnection: ({ state }) => state === 'connected' && changed.ring(),
    },
    runtime,
  );
  void ringOnEvents(events, changed);
  try {
    for (;;) {
      const machine = await look(id, get, {
        signal: deadline.signal,
        timeoutMs: Math.min(runtime.timeoutMs, timeoutMs),
      });
      if (machine && machine.version !== seen?.version) onProgress?.(machine);
      seen = machine ?? seen;
      if (machine && wanted.includes(machine.lifecycle)) return machine;
      if (machine?.lifecycle === 'REMOVED')
        throw new WaitFailedError('The machine was removed', 'MACHINE_REMOVED', machine);
      await deadline.race(changed.rungWithin(pollMs, runtime.clock));
    }
  } finally {
    deadline.close();
    changed.ring(); // ends the wait and its timer, should there be one
    await events.return();
  }
}

/** Undefined when the server could not say: a wait of minutes outlives a restart of the server. */
async function look(
  id: string,
  get: Get,
  options: CallOptions & { signal: AbortSignal },
): Promise<Machine | undefined> {
  try {
    const machine = await get(id, options);
    if (machine === null) throw new WaitFailedError('There is no machine with this id', 'MACHINE_NOT_FOUND', null);
    return machine;
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof AwpError && error.retryable) return undefined;
    throw error;
  }
}

async function ringOnEvents(events: EventStream, changed: WakeUp): Promise<void> {
  try {
    for await (const event of events) if (event) changed.ring();
  } catch {
    // The events failed for good, for want of a WebSocket perhaps. Looking goes on and meets whatever is wrong itself.
  }
}

function timedOut(wanted: readonly MachineLifecycle[], seen: Machine | undefined, timeoutMs: number): TimeoutError {
  const last = seen ? `it is ${seen.lifecycle}` : 'it was not seen';
  return new TimeoutError(`The machine was not ${wanted.join(' or ')} within ${timeoutMs} ms; ${last}`, {
    code: 'TIMEOUT',
    operation: 'waitFor',
    retryable: true,
  });
}
