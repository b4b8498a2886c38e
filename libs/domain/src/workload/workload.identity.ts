import type { ObservedPod } from '../observation';
import type { WorkloadKind } from './workload';

/** Namespaces whose workloads are the cluster's own. */
const SYSTEM_NAMESPACES: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);
/** Owners whose Pods run to an end. */
const RUN_TO_COMPLETION: ReadonlySet<string> = new Set(['Job', 'CronJob', 'Workflow']);

/** What the Pods of one workload have in common; a replaced Pod keeps it. */
export function workloadKey(pod: ObservedPod): string {
  return pod.owner === null
    ? `${pod.namespace}/Pod/${pod.uid}`
    : `${pod.namespace}/${pod.owner.kind}/${pod.owner.name}`;
}

export function workloadName(pod: ObservedPod): string {
  return pod.owner?.name ?? pod.name;
}

/** A Pod nobody owns is never started again by a controller, so it counts as a job. */
export function workloadKind(pod: ObservedPod): WorkloadKind {
  if (SYSTEM_NAMESPACES.has(pod.namespace)) return 'SYSTEM';
  return pod.owner === null || RUN_TO_COMPLETION.has(pod.owner.kind) ? 'JOB' : 'SERVICE';
}
