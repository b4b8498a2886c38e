import { createClient, type LifecycleEvent, type Machine, type MachineSummary, type TypedDocument } from '@awp/sdk';

const client = createClient({ url: 'http://127.0.0.1', token: () => 'awp_test', fetch, webSocket: WebSocket });

const machines: AsyncIterable<MachineSummary> = client.machines.list({ filter: { lifecycle: ['READY'] } });
const { nodes } = await client.machines.list({}, { signal: AbortSignal.timeout(1_000) });
export const name: string | undefined = nodes[0]?.name;
export const ready: Promise<Machine> = client.machines.waitFor('machine_1', { lifecycle: 'READY' });

for await (const event of client.events({ filter: { types: ['MachineAdopted'] } })) {
  const known: LifecycleEvent = event;
  if (known.__typename === 'MachineLifecycleEvent') console.log(known.machine.name, machines);
}

declare const withVariables: TypedDocument<{ a: number }, { id: string }>;
declare const without: TypedDocument<{ b: string }, { [key: string]: never }>;
export const a: number = (await client.query(withVariables, { id: '1' })).a;
export const b: string = (await client.query(without)).b;

// @ts-expect-error the variables are missing
void client.query(withVariables);
// @ts-expect-error no such lifecycle
void client.machines.list({ filter: { lifecycle: ['RESTING'] } });
// @ts-expect-error one or the other
void client.clusters.get({ id: '1', key: 'edge' });
// @ts-expect-error the key goes into the options
void client.projects.create({ key: 'p', name: 'P', idempotencyKey: 'k' });
