import type { ObservedPod } from '../observation';
import type { WorkloadState } from './workload';

/** What one Pod can amount to: a workload's states but GONE, which is to have no Pods. */
export type PodState = Exclude<WorkloadState, 'GONE'>;

interface PodRule {
  readonly state: PodState;
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

export function podState(pod: ObservedPod): PodState {
  return podTable.find((rule) => rule.holds(pod))!.state;
}
