/**
 * Lists the machines of all clusters with their state, what they offer, and how old that knowledge is.
 *
 *   AWP_URL=http://127.0.0.1:4000 AWP_TOKEN=awp_... node examples/list-machines.ts
 */
import { createClient } from '@awp/sdk';

const { AWP_URL, AWP_TOKEN } = process.env;
if (!AWP_URL || !AWP_TOKEN) throw new Error('Set AWP_URL and AWP_TOKEN');

const client = createClient({ url: AWP_URL, token: AWP_TOKEN });

const machines = client.machines.list({ orderBy: 'NAME_ASC', first: 100 });
const { totalCount } = await machines;
console.log(`${totalCount.saturated ? 'more than ' : ''}${totalCount.value} machines`);

for await (const { name, cluster, lifecycle, lifecycleReason, health, resources } of machines) {
  const { cpuMillis, memoryBytes, gpus } = resources.allocatable;
  const offers = `${cpuMillis / 1000} CPUs, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB, ${gpus} GPUs`;
  const seen = `${health.status}${health.stale ? ' (stale)' : ''}, seen ${health.observedAt ?? 'never'}`;
  console.log(`${cluster.key}/${name}  ${lifecycle} (${lifecycleReason.code})  ${offers}  ${seen}`);
}
