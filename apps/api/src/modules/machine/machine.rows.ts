import type { HealthReason, LifecycleReason, Machine, NodeCondition, ObservedNode } from '@awp/domain';

/** JSON has no dates: in columns of JSON they are text. */
type Stored<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] };

export interface MachineRow {
  id: string;
  cluster_id: string;
  name: string;
  intent: Machine['intent'];
  enrollment_state: Machine['enrollmentState'];
  health: Machine['health'];
  health_reasons: Stored<HealthReason>[];
  lifecycle: Machine['lifecycle'];
  lifecycle_reason: Stored<LifecycleReason>;
  node_name: string | null;
  node_uid: string | null;
  node_since: Date | null;
  node_replaced: boolean;
  enrollment: Stored<NonNullable<Machine['enrollment']>> | null;
  created_at: Date;
  version: number;
}

export const MACHINE_COLUMNS =
  'id, cluster_id, name, intent, enrollment_state, health, health_reasons, lifecycle, lifecycle_reason, ' +
  'node_name, node_uid, node_since, node_replaced, enrollment, created_at, version';

export function toMachine(row: MachineRow): Machine {
  return {
    id: row.id,
    clusterId: row.cluster_id,
    name: row.name,
    intent: row.intent,
    enrollmentState: row.enrollment_state,
    health: row.health,
    healthReasons: row.health_reasons.map((reason) => ({ ...reason, since: new Date(reason.since) })),
    lifecycle: row.lifecycle,
    lifecycleReason: { ...row.lifecycle_reason, since: new Date(row.lifecycle_reason.since) },
    node:
      row.node_uid === null
        ? null
        : { nodeName: row.node_name!, nodeUid: row.node_uid, since: row.node_since!, until: null },
    nodeReplaced: row.node_replaced,
    enrollment: row.enrollment === null ? null : { ...row.enrollment, at: new Date(row.enrollment.at) },
    createdAt: row.created_at,
    version: row.version,
  };
}

/** As JSON that PostgreSQL reads as a row. */
export function toRow(machine: Machine): Record<keyof MachineRow, unknown> {
  return {
    id: machine.id,
    cluster_id: machine.clusterId,
    name: machine.name,
    intent: machine.intent,
    enrollment_state: machine.enrollmentState,
    health: machine.health,
    health_reasons: machine.healthReasons,
    lifecycle: machine.lifecycle,
    lifecycle_reason: machine.lifecycleReason,
    node_name: machine.node?.nodeName ?? null,
    node_uid: machine.node?.nodeUid ?? null,
    node_since: machine.node?.since ?? null,
    node_replaced: machine.nodeReplaced,
    enrollment: machine.enrollment,
    created_at: machine.createdAt,
    version: machine.version,
  };
}

/** The Node behind a machine as it was last reported. */
export interface MachineObservation {
  readonly machineId: string;
  readonly node: ObservedNode;
}

export interface ObservationRow {
  machine_id: string;
  node: Omit<ObservedNode, 'conditions'> & { conditions: Stored<NodeCondition>[] };
}

export function toObservation(row: ObservationRow): MachineObservation {
  const conditions = row.node.conditions.map((condition) => ({
    ...condition,
    lastTransitionAt: condition.lastTransitionAt === null ? null : new Date(condition.lastTransitionAt),
  }));
  return { machineId: row.machine_id, node: { ...row.node, conditions } };
}
