import type { NodeCondition, ObservedNode } from '../observation';
import type { HealthReason, HealthStatus } from '../shared';

export interface MachineHealth {
  readonly status: HealthStatus;
  readonly reasons: readonly HealthReason[];
}

interface ConditionRule {
  readonly type: string;
  readonly bad: NodeCondition['status'];
  readonly status: HealthStatus;
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** Node conditions that tell of trouble, worst first (Kubernetes docs, Node status; wording ours). */
const conditionRules: readonly ConditionRule[] = [
  {
    type: 'Ready',
    bad: 'UNKNOWN',
    status: 'UNREACHABLE',
    code: 'NODE_UNREACHABLE',
    message: 'its kubelet stopped reporting',
    remedy: 'check power and network of the host, then the kubelet (K3s: journalctl -u k3s-agent)',
  },
  {
    type: 'Ready',
    bad: 'FALSE',
    status: 'DEGRADED',
    code: 'NODE_NOT_READY',
    message: 'its kubelet reports that it is not ready',
    remedy: 'read the message of the Ready condition, then the journal of the kubelet',
  },
  {
    type: 'MemoryPressure',
    bad: 'TRUE',
    status: 'DEGRADED',
    code: 'MEMORY_PRESSURE',
    message: 'memory runs low',
    remedy: 'stop or move workloads, or add memory',
  },
  {
    type: 'DiskPressure',
    bad: 'TRUE',
    status: 'DEGRADED',
    code: 'DISK_PRESSURE',
    message: 'disk space runs low',
    remedy: 'free disk space: unused images and logs first',
  },
  {
    type: 'PIDPressure',
    bad: 'TRUE',
    status: 'DEGRADED',
    code: 'PID_PRESSURE',
    message: 'too many processes run',
    remedy: 'find the workload that forks, or raise the limit',
  },
  {
    type: 'NetworkUnavailable',
    bad: 'TRUE',
    status: 'DEGRADED',
    code: 'NETWORK_UNAVAILABLE',
    message: 'its network is not set up',
    remedy: "check the cluster's network plugin on this host",
  },
];

/** The health a Node's own report amounts to. A Node that reports no Ready condition at all is UNKNOWN. */
export function healthOfNode(node: ObservedNode, nodeReplaced: boolean, now: Date): MachineHealth {
  const reasons: HealthReason[] = [];
  const statuses = new Set<HealthStatus>();
  for (const rule of conditionRules) {
    const condition = node.conditions.find((c) => c.type === rule.type && c.status === rule.bad);
    if (condition === undefined) continue;
    statuses.add(rule.status);
    const said = condition.message ? `: ${condition.message}` : '';
    reasons.push({
      code: rule.code,
      message: `${rule.message}${said}`,
      since: condition.lastTransitionAt ?? now,
      remedy: rule.remedy,
      subjectId: null,
    });
  }
  if (!node.conditions.some((c) => c.type === 'Ready')) {
    statuses.add('UNKNOWN');
    reasons.push({
      code: 'READY_UNREPORTED',
      message: 'the Node has no Ready condition',
      since: now,
      remedy: 'wait for its kubelet to report, or check that one runs',
      subjectId: null,
    });
  }
  if (nodeReplaced) {
    statuses.add('DEGRADED');
    reasons.push({
      code: 'NODE_REPLACED',
      message: `another Node named ${node.name} took the place of the adopted one`,
      since: now,
      remedy: 'make sure that it is the same host, then call adoptMachine again',
      subjectId: null,
    });
  }
  return { status: worst(statuses), reasons };
}

/** The health of a machine whose Node object is gone. */
export function healthWithoutNode(nodeName: string, now: Date): MachineHealth {
  const message = `the Node ${nodeName} was deleted from the cluster`;
  return {
    status: 'UNREACHABLE',
    reasons: [
      {
        code: 'NODE_DELETED',
        message,
        since: now,
        remedy: 'if the host should serve, let its kubelet register again; otherwise remove the machine',
        subjectId: null,
      },
    ],
  };
}

function worst(statuses: ReadonlySet<HealthStatus>): HealthStatus {
  const order: readonly HealthStatus[] = ['UNREACHABLE', 'DEGRADED', 'UNKNOWN'];
  return order.find((status) => statuses.has(status)) ?? 'HEALTHY';
}
