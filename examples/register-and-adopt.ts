/**
 * Registers a cluster from a kubeconfig, adopts the machines that are discovered in it and waits until they are ready.
 * May be run again: what is there already is left as it is.
 *
 *   AWP_URL=http://127.0.0.1:4000 AWP_TOKEN=awp_... AWP_KUBECONFIG=k3s.yaml node examples/register-and-adopt.ts [key]
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, RejectedError, type MachineSummary } from '@awp/sdk';

const { AWP_URL, AWP_TOKEN, AWP_KUBECONFIG } = process.env;
if (!AWP_URL || !AWP_TOKEN || !AWP_KUBECONFIG) throw new Error('Set AWP_URL, AWP_TOKEN and AWP_KUBECONFIG');

const client = createClient({ url: AWP_URL, token: AWP_TOKEN });
const key = process.argv[2] ?? 'example';

async function register(kubeconfig: string) {
  const known = await client.clusters.get({ key });
  return (
    known ?? client.clusters.register({ key, name: key, kubeconfig: { content: await readFile(kubeconfig, 'utf8') } })
  );
}

/** Discovery begins when the cluster is registered, and takes a moment. */
async function discovered(clusterId: string): Promise<MachineSummary[]> {
  const signal = AbortSignal.timeout(60_000);
  for (;;) {
    const { nodes } = await client.machines.list({ filter: { clusterId }, first: 100 }, { signal });
    if (nodes.length > 0) return nodes;
    await pause(1_000, undefined, { signal });
  }
}

try {
  const cluster = await register(AWP_KUBECONFIG);
  console.log(`${cluster.key} is ${cluster.health.status}`);

  for (const machine of await discovered(cluster.id)) {
    if (machine.lifecycle === 'DISCOVERED') await client.machines.adopt(machine.id);
    const { name, lifecycle } = await client.machines.waitFor(machine.id, {
      lifecycle: ['READY', 'DEGRADED', 'UNREACHABLE'],
      timeoutMs: 120_000,
      onProgress: (now) => console.log(`${now.name}  ${now.lifecycle}  ${now.lifecycleReason.message}`),
    });
    console.log(`${name} is ${lifecycle}`);
  }
} catch (error) {
  if (!(error instanceof RejectedError)) throw error;
  for (const { code, field, message, remedy } of error.failures) {
    console.error(`${code}${field ? ` at ${field}` : ''}: ${message} ${remedy ?? ''}`);
  }
  process.exitCode = 1;
}
