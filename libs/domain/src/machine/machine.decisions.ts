import type { ObservedNode } from '../observation';
import { accept, refuse, type Decision, type EventReason } from '../shared';
import { healthOfNode, healthWithoutNode, type MachineHealth } from './machine.health';
import { lifecycleOf } from './machine.lifecycle';
import type { Machine, MachineEvent } from './machine';
import { nodeChanges } from './node-changes';

type MachineDecision = Decision<Machine, MachineEvent>;

/** A Node nobody knows: it becomes a machine that is only looked at until somebody adopts it. */
export function discoverMachine(id: string, clusterId: string, node: ObservedNode, now: Date): MachineDecision {
  const reason = { code: 'NODE_DISCOVERED', message: `Node ${node.name} was seen in the cluster` };
  const health = healthOfNode(node, false, now);
  const machine: Machine = {
    id,
    clusterId,
    name: node.name,
    intent: 'OBSERVE',
    enrollmentState: 'NONE',
    health: health.status,
    healthReasons: health.reasons,
    lifecycle: lifecycleOf('OBSERVE', 'NONE', health.status),
    lifecycleReason: { ...reason, since: now, actor: null },
    node: { nodeName: node.name, nodeUid: node.uid, since: now, until: null },
    nodeReplaced: false,
    enrollment: null,
    createdAt: now,
    version: 1,
  };
  return accept(machine, event(machine, 'MachineDiscovered', null, machine.lifecycle, reason));
}

/** The Node that stands for the machine was reported again. `before` is the report last decided on. */
export function observeNode(machine: Machine, before: ObservedNode, node: ObservedNode, now: Date): MachineDecision {
  const changes = nodeChanges(before, node).map((change): MachineEvent => ({
    ...change,
    subjectId: machine.id,
    clusterId: machine.clusterId,
  }));
  return withHealth(machine, healthOfNode(node, machine.nodeReplaced, now), changes, now);
}

/**
 * A Node with the machine's name but another UID. Whether it is the same host cannot be told from what a kubelet
 * says of itself, so an adopted machine waits, DEGRADED, until somebody vouches for it.
 */
export function replaceNode(machine: Machine, node: ObservedNode, now: Date): MachineDecision {
  const replaced: Machine = {
    ...machine,
    nodeReplaced: true,
    node: { nodeName: node.name, nodeUid: node.uid, since: now, until: null },
  };
  const reason = { code: 'NODE_REPLACED', message: `a Node ${node.name} with another UID appeared` };
  const change = event(machine, 'MachineNodeReplaced', machine.node?.nodeUid ?? null, node.uid, reason);
  return withHealth(replaced, healthOfNode(node, true, now), [change], now);
}

/** The Node object is gone. A machine that was only looked at goes with it; an adopted one stays and is UNREACHABLE. */
export function loseNode(machine: Machine, now: Date): MachineDecision {
  if (machine.node === null) return accept<Machine, MachineEvent>(machine);
  const { nodeName, nodeUid } = machine.node;
  const reason = { code: 'NODE_DELETED', message: `Node ${nodeName} was deleted from the cluster` };
  const change = event(machine, 'MachineNodeDeleted', nodeUid, null, reason);
  const enrollmentState = machine.enrollmentState === 'NONE' ? 'REMOVED' : machine.enrollmentState;
  return withHealth({ ...machine, node: null, enrollmentState }, healthWithoutNode(nodeName, now), [change], now);
}

export interface AdoptMachine {
  readonly actor: string;
  readonly now: Date;
  /** Whether what is known of the machine is too old to decide on. */
  readonly stale: boolean;
  /** The machine's Node as last reported; null when it has none. */
  readonly node: ObservedNode | null;
}

/** Takes a discovered machine into service, or vouches for the Node that replaced the adopted one. */
export function adoptMachine(machine: Machine, command: AdoptMachine): MachineDecision {
  const subjectId = machine.id;
  if (machine.enrollmentState === 'REMOVED') {
    return refuse({ code: 'MACHINE_REMOVED', message: `machine ${machine.name} was removed`, subjectId });
  }
  if (machine.enrollmentState === 'ENROLLED' && !machine.nodeReplaced) {
    return refuse({
      code: 'MACHINE_ALREADY_IN_SERVICE',
      message: `machine ${machine.name} is ${machine.lifecycle}`,
      subjectId,
    });
  }
  if (machine.node === null || command.node === null) {
    return refuse({
      code: 'MACHINE_NODE_MISSING',
      message: `no Node stands for machine ${machine.name} now`,
      subjectId,
    });
  }
  if (command.stale) {
    return refuse({
      code: 'MACHINE_OBSERVATION_STALE',
      message: `the last report on ${machine.name} is too old to adopt it on`,
      subjectId,
    });
  }
  const { actor, now } = command;
  const adopted: Machine = {
    ...machine,
    intent: 'SERVE',
    enrollmentState: 'ENROLLED',
    nodeReplaced: false,
    enrollment: { method: 'ADOPTED', actor, at: now },
  };
  const reason = { code: 'ADOPTED', message: `taken into service by ${actor}` };
  const change = event(machine, 'MachineAdopted', machine.enrollmentState, adopted.enrollmentState, reason);
  return withHealth(adopted, healthOfNode(command.node, false, now), [change], now, { reason, actor });
}

/** Puts a health into the machine and tells, last, what that makes of its lifecycle. */
function withHealth(
  machine: Machine,
  health: MachineHealth,
  changes: MachineEvent[],
  now: Date,
  cause?: { readonly reason: EventReason; readonly actor: string },
): MachineDecision {
  const lifecycle = lifecycleOf(machine.intent, machine.enrollmentState, health.status);
  const next: Machine = { ...machine, health: health.status, healthReasons: keepSince(machine, health) };
  if (lifecycle === machine.lifecycle) return accept(next, ...changes);
  const reason = cause?.reason ?? reasonOf(health);
  const changed: Machine = {
    ...next,
    lifecycle,
    lifecycleReason: { ...reason, since: now, actor: cause?.actor ?? null },
  };
  return accept(changed, ...changes, event(machine, 'MachineLifecycleChanged', machine.lifecycle, lifecycle, reason));
}

/** A reason that held before keeps the time it began. */
function keepSince(machine: Machine, health: MachineHealth): MachineHealth['reasons'] {
  return health.reasons.map((reason) => {
    const known = machine.healthReasons.find((r) => r.code === reason.code);
    return known === undefined ? reason : { ...reason, since: known.since };
  });
}

function reasonOf(health: MachineHealth): EventReason {
  const [first] = health.reasons;
  return first === undefined
    ? { code: 'NODE_READY', message: 'its kubelet reports ready' }
    : { code: first.code, message: first.message };
}

function event(
  machine: Machine,
  type: MachineEvent['type'],
  from: string | null,
  to: string | null,
  reason: EventReason,
): MachineEvent {
  return { type, subjectId: machine.id, clusterId: machine.clusterId, from, to, reason };
}
