import {
  requestedBy,
  type ObservedPod,
  type Resources,
  type Workload,
  type WorkloadKind,
  type WorkloadState,
} from '@awp/domain';
import { readKeysetPage } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import { mustAffectOne, type Sql } from '../../persistence/sql';

interface WorkloadRow {
  id: string;
  cluster_id: string;
  key: string;
  namespace: string;
  name: string;
  kind: WorkloadKind;
  state: WorkloadState;
  reason: Workload['reason'];
  requested: Resources;
  started_at: Date | null;
  created_at: Date;
  version: number;
}

/** A Pod of a workload as it was last reported. */
export interface WorkloadPod {
  readonly workloadId: string;
  readonly pod: ObservedPod;
}

interface PodRow {
  workload_id: string;
  pod: Omit<ObservedPod, 'createdAt' | 'startedAt'> & { createdAt: string; startedAt: string | null };
}

export interface WorkloadFilter {
  readonly kinds: readonly WorkloadKind[];
  readonly states?: readonly WorkloadState[] | null;
}

const COLUMNS = 'id, cluster_id, key, namespace, name, kind, state, reason, requested, started_at, created_at, version';
/** What is over keeps its row, but another workload may take its key. */
const LIVING = "state NOT IN ('SUCCEEDED', 'FAILED', 'GONE')";

export async function findWorkloads(sql: Sql, ids: readonly string[]): Promise<Workload[]> {
  const { rows } = await sql.query<WorkloadRow>(`SELECT ${COLUMNS} FROM workload WHERE id = ANY ($1)`, [ids]);
  return rows.map(toWorkload);
}

/** The workloads of these keys that are not over. */
export async function findLivingWorkloads(sql: Sql, clusterId: string, keys: readonly string[]): Promise<Workload[]> {
  const { rows } = await sql.query<WorkloadRow>(
    `SELECT ${COLUMNS} FROM workload WHERE cluster_id = $1 AND key = ANY ($2) AND ${LIVING}`,
    [clusterId, keys],
  );
  return rows.map(toWorkload);
}

export function pageWorkloads(
  sql: Sql,
  place: { clusterId: string; nodeName?: string },
  filter: WorkloadFilter,
  request: PageRequest,
): Promise<Page<Workload>> {
  const parameters: unknown[] = [place.clusterId, filter.kinds];
  const conditions = ['cluster_id = $1', 'kind = ANY ($2)'];
  if (filter.states) conditions.push(`state = ANY ($${parameters.push(filter.states)})`);
  if (place.nodeName !== undefined) {
    const node = parameters.push(place.nodeName);
    conditions.push(
      `id IN (SELECT workload_id FROM workload_pod AS p WHERE p.cluster_id = $1 AND p.node_name = $${node})`,
    );
  }
  return readKeysetPage<WorkloadRow, Workload>(
    sql,
    {
      from: 'workload',
      columns: COLUMNS,
      conditions,
      parameters,
      order: {
        name: 'NAME',
        columns: ['name', 'id'],
        direction: 'ASC',
        keyOf: (workload) => [workload.name, workload.id],
      },
      toItem: toWorkload,
    },
    request,
  );
}

export async function insertWorkload(sql: Sql, workload: Workload): Promise<void> {
  await sql.query(
    `INSERT INTO workload (id, cluster_id, key, namespace, name, kind, created_at, version, state, reason, requested, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      workload.id,
      workload.clusterId,
      workload.key,
      workload.namespace,
      workload.name,
      workload.kind,
      workload.createdAt,
      workload.version,
      ...stateOf(workload),
    ],
  );
}

/** Writes what the deciders may change, if nobody else did since `workload.version` was read. */
export async function updateWorkload(sql: Sql, workload: Workload): Promise<void> {
  const result = await sql.query(
    'UPDATE workload SET state = $3, reason = $4, requested = $5, started_at = $6, version = version + 1 WHERE id = $1 AND version = $2',
    [workload.id, workload.version, ...stateOf(workload)],
  );
  mustAffectOne(result, workload.id, workload.version);
}

function stateOf(workload: Workload): unknown[] {
  return [workload.state, workload.reason, workload.requested, workload.startedAt];
}

export async function findWorkloadPods(sql: Sql, workloadIds: readonly string[]): Promise<WorkloadPod[]> {
  const { rows } = await sql.query<PodRow>(
    'SELECT workload_id, pod FROM workload_pod WHERE workload_id = ANY ($1) ORDER BY pod_uid',
    [workloadIds],
  );
  return rows.map(toWorkloadPod);
}

/** UIDs of all Pods that are on record for a cluster. */
export async function findPodUids(sql: Sql, clusterId: string): Promise<string[]> {
  const { rows } = await sql.query<{ pod_uid: string }>('SELECT pod_uid FROM workload_pod WHERE cluster_id = $1', [
    clusterId,
  ]);
  return rows.map((row) => row.pod_uid);
}

/** Latest value: replaces what was seen before. */
export async function savePod(sql: Sql, clusterId: string, workloadId: string, pod: ObservedPod): Promise<void> {
  await sql.query(
    `INSERT INTO workload_pod (cluster_id, pod_uid, workload_id, node_name, pod) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (cluster_id, pod_uid) DO UPDATE SET node_name = $4, pod = $5`,
    [clusterId, pod.uid, workloadId, pod.nodeName, pod],
  );
}

/** The workload that a Pod on record belongs to. */
export async function findWorkloadIdsOfPods(
  sql: Sql,
  clusterId: string,
  podUids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql.query<{ pod_uid: string; workload_id: string }>(
    'SELECT pod_uid, workload_id FROM workload_pod WHERE cluster_id = $1 AND pod_uid = ANY ($2)',
    [clusterId, podUids],
  );
  return new Map(rows.map((row) => [row.pod_uid, row.workload_id]));
}

export async function deletePods(sql: Sql, clusterId: string, podUids: readonly string[]): Promise<void> {
  await sql.query('DELETE FROM workload_pod WHERE cluster_id = $1 AND pod_uid = ANY ($2)', [clusterId, podUids]);
}

/** What the Pods on the Node of each machine ask for. */
export async function findMachineRequests(sql: Sql, machineIds: readonly string[]): Promise<Map<string, Resources>> {
  const { rows } = await sql.query<PodRow & { machine_id: string }>(
    `SELECT machine.id AS machine_id, workload_id, pod FROM machine
       JOIN workload_pod ON workload_pod.cluster_id = machine.cluster_id AND workload_pod.node_name = machine.node_name
      WHERE machine.id = ANY ($1)`,
    [machineIds],
  );
  return new Map(
    machineIds.map((id) => [
      id,
      requestedBy(rows.filter((row) => row.machine_id === id).map((row) => toWorkloadPod(row).pod)),
    ]),
  );
}

function toWorkloadPod(row: PodRow): WorkloadPod {
  const { createdAt, startedAt, ...pod } = row.pod;
  return {
    workloadId: row.workload_id,
    pod: { ...pod, createdAt: new Date(createdAt), startedAt: startedAt === null ? null : new Date(startedAt) },
  };
}

function toWorkload(row: WorkloadRow): Workload {
  return {
    id: row.id,
    clusterId: row.cluster_id,
    key: row.key,
    namespace: row.namespace,
    name: row.name,
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    requested: row.requested,
    startedAt: row.started_at,
    createdAt: row.created_at,
    version: row.version,
  };
}
