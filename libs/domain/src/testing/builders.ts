import type { AccessToken } from '../access';
import { defaultClusterPolicy, type Cluster } from '../cluster';
import { lifecycleOf, type Machine } from '../machine';
import type { NodeCondition, ObservedNode } from '../observation';
import type { Decision, Refusal, Resources } from '../shared';

/** The moment tests happen at. */
export const now = new Date('2026-05-04T03:02:01Z');

export function secondsLater(seconds: number, than = now): Date {
  return new Date(than.getTime() + seconds * 1000);
}

const amounts: Resources = {
  cpuMillis: 4000,
  memoryBytes: 8 * 1024 ** 3,
  ephemeralStorageBytes: 40 * 1024 ** 3,
  pods: 110,
  gpus: 0,
};

export function aCondition(
  type: string,
  status: NodeCondition['status'],
  over: Partial<NodeCondition> = {},
): NodeCondition {
  return { type, status, reason: null, message: null, lastTransitionAt: secondsLater(-3600), ...over };
}

/** A Node whose kubelet reports ready. */
export function aNode(over: Partial<ObservedNode> = {}): ObservedNode {
  return {
    uid: 'uid-1',
    name: 'worker-1',
    unschedulable: false,
    labels: { zone: 'north' },
    taints: [],
    conditions: [aCondition('Ready', 'TRUE'), aCondition('DiskPressure', 'FALSE')],
    capacity: amounts,
    allocatable: amounts,
    architecture: 'amd64',
    operatingSystem: 'linux',
    osImage: 'Debian',
    kernelVersion: '6.1',
    kubeletVersion: 'v1.34.4',
    containerRuntime: 'containerd://2',
    runtimeHandlers: [],
    ...over,
  };
}

/** A healthy machine in service, unless told otherwise; its lifecycle follows from the rest. */
export function aMachine(over: Partial<Machine> = {}): Machine {
  const intent = over.intent ?? 'SERVE';
  const enrollmentState = over.enrollmentState ?? 'ENROLLED';
  const health = over.health ?? 'HEALTHY';
  return {
    id: 'machine_1',
    clusterId: 'cluster_1',
    name: 'worker-1',
    intent,
    enrollmentState,
    health,
    healthReasons: [],
    lifecycle: lifecycleOf(intent, enrollmentState, health),
    lifecycleReason: {
      code: 'ADOPTED',
      message: 'taken into service by ops',
      since: secondsLater(-7200),
      actor: 'ops',
    },
    node: { nodeName: 'worker-1', nodeUid: 'uid-1', since: secondsLater(-7200), until: null },
    nodeReplaced: false,
    enrollment: { method: 'ADOPTED', actor: 'ops', at: secondsLater(-7200) },
    createdAt: secondsLater(-7200),
    version: 3,
    ...over,
  };
}

/** A machine that is only looked at. */
export function aDiscoveredMachine(over: Partial<Machine> = {}): Machine {
  return aMachine({ intent: 'OBSERVE', enrollmentState: 'NONE', enrollment: null, ...over });
}

/** A cluster that answers. */
export function aCluster(over: Partial<Cluster> = {}): Cluster {
  return {
    id: 'cluster_1',
    key: 'north',
    name: 'North',
    provider: 'K3S',
    kubernetesUid: 'uid-of-kube-system',
    desired: 'ACTIVE',
    contact: 'CONNECTED',
    contactReason: { code: 'REGISTERED', message: 'registered by ops', since: secondsLater(-7200) },
    policy: defaultClusterPolicy,
    createdAt: secondsLater(-7200),
    version: 1,
    ...over,
  };
}

export function aToken(over: Partial<AccessToken> = {}): AccessToken {
  return {
    id: 'token_1',
    name: 'CI',
    role: 'OPERATOR',
    projectId: null,
    createdAt: secondsLater(-60),
    createdBy: 'ops',
    expiresAt: secondsLater(3600),
    revokedAt: null,
    ...over,
  };
}

/** State and events of a decision that was accepted. */
export function accepted<State, Event>(decision: Decision<State, Event>): { state: State; events: readonly Event[] } {
  if (decision.accepted) return decision;
  throw new Error(`refused: ${JSON.stringify(decision.refusals)}`);
}

/** Reasons of a decision that was refused. */
export function refused(decision: Decision<unknown, unknown>): readonly Refusal[] {
  if (!decision.accepted) return decision.refusals;
  throw new Error(`accepted with ${JSON.stringify(decision.events)}`);
}
