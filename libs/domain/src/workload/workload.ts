import type { LifecycleChange, Resources } from '../shared';

/** What a workload is to this product. SYSTEM is the cluster's own and left out of lists unless asked for. */
export type WorkloadKind = 'SERVICE' | 'JOB' | 'SYSTEM';
export const workloadKinds: readonly WorkloadKind[] = ['SERVICE', 'JOB', 'SYSTEM'];

export type WorkloadState = 'QUEUED' | 'STARTING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN' | 'GONE';
export const workloadStates: readonly WorkloadState[] = [
  'QUEUED',
  'STARTING',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'UNKNOWN',
  'GONE',
];

/**
 * Something that runs in a cluster, or waits to. Its Pods come and go; it stays, also while it has none: a service that
 * is scaled to nothing and back is the same. Only a job that came to its end and whose Pods are gone stays over.
 */
export interface Workload {
  readonly id: string;
  readonly clusterId: string;
  /** Namespace, owner's kind and owner's name: what its Pods have in common. A Pod without owner is its own. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly kind: WorkloadKind;
  readonly state: WorkloadState;
  /** Why it is in that state, in Kubernetes' words; null when nothing is in its way. */
  readonly reason: { readonly code: string; readonly message: string } | null;
  /** It came to its end for good: Pods that come later under its key make another workload. */
  readonly over: boolean;
  readonly requested: Resources;
  readonly startedAt: Date | null;
  readonly createdAt: Date;
  readonly version: number;
}

export interface WorkloadEvent extends LifecycleChange<'WorkloadDiscovered' | 'WorkloadStateChanged'> {
  readonly clusterId: string;
}
