import type { EventType } from './event-catalogue';

/** A change that happened to one aggregate, as the lifecycle log keeps it. */
export interface LifecycleChange<Type extends EventType = EventType> {
  readonly type: Type;
  readonly subjectId: string;
  /** The value before, as text; null when there was none. */
  readonly from: string | null;
  /** The value after, as text; null when there is none. */
  readonly to: string | null;
  readonly reason: EventReason;
}

export interface EventReason {
  readonly code: string;
  readonly message: string;
}
