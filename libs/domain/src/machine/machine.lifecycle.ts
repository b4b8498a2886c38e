import type { HealthStatus } from '../shared';
import type { EnrollmentState, MachineIntent, MachineLifecycle } from './machine';

interface Rule {
  readonly intent?: MachineIntent;
  readonly enrollmentState?: EnrollmentState;
  readonly health?: HealthStatus;
  readonly lifecycle: MachineLifecycle;
}

/**
 * The machine lifecycle as one table: the first row whose given columns match decides. What was asked for and how far
 * enrollment came outweigh health, so "draining and unreachable" reads DRAINING with its health beside it.
 * Only HEALTHY makes READY: an UNKNOWN health is DEGRADED until something says otherwise.
 */
export const lifecycleTable: readonly Rule[] = [
  { enrollmentState: 'REMOVED', lifecycle: 'REMOVED' },
  { intent: 'REMOVE', lifecycle: 'REMOVING' },
  { enrollmentState: 'ONBOARDING', lifecycle: 'ONBOARDING' },
  { enrollmentState: 'ENROLLING', lifecycle: 'ENROLLING' },
  { enrollmentState: 'NONE', lifecycle: 'DISCOVERED' },
  { intent: 'DRAIN', lifecycle: 'DRAINING' },
  { intent: 'MAINTAIN', lifecycle: 'MAINTENANCE' },
  { health: 'UNREACHABLE', lifecycle: 'UNREACHABLE' },
  { health: 'HEALTHY', lifecycle: 'READY' },
  { lifecycle: 'DEGRADED' },
];

export function lifecycleOf(
  intent: MachineIntent,
  enrollmentState: EnrollmentState,
  health: HealthStatus,
): MachineLifecycle {
  const rule = lifecycleTable.find(
    (row) =>
      (row.intent === undefined || row.intent === intent) &&
      (row.enrollmentState === undefined || row.enrollmentState === enrollmentState) &&
      (row.health === undefined || row.health === health),
  );
  // The last row names no column, so one always matches.
  return rule!.lifecycle;
}
