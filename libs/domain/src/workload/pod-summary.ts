import type { ObservedPod } from '../observation';
import { addResources, noResources, type Resources } from '../shared';
import { podState, type PodState } from './pod-state';

/** The Pods of a workload, however many, as far as its state depends on them. */
export interface PodSummary {
  /** How many there are in each state, and what keeps one of them; states without Pods are left out. */
  readonly states: Readonly<
    Partial<Record<PodState, { readonly count: number; readonly trouble: ObservedPod['trouble'] }>>
  >;
  /** What the scheduler holds for those that are not over. */
  readonly requested: Resources;
  /** When the first of them started. */
  readonly startedAt: Date | null;
}

export const noPods: PodSummary = { states: {}, requested: noResources, startedAt: null };

/** As SQL sums them up where they are stored: of several troubles that of the lowest UID. */
export function summarizePods(pods: readonly ObservedPod[]): PodSummary {
  const byUid = [...pods].sort((a, b) => (a.uid < b.uid ? -1 : 1));
  const states: Partial<Record<PodState, { count: number; trouble: ObservedPod['trouble'] }>> = {};
  for (const pod of byUid) {
    const known = (states[podState(pod)] ??= { count: 0, trouble: null });
    known.count += 1;
    known.trouble ??= pod.trouble;
  }
  const starts = pods.flatMap((pod) => (pod.startedAt === null ? [] : [pod.startedAt.getTime()]));
  return {
    states,
    requested: pods
      .filter((pod) => !isOver(podState(pod)))
      .reduce((sum, pod) => addResources(sum, pod.requested), noResources),
    startedAt: starts.length === 0 ? null : new Date(starts.reduce((first, start) => Math.min(first, start))),
  };
}

function isOver(state: PodState): boolean {
  return state === 'SUCCEEDED' || state === 'FAILED';
}
