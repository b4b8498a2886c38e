import type { ErrorCode } from '../shared';
import type { ObservedNode } from './observed-node';
import type { ObservedPod } from './observed-pod';

export interface ClusterIdentity {
  /** UID of the namespace kube-system: what makes a cluster this cluster. */
  readonly kubernetesUid: string;
  readonly kubernetesVersion: string;
}

/** Why the cluster could not be reached, classified by the adapter; `message` is evidence, free of secrets. */
export interface ContactFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** What an observer reports, in the order it learnt it. */
export type ClusterObservation =
  /** Who answers, before anything is told of what is there: of another cluster nothing may be recorded. */
  | { readonly kind: 'IDENTIFIED'; readonly identity: ClusterIdentity }
  /** The API answered just now and its watches are open, so what was reported before holds as of now. */
  | { readonly kind: 'CONTACT'; readonly identity: ClusterIdentity }
  | { readonly kind: 'CONTACT_FAILED'; readonly failure: ContactFailure }
  /** All Nodes there are: one that is not in the list is gone. */
  | { readonly kind: 'NODES'; readonly nodes: readonly ObservedNode[] }
  | { readonly kind: 'NODE'; readonly node: ObservedNode }
  | { readonly kind: 'NODE_DELETED'; readonly uid: string }
  /** All Pods there are: one that is not in the list is gone. */
  | { readonly kind: 'PODS'; readonly pods: readonly ObservedPod[] }
  | { readonly kind: 'POD'; readonly pod: ObservedPod }
  | { readonly kind: 'POD_DELETED'; readonly uid: string };

/**
 * Port: one cluster seen from outside. Implemented by the Kubernetes adapter and by SIMULATED; both pass
 * the same contract test.
 */
export interface ClusterObserver {
  /** One bounded contact: who answers there. Rejects with ContactError. */
  identify(signal: AbortSignal): Promise<ClusterIdentity>;
  /**
   * Reports until aborted. A lost connection is reported (CONTACT_FAILED) and retried with backoff, never thrown. Each
   * connection begins with IDENTIFIED and complete lists, NODES then PODS, so that nothing missed stays missed. Only
   * then comes CONTACT, and again and again while the watches are open. A reader that records slowly should go on
   * reading meanwhile: changes queue up to a limit, past which a complete list comes in their place.
   */
  observe(signal: AbortSignal): AsyncIterable<ClusterObservation>;
}

/** Thrown by `identify`: the classified failure as an error. */
export class ContactError extends Error {
  override readonly name = 'ContactError';

  constructor(readonly failure: ContactFailure) {
    super(failure.message);
  }
}
