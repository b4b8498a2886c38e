import type { ObservedPod } from '../observation';
import { accept, type Decision } from '../shared';
import { summarizePods, type PodSummary } from './pod-summary';
import type { Workload, WorkloadEvent } from './workload';
import { workloadKey, workloadKind, workloadName } from './workload.identity';
import { conditionOf } from './workload.state';

type WorkloadDecision = Decision<Workload, WorkloadEvent>;

/** Pods of one key that nobody knows a workload for: there is one now. */
export function discoverWorkload(
  id: string,
  clusterId: string,
  pods: readonly [ObservedPod, ...ObservedPod[]],
  now: Date,
): WorkloadDecision {
  const [pod] = pods;
  const kind = workloadKind(pod);
  const summary = summarizePods(pods);
  const condition = conditionOf(kind, summary, null);
  const workload: Workload = {
    id,
    clusterId,
    key: workloadKey(pod),
    namespace: pod.namespace,
    name: workloadName(pod),
    kind,
    ...condition,
    requested: summary.requested,
    startedAt: summary.startedAt,
    createdAt: now,
    version: 1,
  };
  const reason = condition.reason ?? {
    code: 'PODS_SEEN',
    message: `${pods.length} Pod${pods.length === 1 ? '' : 's'} of ${workload.name} seen`,
  };
  return accept<Workload, WorkloadEvent>(workload, {
    type: 'WorkloadDiscovered',
    subjectId: id,
    clusterId,
    from: null,
    to: workload.state,
    reason,
  });
}

/** Its Pods as they are now. A change of state is an event; other Pods, amounts and messages are observations. */
export function observePods(workload: Workload, pods: PodSummary): WorkloadDecision {
  const condition = conditionOf(workload.kind, pods, workload.state);
  const next: Workload = {
    ...workload,
    ...condition,
    requested: pods.requested,
    startedAt: pods.startedAt ?? workload.startedAt,
  };
  if (next.state === workload.state) return accept<Workload, WorkloadEvent>(next);
  const reason = condition.reason ?? { code: 'PODS_CHANGED', message: `its Pods are ${next.state}` };
  const { id, clusterId } = workload;
  return accept<Workload, WorkloadEvent>(next, {
    type: 'WorkloadStateChanged',
    subjectId: id,
    clusterId,
    from: workload.state,
    to: next.state,
    reason,
  });
}
