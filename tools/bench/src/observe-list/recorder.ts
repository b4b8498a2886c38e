import { createRequire } from 'node:module';
import { inRepository } from '../paths.ts';

/** Parts of the compiled API. */
const load = createRequire(inRepository('apps/api/dist/'));
const { Database } = load(
  './persistence/database',
) as typeof import('../../../../apps/api/dist/persistence/database.js');
const { migrate } = load('./persistence/migrate') as typeof import('../../../../apps/api/dist/persistence/migrate.js');
const { createLog } = load('./log') as typeof import('../../../../apps/api/dist/log.js');
const { recordNodeList } = load(
  './observers/record-nodes',
) as typeof import('../../../../apps/api/dist/observers/record-nodes.js');
const { recordPodList } = load(
  './observers/record-pods',
) as typeof import('../../../../apps/api/dist/observers/record-pods.js');

export type ObservedNode = Parameters<typeof recordNodeList>[2][number];
export type ObservedPod = Parameters<typeof recordPodList>[2][number];

/** What takes in complete lists, as an observer of the product does, into a database that it migrates. */
export interface ListRecorder extends AsyncDisposable {
  /** Records both lists; milliseconds. */
  record(nodes: readonly ObservedNode[], pods: readonly ObservedPod[]): Promise<number>;
}

const CLUSTER = 'cluster_bench';

export async function openRecorder(databaseUrl: string, signal: AbortSignal): Promise<ListRecorder> {
  const log = createLog('warn');
  const database = await Database.open({ url: databaseUrl, log, poolSize: 2 });
  await migrate(database);
  const reason = { code: 'REGISTERED', message: 'registered by bench', since: new Date() };
  await database.query(
    `INSERT INTO cluster (id, key, name, provider, kubernetes_uid, desired, contact, contact_reason, policy, created_at, version)
     VALUES ($1, 'bench', 'Bench', 'K3S', 'bench-uid', 'ACTIVE', 'CONNECTED', $2, $3, now(), 1)`,
    [CLUSTER, reason, { observationStaleAfterSeconds: 30 }],
  );
  await database.query(
    "INSERT INTO observer_lease (cluster_id, owner, lease_until, fence) VALUES ($1, 'bench', now() + interval '1 day', 1)",
    [CLUSTER],
  );
  const recorder = { db: database, log, now: () => new Date() };
  const lease = { clusterId: CLUSTER, fence: 1 };
  return {
    record: async (nodes, pods) => {
      const begun = performance.now();
      await recordNodeList(recorder, lease, nodes, signal);
      await recordPodList(recorder, lease, pods, signal);
      return performance.now() - begun;
    },
    [Symbol.asyncDispose]: () => database.close(),
  };
}
