import type { LifecycleChange } from '@awp/domain';
import type { EventCause, NewLifecycleEvent, SubjectKind } from './lifecycle-event';

/** What the log files an event under. */
export interface Place {
  readonly subjectKind: SubjectKind;
  readonly clusterId?: string | null;
  readonly projectId?: string | null;
}

/** Where a change comes from and when. */
export interface Origin {
  readonly actor: string;
  readonly cause: EventCause;
  readonly traceId: string | null;
  readonly occurredAt: Date;
}

/** Decided changes as events for the log. */
export function onRecord(changes: readonly LifecycleChange[], place: Place, origin: Origin): NewLifecycleEvent[] {
  return changes.map(({ type, subjectId, from, to, reason }) => ({
    type,
    subjectId,
    from,
    to,
    reason,
    subjectKind: place.subjectKind,
    clusterId: place.clusterId ?? null,
    projectId: place.projectId ?? null,
    ...origin,
  }));
}

export function byCall(actor: string, requestId: string, traceId: string | null, now: Date): Origin {
  return { actor, cause: { kind: 'MUTATION', reference: requestId }, traceId, occurredAt: now };
}

export function byObservation(clusterId: string, now: Date): Origin {
  return { actor: 'observer', cause: { kind: 'OBSERVATION', reference: clusterId }, traceId: null, occurredAt: now };
}

export function bySweep(now: Date): Origin {
  return { actor: 'sweeper', cause: { kind: 'SWEEP', reference: null }, traceId: null, occurredAt: now };
}
