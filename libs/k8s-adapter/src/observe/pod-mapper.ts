import {
  addResources,
  ContactError,
  noResources,
  type ObservedPod,
  type PodOwner,
  type PodPhase,
  type Resources,
} from '@awp/domain';
import type { V1Container, V1Pod } from '@kubernetes/client-node';
import { toResources, toText, toTextOrNull, toTime } from './values';

const phases = new Map<string, PodPhase>([
  ['Pending', 'PENDING'],
  ['Running', 'RUNNING'],
  ['Succeeded', 'SUCCEEDED'],
  ['Failed', 'FAILED'],
]);

/** A Pod in the product's terms. Takes a watch's raw JSON as well as the client's object, in which times are Dates. */
export function toObservedPod(pod: V1Pod): ObservedPod {
  const { metadata, spec, status } = pod;
  if (!metadata?.uid || !metadata.name || !metadata.namespace) {
    throw new ContactError({
      code: 'CLUSTER_ANSWER_INVALID',
      message: 'the answer has a Pod without namespace, name or UID',
    });
  }
  return {
    uid: toText(metadata.uid),
    namespace: toText(metadata.namespace),
    name: toText(metadata.name),
    owner: ownerOf(pod),
    nodeName: toTextOrNull(spec?.nodeName),
    phase: phases.get(status?.phase ?? '') ?? 'UNKNOWN',
    ready: status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false,
    trouble: toTrouble(troubleOf(pod)),
    requested: requestedBy(pod),
    startedAt: toTime(status?.startTime),
  };
}

/**
 * The controller of a Pod. A ReplicaSet of a Deployment carries the Deployment's name and the hash that the Pod has as
 * a label, so the Deployment is told without asking for it (Kubernetes docs, Deployments: pod-template-hash label).
 */
function ownerOf(pod: V1Pod): PodOwner | null {
  const owner = pod.metadata?.ownerReferences?.find((reference) => reference.controller) ?? null;
  if (owner === null) return null;
  const suffix = `-${pod.metadata?.labels?.['pod-template-hash'] ?? ''}`;
  const ofDeployment = owner.kind === 'ReplicaSet' && suffix.length > 1 && owner.name.endsWith(suffix);
  return ofDeployment
    ? { kind: 'Deployment', name: toText(owner.name.slice(0, -suffix.length)) }
    : { kind: toText(owner.kind), name: toText(owner.name) };
}

function toTrouble(trouble: ObservedPod['trouble']): ObservedPod['trouble'] {
  return trouble && { reason: toText(trouble.reason), message: toText(trouble.message) };
}

/** What keeps it: the scheduler's words while it has no Node, else the first container that waits or ended badly. */
function troubleOf(pod: V1Pod): ObservedPod['trouble'] {
  const { conditions, containerStatuses, initContainerStatuses, reason, message } = pod.status ?? {};
  if (reason) return { reason, message: message ?? '' };
  const unscheduled = conditions?.find(
    (condition) => condition.type === 'PodScheduled' && condition.status === 'False',
  );
  if (unscheduled) return { reason: unscheduled.reason ?? 'Unscheduled', message: unscheduled.message ?? '' };
  for (const { name, state } of [...(initContainerStatuses ?? []), ...(containerStatuses ?? [])]) {
    const waiting = state?.waiting;
    if (waiting?.reason && waiting.reason !== 'PodInitializing' && waiting.reason !== 'ContainerCreating') {
      return { reason: waiting.reason, message: `container ${name}: ${waiting.message ?? 'waiting'}` };
    }
    const ended = state?.terminated;
    if (ended && ended.exitCode !== 0)
      return { reason: ended.reason ?? 'Error', message: `container ${name} ended with ${ended.exitCode}` };
  }
  return null;
}

/**
 * What the scheduler reserves (Kubernetes docs, Init containers: resource sharing within containers): the containers
 * and restartable init containers together, or the largest moment of the init phase, plus the overhead. One Pod each.
 */
function requestedBy(pod: V1Pod): Resources {
  const { containers = [], initContainers = [], overhead = {} } = pod.spec ?? {};
  let sidecars = noResources;
  let initPeak = noResources;
  for (const container of initContainers) {
    if (container.restartPolicy === 'Always') sidecars = addResources(sidecars, requestsOf(container));
    initPeak = larger(
      initPeak,
      container.restartPolicy === 'Always' ? sidecars : addResources(sidecars, requestsOf(container)),
    );
  }
  const running = containers.reduce((sum, container) => addResources(sum, requestsOf(container)), sidecars);
  return { ...addResources(larger(running, initPeak), toResources(overhead)), pods: 1 };
}

function requestsOf(container: V1Container): Resources {
  return toResources(container.resources?.requests ?? {});
}

function larger(a: Resources, b: Resources): Resources {
  return {
    cpuMillis: Math.max(a.cpuMillis, b.cpuMillis),
    memoryBytes: Math.max(a.memoryBytes, b.memoryBytes),
    ephemeralStorageBytes: Math.max(a.ephemeralStorageBytes, b.ephemeralStorageBytes),
    pods: Math.max(a.pods, b.pods),
    gpus: Math.max(a.gpus, b.gpus),
  };
}
