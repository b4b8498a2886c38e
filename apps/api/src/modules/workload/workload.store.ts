import type { Resources, Workload, WorkloadKind, WorkloadState } from '@awp/domain';
import { readKeysetPage } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import { ConcurrencyConflict, type Sql } from '../../persistence/sql';

interface WorkloadRow {
  id: string;
  cluster_id: string;
  key: string;
  namespace: string;
  name: string;
  kind: WorkloadKind;
  state: WorkloadState;
  reason: Workload['reason'];
  over: boolean;
  requested: Resources;
  started_at: Date | null;
  created_at: Date;
  version: number;
}

export interface WorkloadFilter {
  readonly kinds: readonly WorkloadKind[];
  readonly states?: readonly WorkloadState[] | null;
}

const COLUMNS =
  'id, cluster_id, key, namespace, name, kind, state, reason, over, requested, started_at, created_at, version';

export async function findWorkloads(sql: Sql, ids: readonly string[]): Promise<Workload[]> {
  const { rows } = await sql.query<WorkloadRow>(`SELECT ${COLUMNS} FROM workload WHERE id = ANY ($1)`, [ids]);
  return rows.map(toWorkload);
}

/** The workloads that Pods of these keys belong to: those that are not over. */
export async function findWorkloadsByKeys(sql: Sql, clusterId: string, keys: readonly string[]): Promise<Workload[]> {
  const { rows } = await sql.query<WorkloadRow>(
    `SELECT ${COLUMNS} FROM workload WHERE cluster_id = $1 AND key = ANY ($2) AND NOT over`,
    [clusterId, keys],
  );
  return rows.map(toWorkload);
}

/** All workloads of a cluster that their Pods, or the lack of them, may have something to say about. */
export async function findUnsettledWorkloadIds(sql: Sql, clusterId: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM workload WHERE cluster_id = $1 AND NOT over AND state <> 'GONE'
     UNION SELECT workload_id FROM workload_pod WHERE cluster_id = $1`,
    [clusterId],
  );
  return rows.map((row) => row.id);
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

export async function insertWorkloads(sql: Sql, workloads: readonly Workload[]): Promise<void> {
  if (workloads.length === 0) return;
  await sql.query(
    `INSERT INTO workload (${COLUMNS}) SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::workload, $1::jsonb)`,
    [JSON.stringify(workloads.map(toRow))],
  );
}

/** Writes what the deciders may change, if nobody else did since `version` was read. */
export async function updateWorkloads(sql: Sql, workloads: readonly Workload[]): Promise<void> {
  if (workloads.length === 0) return;
  const { affected } = await sql.query(
    `UPDATE workload AS old SET state = new.state, reason = new.reason, over = new.over, requested = new.requested,
                                started_at = new.started_at, version = old.version + 1
       FROM jsonb_populate_recordset(NULL::workload, $1::jsonb) AS new
      WHERE old.id = new.id AND old.version = new.version`,
    [JSON.stringify(workloads.map(toRow))],
  );
  if (affected !== workloads.length) throw new ConcurrencyConflict(workloads[0]!.id, workloads[0]!.version);
}

function toRow(workload: Workload): Record<keyof WorkloadRow, unknown> {
  return {
    id: workload.id,
    cluster_id: workload.clusterId,
    key: workload.key,
    namespace: workload.namespace,
    name: workload.name,
    kind: workload.kind,
    state: workload.state,
    reason: workload.reason,
    over: workload.over,
    requested: workload.requested,
    started_at: workload.startedAt,
    created_at: workload.createdAt,
    version: workload.version,
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
    over: row.over,
    requested: row.requested,
    startedAt: row.started_at,
    createdAt: row.created_at,
    version: row.version,
  };
}
