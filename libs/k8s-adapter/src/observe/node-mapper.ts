import { ContactError, type ConditionStatus, type ObservedNode, type Taint, type TaintEffect } from '@awp/domain';
import type { V1Node } from '@kubernetes/client-node';
import { toResources, toTime } from './values';

const conditionStatuses = new Map<string, ConditionStatus>([
  ['True', 'TRUE'],
  ['False', 'FALSE'],
  ['Unknown', 'UNKNOWN'],
]);
const taintEffects = new Map<string, TaintEffect>([
  ['NoSchedule', 'NO_SCHEDULE'],
  ['PreferNoSchedule', 'PREFER_NO_SCHEDULE'],
  ['NoExecute', 'NO_EXECUTE'],
]);

/** A Node in the product's terms. Takes a watch's raw JSON as well as the client's object, in which times are Dates. */
export function toObservedNode(node: V1Node): ObservedNode {
  const { metadata, spec, status } = node;
  if (!metadata?.uid || !metadata.name) {
    throw new ContactError({ code: 'CLUSTER_ANSWER_INVALID', message: 'the answer has a Node without name or UID' });
  }
  const info = status?.nodeInfo;
  return {
    uid: metadata.uid,
    name: metadata.name,
    unschedulable: spec?.unschedulable ?? false,
    labels: metadata.labels ?? {},
    taints: (spec?.taints ?? []).map((taint): Taint => ({
      key: taint.key,
      value: taint.value ?? null,
      effect: taintEffects.get(taint.effect) ?? 'NO_SCHEDULE',
    })),
    conditions: (status?.conditions ?? []).map((condition) => ({
      type: condition.type,
      status: conditionStatuses.get(condition.status) ?? 'UNKNOWN',
      reason: condition.reason ?? null,
      message: condition.message ?? null,
      lastTransitionAt: toTime(condition.lastTransitionTime),
    })),
    capacity: toResources(status?.capacity ?? {}),
    allocatable: toResources(status?.allocatable ?? {}),
    architecture: info?.architecture ?? '',
    operatingSystem: info?.operatingSystem ?? '',
    osImage: info?.osImage ?? '',
    kernelVersion: info?.kernelVersion ?? '',
    kubeletVersion: info?.kubeletVersion ?? '',
    containerRuntime: info?.containerRuntimeVersion ?? '',
    runtimeHandlers: (status?.runtimeHandlers ?? []).map((handler) => handler.name ?? '').filter((name) => name !== ''),
  };
}
