import type { Machine, MachineLifecycle, NodeMapping } from '@awp/domain';
import { readKeysetPage, type KeysetOrder } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import { ConcurrencyConflict, type Sql } from '../../persistence/sql';
import {
  MACHINE_COLUMNS,
  toMachine,
  toObservation,
  toRow,
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

/** UIDs of the Nodes that stand for machines of a cluster now. */
export async function findNodeUids(sql: Sql, clusterId: string): Promise<string[]> {
  const { rows } = await sql.query<{ node_uid: string }>(
    "SELECT node_uid FROM machine WHERE cluster_id = $1 AND enrollment_state <> 'REMOVED' AND node_uid IS NOT NULL",
    [clusterId],
  );
  return rows.map((row) => row.node_uid);
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
    // As the field `schedulable` says: a machine without a Node takes no work, whatever its last Node did.
    const takesWork =
      '(node_uid IS NOT NULL AND EXISTS (SELECT 1 FROM machine_observation WHERE machine_id = id AND NOT unschedulable))';
    conditions.push(filter.schedulable ? takesWork : `NOT ${takesWork}`);
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

export async function insertMachines(sql: Sql, machines: readonly Machine[]): Promise<void> {
  if (machines.length === 0) return;
  await sql.query(
    `INSERT INTO machine (${MACHINE_COLUMNS}) SELECT ${MACHINE_COLUMNS} FROM jsonb_populate_recordset(NULL::machine, $1::jsonb)`,
    [JSON.stringify(machines.map(toRow))],
  );
}

/** Writes what the deciders may change, if nobody else did since `machine.version` was read. */
export async function updateMachine(sql: Sql, machine: Machine): Promise<void> {
  await updateMachines(sql, [machine]);
}

export async function updateMachines(sql: Sql, machines: readonly Machine[]): Promise<void> {
  if (machines.length === 0) return;
  const { affected } = await sql.query(
    `UPDATE machine AS old SET (${DECIDED.join(', ')}, version) = ROW (${DECIDED.map((column) => `new.${column}`).join(', ')}, old.version + 1)
       FROM jsonb_populate_recordset(NULL::machine, $1::jsonb) AS new
      WHERE old.id = new.id AND old.version = new.version`,
    [JSON.stringify(machines.map(toRow))],
  );
  if (affected !== machines.length) throw new ConcurrencyConflict(machines[0]!.id, machines[0]!.version);
}

/** Columns that deciders may change. */
const DECIDED = [
  'intent',
  'enrollment_state',
  'health',
  'health_reasons',
  'lifecycle',
  'lifecycle_reason',
  'node_name',
  'node_uid',
  'node_since',
  'node_replaced',
  'enrollment',
] as const satisfies readonly (keyof MachineRow)[];

export async function findMachineObservations(sql: Sql, machineIds: readonly string[]): Promise<MachineObservation[]> {
  const { rows } = await sql.query<ObservationRow>(
    'SELECT machine_id, node FROM machine_observation WHERE machine_id = ANY ($1)',
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

/** Latest values: replace what was seen before. */
export async function saveMachineObservations(sql: Sql, observations: readonly MachineObservation[]): Promise<void> {
  if (observations.length === 0) return;
  const rows = observations.map(({ machineId, node }) => ({
    machine_id: machineId,
    node,
    unschedulable: node.unschedulable,
  }));
  await sql.query(
    `INSERT INTO machine_observation AS old (machine_id, node, unschedulable)
       SELECT machine_id, node, unschedulable FROM jsonb_populate_recordset(NULL::machine_observation, $1::jsonb)
     ON CONFLICT (machine_id) DO UPDATE SET node = excluded.node, unschedulable = excluded.unschedulable
       WHERE old.node IS DISTINCT FROM excluded.node`,
    [JSON.stringify(rows)],
  );
}

export async function insertFormerNodes(
  sql: Sql,
  formerNodes: readonly { readonly machineId: string; readonly mapping: NodeMapping; readonly until: Date }[],
): Promise<void> {
  if (formerNodes.length === 0) return;
  const rows = formerNodes.map(({ machineId, mapping, until }) => ({
    machine_id: machineId,
    node_name: mapping.nodeName,
    node_uid: mapping.nodeUid,
    since: mapping.since,
    until,
  }));
  await sql.query('INSERT INTO former_node SELECT * FROM jsonb_populate_recordset(NULL::former_node, $1::jsonb)', [
    JSON.stringify(rows),
  ]);
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
