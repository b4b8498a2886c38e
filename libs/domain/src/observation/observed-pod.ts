import type { Resources } from '../shared';

export type PodPhase = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';

/** What a Pod belongs to, as far up as the Pod itself tells. */
export interface PodOwner {
  /** As in Kubernetes: Deployment, StatefulSet, DaemonSet, Job, or another controller's kind. */
  readonly kind: string;
  readonly name: string;
}

/** A Kubernetes Pod as an adapter saw it: the facts this product uses, in its own terms. */
export interface ObservedPod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Null for a Pod that nobody owns. */
  readonly owner: PodOwner | null;
  /** Null until it is bound to a Node. */
  readonly nodeName: string | null;
  readonly phase: PodPhase;
  /** Whether its containers run and pass their readiness checks. */
  readonly ready: boolean;
  /** Why it does not get on, in Kubernetes' words (condition PodScheduled, or a container that waits); null when it does. */
  readonly trouble: { readonly reason: string; readonly message: string } | null;
  /** What the scheduler reserves for it. */
  readonly requested: Resources;
  readonly startedAt: Date | null;
}
