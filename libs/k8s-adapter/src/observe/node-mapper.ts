import { ContactError, type ConditionStatus, type ObservedNode, type Taint, type TaintEffect } from '@awp/domain';
import type { V1Node } from '@kubernetes/client-node';
import { toResources, toText, toTextOrNull, toTime } from './values';

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
    uid: toText(metadata.uid),
    name: toText(metadata.name),
    unschedulable: spec?.unschedulable ?? false,
    labels: toLabels(metadata.labels ?? {}),
    taints: (spec?.taints ?? []).map((taint): Taint => ({
      key: toText(taint.key),
      value: toTextOrNull(taint.value),
      effect: taintEffects.get(taint.effect) ?? 'NO_SCHEDULE',
    })),
    conditions: (status?.conditions ?? []).map((condition) => ({
      type: toText(condition.type),
      status: conditionStatuses.get(condition.status) ?? 'UNKNOWN',
      reason: toTextOrNull(condition.reason),
      message: toTextOrNull(condition.message),
      lastTransitionAt: toTime(condition.lastTransitionTime),
    })),
    capacity: toResources(status?.capacity ?? {}),
    allocatable: toResources(status?.allocatable ?? {}),
    architecture: toText(info?.architecture ?? ''),
    operatingSystem: toText(info?.operatingSystem ?? ''),
    osImage: toText(info?.osImage ?? ''),
    kernelVersion: toText(info?.kernelVersion ?? ''),
    kubeletVersion: toText(info?.kubeletVersion ?? ''),
    containerRuntime: toText(info?.containerRuntimeVersion ?? ''),
    runtimeHandlers: (status?.runtimeHandlers ?? [])
      .map((handler) => toText(handler.name ?? ''))
      .filter((name) => name !== ''),
  };
}

function toLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [toText(key), toText(value)]));
}
