import type { PodState } from './pod-state';
import type { PodSummary } from './pod-summary';
import type { Workload, WorkloadKind } from './workload';

type Condition = Pick<Workload, 'state' | 'reason' | 'over'>;

/**
 * Which Pod speaks for a workload of several: something that runs outweighs something that waits, for a service of
 * three with one replica short does run, and a job that is tried again has not failed. A job is FAILED only when all
 * its Pods are over and none succeeded.
 */
const precedence: Readonly<Record<WorkloadKind, readonly PodState[]>> = {
  SERVICE: ['RUNNING', 'STARTING', 'QUEUED', 'UNKNOWN', 'FAILED', 'SUCCEEDED'],
  JOB: ['RUNNING', 'STARTING', 'QUEUED', 'UNKNOWN', 'SUCCEEDED', 'FAILED'],
  SYSTEM: ['RUNNING', 'STARTING', 'QUEUED', 'UNKNOWN', 'FAILED', 'SUCCEEDED'],
};

/** The state its Pods amount to, and what is in its way. */
export function conditionOf(kind: WorkloadKind, pods: PodSummary, before: Workload['state'] | null): Condition {
  const state = precedence[kind].find((candidate) => pods.states[candidate] !== undefined);
  if (state === undefined) return withoutPods(kind, before);
  const trouble = pods.states[state]!.trouble;
  return { state, reason: trouble && { code: trouble.reason, message: trouble.message }, over: false };
}

/**
 * No Pods left: GONE, or the end it came to before. A job that came to its end is over then, so that a later one of
 * the same name is another; anything else goes on when Pods of the same key come again.
 */
function withoutPods(kind: WorkloadKind, before: Workload['state'] | null): Condition {
  const reason = { code: 'PODS_DELETED', message: 'its last Pod was deleted' };
  const ended = before === 'SUCCEEDED' || before === 'FAILED';
  return { state: ended ? before : 'GONE', reason, over: ended && kind === 'JOB' };
}
