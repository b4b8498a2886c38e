import { describe, expect, it } from '@jest/globals';
import { healthStatuses, type HealthStatus } from '../shared';
import { enrollmentStates, machineIntents, type EnrollmentState, type MachineIntent } from './machine';
import { lifecycleOf } from './machine.lifecycle';

/** Every cell, written out by hand: columns HEALTHY, DEGRADED, UNREACHABLE, UNKNOWN. */
const cells: Record<MachineIntent, Record<EnrollmentState, string>> = {
  OBSERVE: {
    NONE: '      DISCOVERED  DISCOVERED  DISCOVERED  DISCOVERED',
    ONBOARDING: 'ONBOARDING  ONBOARDING  ONBOARDING  ONBOARDING',
    ENROLLING: ' ENROLLING   ENROLLING   ENROLLING   ENROLLING ',
    ENROLLED: '  READY       DEGRADED    UNREACHABLE DEGRADED  ',
    REMOVED: '   REMOVED     REMOVED     REMOVED     REMOVED   ',
  },
  ENROLL: {
    NONE: '      DISCOVERED  DISCOVERED  DISCOVERED  DISCOVERED',
    ONBOARDING: 'ONBOARDING  ONBOARDING  ONBOARDING  ONBOARDING',
    ENROLLING: ' ENROLLING   ENROLLING   ENROLLING   ENROLLING ',
    ENROLLED: '  READY       DEGRADED    UNREACHABLE DEGRADED  ',
    REMOVED: '   REMOVED     REMOVED     REMOVED     REMOVED   ',
  },
  SERVE: {
    NONE: '      DISCOVERED  DISCOVERED  DISCOVERED  DISCOVERED',
    ONBOARDING: 'ONBOARDING  ONBOARDING  ONBOARDING  ONBOARDING',
    ENROLLING: ' ENROLLING   ENROLLING   ENROLLING   ENROLLING ',
    ENROLLED: '  READY       DEGRADED    UNREACHABLE DEGRADED  ',
    REMOVED: '   REMOVED     REMOVED     REMOVED     REMOVED   ',
  },
  DRAIN: {
    NONE: '      DISCOVERED  DISCOVERED  DISCOVERED  DISCOVERED',
    ONBOARDING: 'ONBOARDING  ONBOARDING  ONBOARDING  ONBOARDING',
    ENROLLING: ' ENROLLING   ENROLLING   ENROLLING   ENROLLING ',
    ENROLLED: '  DRAINING    DRAINING    DRAINING    DRAINING  ',
    REMOVED: '   REMOVED     REMOVED     REMOVED     REMOVED   ',
  },
  MAINTAIN: {
    NONE: '      DISCOVERED  DISCOVERED  DISCOVERED  DISCOVERED',
    ONBOARDING: 'ONBOARDING  ONBOARDING  ONBOARDING  ONBOARDING',
    ENROLLING: ' ENROLLING   ENROLLING   ENROLLING   ENROLLING ',
    ENROLLED: '  MAINTENANCE MAINTENANCE MAINTENANCE MAINTENANCE',
    REMOVED: '   REMOVED     REMOVED     REMOVED     REMOVED   ',
  },
  REMOVE: {
    NONE: '      REMOVING    REMOVING    REMOVING    REMOVING  ',
    ONBOARDING: 'REMOVING    REMOVING    REMOVING    REMOVING  ',
    ENROLLING: ' REMOVING    REMOVING    REMOVING    REMOVING  ',
    ENROLLED: '  REMOVING    REMOVING    REMOVING    REMOVING  ',
    REMOVED: '   REMOVED     REMOVED     REMOVED     REMOVED   ',
  },
};

const columns: readonly HealthStatus[] = ['HEALTHY', 'DEGRADED', 'UNREACHABLE', 'UNKNOWN'];

const expectations = machineIntents.flatMap((intent) =>
  enrollmentStates.flatMap((enrollmentState) => {
    const row = cells[intent][enrollmentState].trim().split(/\s+/);
    return columns.map((health, column) => ({ intent, enrollmentState, health, lifecycle: row[column]! }));
  }),
);

describe('the lifecycle of a machine', () => {
  it('is written down here for every cell there is', () => {
    expect(expectations).toHaveLength(6 * 5 * 4);
    expect([...columns].sort()).toEqual([...healthStatuses].sort());
    expect(Object.keys(cells).sort()).toEqual([...machineIntents].sort());
  });

  it.each(expectations)('is $lifecycle for $intent, $enrollmentState and $health', (cell) => {
    expect(lifecycleOf(cell.intent, cell.enrollmentState, cell.health)).toBe(cell.lifecycle);
  });
});
