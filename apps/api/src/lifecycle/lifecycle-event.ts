import type { EventReason } from '@awp/domain';

export type SubjectKind = 'PROJECT' | 'ACCESS_TOKEN' | 'CLUSTER' | 'MACHINE' | 'WORKLOAD';

export type CauseKind = 'MUTATION' | 'OBSERVATION' | 'SWEEP';

/** What made the change: for a MUTATION `reference` is the request id, for an OBSERVATION the cluster's id. */
export interface EventCause {
  readonly kind: CauseKind;
  readonly reference: string | null;
}

/** An event before it has its number. */
export interface NewLifecycleEvent {
  readonly type: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly clusterId: string | null;
  readonly projectId: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: EventReason;
  readonly actor: string;
  readonly cause: EventCause;
  readonly traceId: string | null;
  readonly occurredAt: Date;
}

/** An event as the log keeps it. `seq` is dense and in commit order, so it is the cursor. */
export interface StoredLifecycleEvent extends NewLifecycleEvent {
  readonly seq: number;
}
