import type { LifecycleChange } from '../shared';

export type ClusterProvider = 'K3S' | 'KUBERNETES' | 'SIMULATED';

/** ACTIVE: observed and acted on. DETACHED: left alone; kept for its history. */
export type ClusterDesiredState = 'ACTIVE' | 'DETACHED';

/** Whether the cluster's API answers. Changes once per loss and once per return, however many machines it has. */
export type ClusterContact = 'CONNECTED' | 'LOST' | 'IDENTITY_CHANGED';

export interface ClusterPolicy {
  /** How long an observation is believed without a sign of life of the API, in seconds. */
  readonly observationStaleAfterSeconds: number;
}

export const defaultClusterPolicy: ClusterPolicy = { observationStaleAfterSeconds: 30 };

/** Stable identity of one execution cluster; what it is made of is observed. */
export interface Cluster {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly provider: ClusterProvider;
  /** UID of its kube-system namespace; the word SIMULATED where there is none. */
  readonly kubernetesUid: string;
  readonly desired: ClusterDesiredState;
  readonly contact: ClusterContact;
  readonly contactReason: { readonly code: string; readonly message: string; readonly since: Date };
  readonly policy: ClusterPolicy;
  readonly createdAt: Date;
  readonly version: number;
}

export type ClusterEvent = LifecycleChange<
  'ClusterRegistered' | 'ClusterContactLost' | 'ClusterContactRestored' | 'ClusterIdentityChanged' | 'ClusterDetached'
>;
