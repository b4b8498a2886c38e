import type {
  CapabilityKind,
  ConditionStatus,
  EnrollmentState,
  HealthReason,
  HealthStatus,
  LifecycleReason,
  Machine,
  MachineIntent,
  MachineLifecycle,
  NodeMapping,
  TaintEffect,
} from '@awp/domain';
import { createUnionType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../graphql/node.type';
import { Observed } from '../../graphql/observed.type';
import { DateTime } from '../../graphql/scalars';
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

@ObjectType('NodeMapping', {
  simpleResolvers: true,
  description: 'Which Kubernetes Node stands, or stood, for a machine.',
})
export class NodeMappingType implements NodeMapping {
  @Field(() => String, { description: 'Name of the Node.' })
  nodeName: string;
  @Field(() => String, { description: 'UID of the Node object: tells a re-created Node from the one before.' })
  nodeUid: string;
  @Field(() => DateTime, { description: 'Since when.' })
  since: Date;
  @Field(() => DateTime, { nullable: true, description: 'Until when; null while it holds.' })
  until: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'A Kubernetes label.' })
export class Label {
  @Field(() => String, { description: 'Name, with its prefix.' })
  key: string;
  @Field(() => String, { description: 'Value; may be empty.' })
  value: string;
}

const TaintEffectEnum = {
  NO_SCHEDULE: 'NO_SCHEDULE',
  PREFER_NO_SCHEDULE: 'PREFER_NO_SCHEDULE',
  NO_EXECUTE: 'NO_EXECUTE',
} as const satisfies Record<TaintEffect, TaintEffect>;
registerEnumType(TaintEffectEnum, {
  name: 'TaintEffect',
  description: 'What a taint does to Pods that do not tolerate it.',
  valuesConfig: {
    NO_SCHEDULE: { description: 'New ones are kept away.' },
    PREFER_NO_SCHEDULE: { description: 'New ones are kept away if there is another place.' },
    NO_EXECUTE: { description: 'New ones are kept away and running ones evicted.' },
  },
});

@ObjectType('Taint', { simpleResolvers: true, description: 'A Kubernetes taint.' })
export class TaintType {
  @Field(() => String, { description: 'Name, with its prefix.' })
  key: string;
  @Field(() => String, { nullable: true, description: 'Value; null when it has none.' })
  value: string | null;
  @Field(() => TaintEffectEnum, { description: 'What it does.' })
  effect: TaintEffect;
}

const ConditionStatusEnum = { TRUE: 'TRUE', FALSE: 'FALSE', UNKNOWN: 'UNKNOWN' } as const satisfies Record<
  ConditionStatus,
  ConditionStatus
>;
registerEnumType(ConditionStatusEnum, {
  name: 'ConditionStatus',
  description: 'Whether a condition holds.',
  valuesConfig: {
    TRUE: { description: 'It holds.' },
    FALSE: { description: 'It does not.' },
    UNKNOWN: { description: 'Kubernetes does not know.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: "A condition of the machine's Node, as its kubelet or the control plane reports it.",
})
export class MachineCondition {
  @Field(() => String, { description: 'Its name, as in Ready or DiskPressure.' })
  type: string;
  @Field(() => ConditionStatusEnum, { description: 'Whether it holds.' })
  status: ConditionStatus;
  @Field(() => String, { nullable: true, description: 'A word for why; null when none was given.' })
  reason: string | null;
  @Field(() => String, { nullable: true, description: 'A sentence for why; null when none was given.' })
  message: string | null;
  @Field(() => DateTime, {
    nullable: true,
    description: 'When its status last changed; null when that was not reported.',
  })
  lastTransitionAt: Date | null;
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

export const CapabilityKindEnum = {
  ARCHITECTURE: 'ARCHITECTURE',
  OS: 'OS',
  KERNEL: 'KERNEL',
  CPU: 'CPU',
  MEMORY: 'MEMORY',
  DISK: 'DISK',
  GPU: 'GPU',
  RUNTIME_CLASS: 'RUNTIME_CLASS',
  TRUST_TIER: 'TRUST_TIER',
  LABEL: 'LABEL',
  STORAGE_CLASS: 'STORAGE_CLASS',
  NETWORK: 'NETWORK',
  SERVICE: 'SERVICE',
} as const satisfies Record<CapabilityKind, CapabilityKind>;
registerEnumType(CapabilityKindEnum, {
  name: 'CapabilityKind',
  description: 'What a capability is about.',
  valuesConfig: {
    ARCHITECTURE: { description: 'CPU architecture, in Go’s words: amd64, arm64.' },
    OS: { description: 'Operating system and its image.' },
    KERNEL: { description: 'Kernel version.' },
    CPU: { description: 'Cores.' },
    MEMORY: { description: 'Memory.' },
    DISK: { description: 'Local disk.' },
    GPU: { description: 'GPUs.' },
    RUNTIME_CLASS: { description: 'A runtime handler its kubelet reports.' },
    TRUST_TIER: { description: 'How far it is trusted: declared by a person, never read off the machine.' },
    LABEL: { description: 'A label of its Node.' },
    STORAGE_CLASS: { description: 'A storage class it can use.' },
    NETWORK: { description: 'A network it can reach.' },
    SERVICE: { description: 'A service it offers.' },
  },
});

const CapabilityProvenanceEnum = { OBSERVED: 'OBSERVED', VERIFIED: 'VERIFIED', DECLARED: 'DECLARED' } as const;
registerEnumType(CapabilityProvenanceEnum, {
  name: 'CapabilityProvenance',
  description: 'How a capability is known.',
  valuesConfig: {
    OBSERVED: { description: 'Its Node says so.' },
    VERIFIED: { description: 'It was tried out.' },
    DECLARED: { description: 'A person says so.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'A number with its unit.' })
export class QuantityValue {
  type: 'QUANTITY';
  @Field(() => Float, { description: 'How much.' })
  quantity: number;
  @Field(() => String, { description: 'Of what: cores, bytes, devices.' })
  unit: string;
}

@ObjectType({ simpleResolvers: true, description: 'A text.' })
export class TextValue {
  type: 'TEXT';
  @Field(() => String, { description: 'The text.' })
  text: string;
}

@ObjectType({ simpleResolvers: true, description: 'A yes or no.' })
export class FlagValue {
  type: 'FLAG';
  @Field(() => Boolean, { description: 'Yes or no.' })
  flag: boolean;
}

const valueTypes = { QUANTITY: 'QuantityValue', TEXT: 'TextValue', FLAG: 'FlagValue' } as const;

export const CapabilityValueUnion = createUnionType({
  name: 'CapabilityValue',
  description: 'How much, what, or whether.',
  types: () => [QuantityValue, TextValue, FlagValue] as const,
  resolveType: (value) => valueTypes[value.type],
});

@ObjectType('MachineCapability', {
  simpleResolvers: true,
  implements: Observed,
  description: 'Something a machine can do or has, as data that placement reads.',
})
export class MachineCapabilityType extends Observed {
  @Field(() => CapabilityKindEnum, { description: 'What it is about.' })
  kind: CapabilityKind;
  @Field(() => String, { description: 'Which one of its kind.' })
  key: string;
  @Field(() => CapabilityValueUnion, { description: 'How much, what, or whether.' })
  value: typeof CapabilityValueUnion;
  @Field(() => CapabilityProvenanceEnum, { description: 'How it is known.' })
  provenance: 'OBSERVED' | 'VERIFIED' | 'DECLARED';
  @Field(() => DateTime, {
    nullable: true,
    description: 'When it goes stale if it is not observed again; null when it does not.',
  })
  expiresAt: Date | null;
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
