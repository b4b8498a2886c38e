import type { Machine, MachineLifecycle, NodeMapping, ObservedNode } from '@awp/domain';
import { readKeysetPage, type KeysetOrder } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import { mustAffectOne, type Sql } from '../../persistence/sql';
import {
  MACHINE_COLUMNS,
  toMachine,
  toObservation,
  type MachineObservation,
  type MachineRow,
  type ObservationRow,
} from './machine.rows';

export interface MachineFilter {
  readonly clusterId?: string | null;
  readonly lifecycle?: readonly MachineLifecycle[] | null;
  readonly nameContains?: string | null;
  readonly schedulable?: boolean | null;
}

/** The closed set of orders; each ends with the id, which is unique. */
export const machineOrders = {
  NAME_ASC: {
    name: 'NAME_ASC',
    columns: ['name', 'id'],
    direction: 'ASC',
    keyOf: (machine) => [machine.name, machine.id],
  },
  NAME_DESC: {
    name: 'NAME_DESC',
    columns: ['name', 'id'],
    direction: 'DESC',
    keyOf: (machine) => [machine.name, machine.id],
  },
  CREATED_ASC: { name: 'CREATED_ASC', columns: ['id'], direction: 'ASC', keyOf: (machine) => [machine.id] },
  CREATED_DESC: { name: 'CREATED_DESC', columns: ['id'], direction: 'DESC', keyOf: (machine) => [machine.id] },
} as const satisfies Record<string, KeysetOrder<Machine>>;

export type MachineOrder = keyof typeof machineOrders;

export async function findMachines(sql: Sql, ids: readonly string[]): Promise<Machine[]> {
  const { rows } = await sql.query<MachineRow>(`SELECT ${MACHINE_COLUMNS} FROM machine WHERE id = ANY ($1)`, [ids]);
  return rows.map(toMachine);
}

export async function findMachine(sql: Sql, id: string): Promise<Machine | null> {
  return (await findMachines(sql, [id]))[0] ?? null;
}

/** All machines of a cluster that are not removed. */
export async function findLivingMachines(sql: Sql, clusterId: string): Promise<Machine[]> {
  const { rows } = await sql.query<MachineRow>(
    `SELECT ${MACHINE_COLUMNS} FROM machine WHERE cluster_id = $1 AND enrollment_state <> 'REMOVED'`,
    [clusterId],
  );
  return rows.map(toMachine);
}

/** Machines that are not removed and whose Node has one of these UIDs, or whose name is one of these. */
export async function findMachinesForNodes(
  sql: Sql,
  clusterId: string,
  uids: readonly string[],
  names: readonly string[],
): Promise<Machine[]> {
  const { rows } = await sql.query<MachineRow>(
    `SELECT ${MACHINE_COLUMNS} FROM machine
      WHERE cluster_id = $1 AND enrollment_state <> 'REMOVED' AND (node_uid = ANY ($2) OR name = ANY ($3))`,
    [clusterId, uids, names],
  );
  return rows.map(toMachine);
}

export function pageMachines(
  sql: Sql,
  filter: MachineFilter,
  order: MachineOrder,
  request: PageRequest,
): Promise<Page<Machine>> {
  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions: string[] = [];
  if (filter.clusterId) conditions.push(`cluster_id = ${parameter(filter.clusterId)}`);
  if (filter.lifecycle) conditions.push(`lifecycle = ANY (${parameter(filter.lifecycle)})`);
  if (filter.nameContains) conditions.push(`strpos(name, ${parameter(filter.nameContains)}) > 0`);
  if (filter.schedulable != null) {
    conditions.push(
      `${filter.schedulable ? '' : 'NOT '}EXISTS (SELECT 1 FROM machine_observation WHERE machine_id = id AND NOT unschedulable)`,
    );
  }
  const listing = {
    from: 'machine',
    columns: MACHINE_COLUMNS,
    conditions,
    parameters,
    order: machineOrders[order],
    toItem: toMachine,
  };
  return readKeysetPage<MachineRow, Machine>(sql, listing, request);
}

export async function insertMachine(sql: Sql, machine: Machine): Promise<void> {
  await sql.query(
    `INSERT INTO machine (id, cluster_id, name, intent, enrollment_state, health, health_reasons, lifecycle, lifecycle_reason,
                          node_name, node_uid, node_since, node_replaced, enrollment, created_at, version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [machine.id, machine.clusterId, machine.name, ...stateOf(machine), machine.createdAt, machine.version],
  );
}

/** Writes what the deciders may change, if nobody else did since `machine.version` was read. */
export async function updateMachine(sql: Sql, machine: Machine): Promise<void> {
  const result = await sql.query(
    `UPDATE machine SET intent = $3, enrollment_state = $4, health = $5, health_reasons = $6, lifecycle = $7, lifecycle_reason = $8,
                        node_name = $9, node_uid = $10, node_since = $11, node_replaced = $12, enrollment = $13, version = version + 1
      WHERE id = $1 AND version = $2`,
    [machine.id, machine.version, ...stateOf(machine)],
  );
  mustAffectOne(result, machine.id, machine.version);
}

function stateOf(machine: Machine): unknown[] {
  return [
    machine.intent,
    machine.enrollmentState,
    machine.health,
    JSON.stringify(machine.healthReasons),
    machine.lifecycle,
    machine.lifecycleReason,
    machine.node?.nodeName ?? null,
    machine.node?.nodeUid ?? null,
    machine.node?.since ?? null,
    machine.nodeReplaced,
    machine.enrollment,
  ];
}

export async function findMachineObservations(sql: Sql, machineIds: readonly string[]): Promise<MachineObservation[]> {
  const { rows } = await sql.query<ObservationRow>(
    'SELECT machine_id, node, seen_at FROM machine_observation WHERE machine_id = ANY ($1)',
    [machineIds],
  );
  return rows.map(toObservation);
}

/** Which machines are cordoned, without reading all that is known of their Nodes. */
export async function findCordoned(sql: Sql, machineIds: readonly string[]): Promise<Map<string, boolean>> {
  const { rows } = await sql.query<{ machine_id: string; unschedulable: boolean }>(
    'SELECT machine_id, unschedulable FROM machine_observation WHERE machine_id = ANY ($1)',
    [machineIds],
  );
  return new Map(rows.map((row) => [row.machine_id, row.unschedulable]));
}

/** Latest value: replaces what was seen before. */
export async function saveMachineObservation(
  sql: Sql,
  machineId: string,
  node: ObservedNode,
  seenAt: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO machine_observation (machine_id, node, unschedulable, seen_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (machine_id) DO UPDATE SET node = $2, unschedulable = $3, seen_at = $4`,
    [machineId, node, node.unschedulable, seenAt],
  );
}

export async function insertFormerNode(sql: Sql, machineId: string, mapping: NodeMapping, until: Date): Promise<void> {
  await sql.query(
    'INSERT INTO former_node (machine_id, node_name, node_uid, since, until) VALUES ($1, $2, $3, $4, $5)',
    [machineId, mapping.nodeName, mapping.nodeUid, mapping.since, until],
  );
}

/** Ended mappings of each machine, latest first. */
export async function findFormerNodes(
  sql: Sql,
  machineIds: readonly string[],
): Promise<(NodeMapping & { machineId: string })[]> {
  const { rows } = await sql.query<{
    machine_id: string;
    node_name: string;
    node_uid: string;
    since: Date;
    until: Date;
  }>(
    'SELECT machine_id, node_name, node_uid, since, until FROM former_node WHERE machine_id = ANY ($1) ORDER BY until DESC',
    [machineIds],
  );
  return rows.map((row) => ({
    machineId: row.machine_id,
    nodeName: row.node_name,
    nodeUid: row.node_uid,
    since: row.since,
    until: row.until,
  }));
}
