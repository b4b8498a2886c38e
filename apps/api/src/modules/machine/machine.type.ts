import type {
  EnrollmentState,
  HealthReason,
  HealthStatus,
  LifecycleReason,
  Machine,
  MachineIntent,
  MachineLifecycle,
  NodeMapping,
} from '@awp/domain';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../graphql/node.type';
import { Observed } from '../../graphql/observed.type';
import { DateTime } from '../../graphql/scalars';
import { NodeMappingType } from './machine-node.type';
import { HealthReasonType, HealthStatusEnum, ResourcesType } from '../cluster/cluster.type';

export const MachineLifecycleEnum = {
  DISCOVERED: 'DISCOVERED',
  ONBOARDING: 'ONBOARDING',
  ENROLLING: 'ENROLLING',
  READY: 'READY',
  DRAINING: 'DRAINING',
  MAINTENANCE: 'MAINTENANCE',
  DEGRADED: 'DEGRADED',
  UNREACHABLE: 'UNREACHABLE',
  REMOVING: 'REMOVING',
  REMOVED: 'REMOVED',
} as const satisfies Record<MachineLifecycle, MachineLifecycle>;
registerEnumType(MachineLifecycleEnum, {
  name: 'MachineLifecycle',
  description:
    'Where a machine stands: one pure function of intent, enrollmentState and health (docs/machine-lifecycle.md).',
  valuesConfig: {
    DISCOVERED: { description: 'A Node was seen; nobody adopted it.' },
    ONBOARDING: { description: 'Enrollment was asked for, is being checked, or failed.' },
    ENROLLING: { description: 'Being installed and joined.' },
    READY: { description: 'In service and healthy.' },
    DRAINING: { description: 'Its workloads are being moved away.' },
    MAINTENANCE: { description: 'Out of service on purpose.' },
    DEGRADED: { description: 'In service, but something is wrong or not known.' },
    UNREACHABLE: { description: 'In service, but it does not answer.' },
    REMOVING: { description: 'On its way out.' },
    REMOVED: { description: 'Gone; kept for history.' },
  },
});

export const MachineIntentEnum = {
  OBSERVE: 'OBSERVE',
  ENROLL: 'ENROLL',
  SERVE: 'SERVE',
  DRAIN: 'DRAIN',
  MAINTAIN: 'MAINTAIN',
  REMOVE: 'REMOVE',
} as const satisfies Record<MachineIntent, MachineIntent>;
registerEnumType(MachineIntentEnum, {
  name: 'MachineIntent',
  description: 'What is wanted of a machine.',
  valuesConfig: {
    OBSERVE: { description: 'Only look at it.' },
    ENROLL: { description: 'Bring it into its cluster.' },
    SERVE: { description: 'Run workloads.' },
    DRAIN: { description: 'Move its workloads away.' },
    MAINTAIN: { description: 'Stay out of service for a while.' },
    REMOVE: { description: 'Leave its cluster for good.' },
  },
});

export const EnrollmentStateEnum = {
  NONE: 'NONE',
  ONBOARDING: 'ONBOARDING',
  ENROLLING: 'ENROLLING',
  ENROLLED: 'ENROLLED',
  REMOVED: 'REMOVED',
} as const satisfies Record<EnrollmentState, EnrollmentState>;
registerEnumType(EnrollmentStateEnum, {
  name: 'EnrollmentState',
  description: 'How far a machine belongs to its cluster.',
  valuesConfig: {
    NONE: { description: 'Seen as a Node, not adopted.' },
    ONBOARDING: { description: 'Asked for; nothing installed yet, or undone after a failure.' },
    ENROLLING: { description: 'Being installed and joined.' },
    ENROLLED: { description: 'It belongs to the cluster.' },
    REMOVED: { description: 'It no longer does.' },
  },
});

@ObjectType('MachineHealth', {
  simpleResolvers: true,
  implements: Observed,
  description: 'How a machine is. UNKNOWN as soon as what is known of it is stale.',
})
export class MachineHealthType extends Observed {
  @Field(() => HealthStatusEnum, { description: 'How it is.' })
  status: HealthStatus;
  @Field(() => [HealthReasonType], { description: 'Why it is not healthy; empty when it is.' })
  reasons: HealthReason[];
}

@ObjectType('LifecycleReason', { simpleResolvers: true, description: 'Why something is in the state it is in.' })
export class LifecycleReasonType implements LifecycleReason {
  @Field(() => String, { description: 'Stable code, for programs.' })
  code: string;
  @Field(() => String, { description: 'In words.' })
  message: string;
  @Field(() => DateTime, { description: 'Since when.' })
  since: Date;
  @Field(() => String, { nullable: true, description: 'Id of the token that caused it; null when it was observed.' })
  actor: string | null;
}

@ObjectType({
  simpleResolvers: true,
  implements: Observed,
  description: 'What a machine has and what it offers to Pods.',
})
export class MachineResources extends Observed {
  @Field(() => ResourcesType, { description: 'What the host has.' })
  capacity: ResourcesType;
  @Field(() => ResourcesType, { description: 'What its kubelet offers to Pods: capacity less what the system keeps.' })
  allocatable: ResourcesType;
  @Field(() => ResourcesType, { description: 'What the scheduler holds for Pods that are bound to it and not over.' })
  requested: ResourcesType;
}

const EnrollmentMethodEnum = { ADOPTED: 'ADOPTED', ENROLLED: 'ENROLLED' } as const;
registerEnumType(EnrollmentMethodEnum, {
  name: 'EnrollmentMethod',
  description: 'How a machine came into service.',
  valuesConfig: {
    ADOPTED: { description: 'Its Node was there and somebody took it into service.' },
    ENROLLED: { description: 'Installed and joined over SSH.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'How a machine came into service.' })
export class EnrollmentProvenance {
  @Field(() => EnrollmentMethodEnum, { description: 'How.' })
  method: 'ADOPTED' | 'ENROLLED';
  @Field(() => String, { description: 'Id of the token that did it.' })
  actor: string;
  @Field(() => DateTime, { description: 'When.' })
  at: Date;
}

@ObjectType('Machine', {
  implements: Node,
  description: 'One machine of a cluster. Its identity is ours and survives what happens to its Node.',
})
export class MachineType extends Node implements Pick<Machine, 'id' | 'name' | 'lifecycle'> {
  @Field(() => String, { description: 'Its name: that of its Node when it was first seen.' })
  name: string;
  @Field(() => MachineLifecycleEnum, {
    description: 'Where it stands. Does not change when the cluster is lost from sight: see health.',
  })
  lifecycle: MachineLifecycle;
  @Field(() => LifecycleReasonType, { description: 'Why it stands there.' })
  lifecycleReason: LifecycleReason;
  @Field(() => MachineIntentEnum, { description: 'What is wanted of it.' })
  intent: MachineIntent;
  @Field(() => EnrollmentStateEnum, { description: 'How far it belongs to its cluster.' })
  enrollmentState: EnrollmentState;
  @Field(() => NodeMappingType, {
    nullable: true,
    description: 'The Node that stands for it; null when there is none now.',
  })
  node: NodeMapping | null;
  @Field(() => EnrollmentProvenance, { nullable: true, description: 'How it came into service; null when it did not.' })
  enrollment: EnrollmentProvenance | null;
  @Field(() => DateTime, { description: 'When it was first seen.' })
  createdAt: Date;
  @Field(() => Int, { description: 'Grows by one with each change of its state.' })
  version: number;
  @Field(() => ID, { description: 'Id of its cluster, for who needs no more of it.' })
  clusterId: string;
}
