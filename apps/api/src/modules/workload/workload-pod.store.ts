import {
  addResources,
  noPods,
  podState,
  type ObservedPod,
  type PodState,
  type PodSummary,
  type Resources,
} from '@awp/domain';
import type { Sql } from '../../persistence/sql';

/** A Pod of a workload, as far as it is shown. */
export interface WorkloadPod extends Pick<ObservedPod, 'uid' | 'namespace' | 'name' | 'nodeName' | 'phase'> {
  readonly workloadId: string;
}

/** What is kept of a Pod, in the order of the columns. */
const KEPT = [
  'namespace',
  'name',
  'node_name',
  'phase',
  'state',
  'trouble',
  'cpu_millis',
  'memory_bytes',
  'ephemeral_storage_bytes',
  'pods',
  'gpus',
  'started_at',
] as const;

/** Sums as numbers: PostgreSQL would add up bigint as numeric, slowly, and the driver give that as text. */
const sumsOf = (which: string): string =>
  [
    ['cpu_millis', 'cpuMillis'],
    ['memory_bytes', 'memoryBytes'],
    ['ephemeral_storage_bytes', 'ephemeralStorageBytes'],
    ['pods', 'pods'],
    ['gpus', 'gpus'],
  ]
    .map(([column, name]) => `COALESCE(sum(${column}::float8) FILTER (WHERE ${which}), 0) AS "${name}"`)
    .join(', ');
/** What the scheduler still holds something for. */
const NOT_OVER = "state NOT IN ('SUCCEEDED', 'FAILED')";

/** Up to `first` Pods of each workload, by UID. */
export async function findWorkloadPods(
  sql: Sql,
  workloadIds: readonly string[],
  first: number,
): Promise<WorkloadPod[]> {
  const { rows } = await sql.query<WorkloadPod>(
    `SELECT pod.* FROM unnest($1::text[]) AS workload (id) CROSS JOIN LATERAL (
       SELECT workload_id AS "workloadId", pod_uid AS uid, namespace, name, node_name AS "nodeName", phase
         FROM workload_pod WHERE workload_id = workload.id ORDER BY pod_uid LIMIT $2
     ) AS pod`,
    [workloadIds, first],
  );
  return rows;
}

/** What the Pods on record of each workload amount to, however many they are. */
export async function summarizeWorkloadPods(
  sql: Sql,
  workloadIds: readonly string[],
): Promise<ReadonlyMap<string, PodSummary>> {
  const { rows } = await sql.query<
    Resources & {
      workload_id: string;
      state: PodState;
      count: number;
      trouble: ObservedPod['trouble'];
      started_at: Date | null;
    }
  >(
    `SELECT summary.*, pod.trouble FROM (
       SELECT cluster_id, workload_id, state, count(*)::int AS count, min(started_at) AS started_at, ${sumsOf(NOT_OVER)},
              min(pod_uid) FILTER (WHERE trouble IS NOT NULL) AS troubled
         FROM workload_pod WHERE workload_id = ANY ($1) GROUP BY cluster_id, workload_id, state
     ) AS summary LEFT JOIN LATERAL (${podOf('summary.cluster_id', 'summary.troubled')}) AS pod ON true`,
    [workloadIds],
  );
  const summaries = new Map<string, PodSummary>();
  for (const { workload_id: id, state, count, trouble, started_at: startedAt, ...requested } of rows) {
    const known = summaries.get(id) ?? noPods;
    summaries.set(id, {
      states: { ...known.states, [state]: { count, trouble } },
      requested: addResources(known.requested, requested),
      startedAt: earlier(known.startedAt, startedAt),
    });
  }
  return summaries;
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** UIDs of all Pods that are on record for a cluster. */
export async function findPodUids(sql: Sql, clusterId: string): Promise<string[]> {
  const { rows } = await sql.query<{ pod_uid: string }>('SELECT pod_uid FROM workload_pod WHERE cluster_id = $1', [
    clusterId,
  ]);
  return rows.map((row) => row.pod_uid);
}

/** Which of these Pods are not on record as they are now, and the workload of those that are on record at all. */
export async function findChangedPods(
  sql: Sql,
  clusterId: string,
  pods: readonly ObservedPod[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql.query<{ pod_uid: string; workload_id: string | null }>(
    `SELECT new.pod_uid, old.workload_id FROM jsonb_populate_recordset(NULL::workload_pod, $2::jsonb) AS new
       LEFT JOIN LATERAL (${podOf('$1', 'new.pod_uid')}) AS old ON true
      WHERE old.pod_uid IS NULL OR (${columnsOf('old')}) IS DISTINCT FROM (${columnsOf('new')})`,
    [clusterId, JSON.stringify(pods.map(toRow))],
  );
  return new Map(rows.map((row) => [row.pod_uid, row.workload_id]));
}

/** Latest values: replace what was seen before. */
export async function savePods(
  sql: Sql,
  clusterId: string,
  pods: readonly { readonly pod: ObservedPod; readonly workloadId: string }[],
): Promise<void> {
  const rows = pods.map(({ pod, workloadId }) => ({
    ...toRow(pod),
    cluster_id: clusterId,
    workload_id: workloadId,
  }));
  const columns = `cluster_id, pod_uid, workload_id, ${KEPT.join(', ')}`;
  await sql.query(
    `INSERT INTO workload_pod (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::workload_pod, $1::jsonb)
     ON CONFLICT (cluster_id, pod_uid) DO UPDATE SET (${KEPT.join(', ')}) = ROW (${columnsOf('excluded')})`,
    [JSON.stringify(rows)],
  );
}

/** The workloads that lost a Pod. */
export async function deletePods(sql: Sql, clusterId: string, podUids: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ workload_id: string }>(
    `WITH gone AS (DELETE FROM workload_pod WHERE cluster_id = $1 AND pod_uid = ANY ($2) RETURNING workload_id)
     SELECT DISTINCT workload_id FROM gone`,
    [clusterId, podUids],
  );
  return rows.map((row) => row.workload_id);
}

/** What the Pods on the Node of each machine ask for; machines without Pods are left out. */
export async function findMachineRequests(
  sql: Sql,
  machineIds: readonly string[],
): Promise<ReadonlyMap<string, Resources>> {
  const { rows } = await sql.query<Resources & { machine_id: string }>(
    `SELECT machine.id AS machine_id, ${sumsOf(`pod.${NOT_OVER}`)} FROM machine
       JOIN workload_pod AS pod ON pod.cluster_id = machine.cluster_id AND pod.node_name = machine.node_name
      WHERE machine.id = ANY ($1) GROUP BY machine.id`,
    [machineIds],
  );
  return new Map(rows.map(({ machine_id: id, ...requested }) => [id, requested]));
}

/** One Pod by its primary key, also before PostgreSQL has statistics: a plain join then reads all Pods of the cluster. */
function podOf(clusterId: string, podUid: string): string {
  return `SELECT * FROM workload_pod WHERE cluster_id = ${clusterId} AND pod_uid = ${podUid} OFFSET 0`;
}

function columnsOf(alias: string): string {
  return KEPT.map((column) => `${alias}.${column}`).join(', ');
}

function toRow(pod: ObservedPod): Record<(typeof KEPT)[number] | 'pod_uid', unknown> {
  return {
    pod_uid: pod.uid,
    namespace: pod.namespace,
    name: pod.name,
    node_name: pod.nodeName,
    phase: pod.phase,
    state: podState(pod),
    trouble: pod.trouble,
    cpu_millis: pod.requested.cpuMillis,
    memory_bytes: pod.requested.memoryBytes,
    ephemeral_storage_bytes: pod.requested.ephemeralStorageBytes,
    pods: pod.requested.pods,
    gpus: pod.requested.gpus,
    started_at: pod.startedAt,
  };
}
