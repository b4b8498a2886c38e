import type { ConditionStatus, NodeMapping, TaintEffect } from '@awp/domain';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../graphql/scalars';

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
