import type { ObservedPod } from '../observation';
import type { Workload, WorkloadKind, WorkloadState } from './workload';

type Condition = Pick<Workload, 'state' | 'reason'>;

interface PodRule {
  readonly state: WorkloadState;
  readonly holds: (pod: ObservedPod) => boolean;
}

/** What one Pod amounts to; the first row that holds decides. */
export const podTable: readonly PodRule[] = [
  { state: 'SUCCEEDED', holds: (pod) => pod.phase === 'SUCCEEDED' },
  { state: 'FAILED', holds: (pod) => pod.phase === 'FAILED' },
  { state: 'QUEUED', holds: (pod) => pod.phase === 'PENDING' && pod.nodeName === null },
  { state: 'STARTING', holds: (pod) => pod.phase === 'PENDING' },
  { state: 'RUNNING', holds: (pod) => pod.phase === 'RUNNING' && pod.ready },
  { state: 'STARTING', holds: (pod) => pod.phase === 'RUNNING' },
  { state: 'UNKNOWN', holds: () => true },
];

/**
 * Which Pod speaks for a workload of several: something that runs outweighs something that waits, for a service of
 * three with one replica short does run. A job that is over is what its last Pod came to.
 */
const precedence: Readonly<Record<WorkloadKind, readonly WorkloadState[]>> = {
  SERVICE: ['RUNNING', 'STARTING', 'QUEUED', 'UNKNOWN', 'FAILED', 'SUCCEEDED'],
  JOB: ['RUNNING', 'STARTING', 'QUEUED', 'UNKNOWN', 'SUCCEEDED', 'FAILED'],
  SYSTEM: ['RUNNING', 'STARTING', 'QUEUED', 'UNKNOWN', 'FAILED', 'SUCCEEDED'],
};

/** The state its Pods amount to, and what is in its way. No Pods left: GONE, or the end it came to before. */
export function conditionOf(kind: WorkloadKind, pods: readonly ObservedPod[], before: WorkloadState | null): Condition {
  if (pods.length === 0) {
    const over = before === 'SUCCEEDED' || before === 'FAILED';
    return { state: over ? before : 'GONE', reason: { code: 'PODS_DELETED', message: 'its last Pod was deleted' } };
  }
  const states = pods.map((pod) => podTable.find((rule) => rule.holds(pod))!.state);
  const state = precedence[kind].find((candidate) => states.includes(candidate))!;
  const trouble = pods.find((pod, index) => states[index] === state && pod.trouble !== null)?.trouble;
  return { state, reason: trouble ? { code: trouble.reason, message: trouble.message } : null };
}
