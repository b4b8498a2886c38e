import type { HealthReason, HealthStatus, LifecycleChange } from '../shared';

/** What its owner wants of the machine. */
export type MachineIntent = 'OBSERVE' | 'ENROLL' | 'SERVE' | 'DRAIN' | 'MAINTAIN' | 'REMOVE';
/** How far the machine belongs to its cluster. NONE: a Node was seen, nobody adopted it. */
export type EnrollmentState = 'NONE' | 'ONBOARDING' | 'ENROLLING' | 'ENROLLED' | 'REMOVED';

export const machineIntents: readonly MachineIntent[] = ['OBSERVE', 'ENROLL', 'SERVE', 'DRAIN', 'MAINTAIN', 'REMOVE'];
export const enrollmentStates: readonly EnrollmentState[] = ['NONE', 'ONBOARDING', 'ENROLLING', 'ENROLLED', 'REMOVED'];

export type MachineLifecycle =
  | 'DISCOVERED'
  | 'ONBOARDING'
  | 'ENROLLING'
  | 'READY'
  | 'DRAINING'
  | 'MAINTENANCE'
  | 'DEGRADED'
  | 'UNREACHABLE'
  | 'REMOVING'
  | 'REMOVED';

/** Which Node stands for the machine. The UID tells a re-created Node from the one before; the name does not. */
export interface NodeMapping {
  readonly nodeName: string;
  readonly nodeUid: string;
  readonly since: Date;
  /** Null while the mapping holds. */
  readonly until: Date | null;
}

export interface LifecycleReason {
  readonly code: string;
  readonly message: string;
  readonly since: Date;
  /** Who caused it; null when the change was observed. */
  readonly actor: string | null;
}

export interface Machine {
  readonly id: string;
  readonly clusterId: string;
  readonly name: string;
  readonly intent: MachineIntent;
  readonly enrollmentState: EnrollmentState;
  readonly health: HealthStatus;
  readonly healthReasons: readonly HealthReason[];
  /** Written only by the deciders, always equal to lifecycleOf(intent, enrollmentState, health). */
  readonly lifecycle: MachineLifecycle;
  readonly lifecycleReason: LifecycleReason;
  readonly node: NodeMapping | null;
  /** A Node of the same name but another UID took the place of the adopted one, and nobody vouched for it yet. */
  readonly nodeReplaced: boolean;
  readonly enrollment: { readonly method: 'ADOPTED' | 'ENROLLED'; readonly actor: string; readonly at: Date } | null;
  readonly createdAt: Date;
  readonly version: number;
}

export interface MachineEvent extends LifecycleChange<
  | 'MachineDiscovered'
  | 'MachineAdopted'
  | 'MachineLifecycleChanged'
  | 'MachineCordoned'
  | 'MachineUncordoned'
  | 'MachineTaintsChanged'
  | 'MachineLabelsChanged'
  | 'MachineConditionChanged'
  | 'MachineNodeDeleted'
  | 'MachineNodeReplaced'
> {
  readonly clusterId: string;
}
