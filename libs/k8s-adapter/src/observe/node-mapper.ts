import type { ConditionStatus, ObservedNode, Resources, Taint, TaintEffect } from '@awp/domain';
import type { V1Node } from '@kubernetes/client-node';
import { parseQuantity } from './quantity';

const conditionStatuses: Readonly<Record<string, ConditionStatus>> = {
  True: 'TRUE',
  False: 'FALSE',
  Unknown: 'UNKNOWN',
};
const taintEffects: Readonly<Record<string, TaintEffect>> = {
  NoSchedule: 'NO_SCHEDULE',
  PreferNoSchedule: 'PREFER_NO_SCHEDULE',
  NoExecute: 'NO_EXECUTE',
};

/** A Node in the product's terms. Takes a watch's raw JSON as well as the client's object, in which times are Dates. */
export function toObservedNode(node: V1Node): ObservedNode {
  const { metadata, spec, status } = node;
  const info = status?.nodeInfo;
  return {
    uid: metadata!.uid!,
    name: metadata!.name!,
    unschedulable: spec?.unschedulable ?? false,
    labels: metadata?.labels ?? {},
    taints: (spec?.taints ?? []).map((taint): Taint => ({
      key: taint.key,
      value: taint.value ?? null,
      effect: taintEffects[taint.effect] ?? 'NO_SCHEDULE',
    })),
    conditions: (status?.conditions ?? []).map((condition) => ({
      type: condition.type,
      status: conditionStatuses[condition.status] ?? 'UNKNOWN',
      reason: condition.reason ?? null,
      message: condition.message ?? null,
      lastTransitionAt: condition.lastTransitionTime == null ? null : new Date(condition.lastTransitionTime),
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

/** Kubernetes quantities (`1500m`, `16Gi`) as whole numbers. */
function toResources(quantities: Readonly<Record<string, string>>): Resources {
  // An amount nobody can read counts as none, so that it is never promised to anybody.
  const amount = (name: string): number => parseQuantity(quantities[name] ?? '0') || 0;
  const gpuNames = Object.keys(quantities).filter((name) => name.endsWith('/gpu'));
  return {
    cpuMillis: Math.round(amount('cpu') * 1000),
    memoryBytes: Math.round(amount('memory')),
    ephemeralStorageBytes: Math.round(amount('ephemeral-storage')),
    pods: Math.round(amount('pods')),
    gpus: gpuNames.reduce((sum, name) => sum + amount(name), 0),
  };
}
