import type { Context } from '../../graphql/context';
import { ApiError } from '../../graphql/api-error';
import { decodeEventCursor } from '../../lifecycle/cursor';
import type { EventFilter } from '../../lifecycle/event-filter';
import type { SubjectKind } from '../../lifecycle/lifecycle-event';
import type { LifecycleFilterInput } from './lifecycle-event.type';

const ALL: readonly SubjectKind[] = ['PROJECT', 'ACCESS_TOKEN', 'CLUSTER', 'MACHINE', 'WORKLOAD'];
const MAX_TYPES = 50;
const WITHOUT_ACCESS = ALL.filter((kind) => kind !== 'ACCESS_TOKEN');

/** What the caller asked for, narrowed to what it may see. */
export function visibleEvents(context: Context, wanted: LifecycleFilterInput | null): EventFilter {
  const caller = context.assertMay('server.view');
  // type-graphql checks the arguments of a subscription only when its first event comes.
  if ((wanted?.types?.length ?? 0) > MAX_TYPES)
    throw new ApiError('INVALID_INPUT', `expected at most ${MAX_TYPES} types`);
  return {
    ...(wanted?.types ? { types: wanted.types } : {}),
    ...(wanted?.subjectId ? { subjectId: wanted.subjectId } : {}),
    ...(wanted?.clusterId ? { clusterId: wanted.clusterId } : {}),
    subjectKinds: context.may('accessToken.view', caller.projectId) ? ALL : WITHOUT_ACCESS,
    ...(caller.projectId === null ? {} : { visibleTo: { projectId: caller.projectId } }),
  };
}

/** The number in an event cursor; null without one. */
export function readEventCursor(cursor: string | null | undefined): number | null {
  if (cursor == null) return null;
  const seq = decodeEventCursor(cursor);
  if (seq === null) throw new ApiError('INVALID_CURSOR', 'expected the cursor of a lifecycle event');
  return seq;
}
