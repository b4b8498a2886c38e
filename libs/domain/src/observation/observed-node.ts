import type { Resources } from '../shared';

export type ConditionStatus = 'TRUE' | 'FALSE' | 'UNKNOWN';

export interface NodeCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string | null;
  readonly message: string | null;
  readonly lastTransitionAt: Date | null;
}

export type TaintEffect = 'NO_SCHEDULE' | 'PREFER_NO_SCHEDULE' | 'NO_EXECUTE';

export interface Taint {
  readonly key: string;
  readonly value: string | null;
  readonly effect: TaintEffect;
}

/** A Kubernetes Node as an adapter saw it: the facts this product uses, in its own terms. */
export interface ObservedNode {
  readonly uid: string;
  readonly name: string;
  readonly unschedulable: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly conditions: readonly NodeCondition[];
  readonly capacity: Resources;
  readonly allocatable: Resources;
  readonly architecture: string;
  readonly operatingSystem: string;
  readonly osImage: string;
  readonly kernelVersion: string;
  readonly kubeletVersion: string;
  readonly containerRuntime: string;
  /** Runtime handlers the kubelet reports (Node.status.runtimeHandlers); empty when it reports none. */
  readonly runtimeHandlers: readonly string[];
}
