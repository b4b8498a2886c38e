import type { NewLifecycleEvent } from '../lifecycle/lifecycle-event';

/** An event for the log; what a test does not care about is filled in. */
export function newEvent(over: Partial<NewLifecycleEvent> = {}): NewLifecycleEvent {
  return {
    type: 'MachineCordoned',
    subjectKind: 'MACHINE',
    subjectId: 'machine_test',
    clusterId: 'cluster_test',
    projectId: null,
    from: 'schedulable',
    to: 'cordoned',
    reason: { code: 'TEST', message: 'made by a test' },
    actor: 'test',
    cause: { kind: 'OBSERVATION', reference: null },
    traceId: null,
    occurredAt: new Date(),
    ...over,
  };
}
