import type { EventReason } from '@awp/domain';
import { IsOptional } from 'class-validator';
import {
  Ctx,
  Field,
  FieldResolver,
  Float,
  ID,
  InputType,
  InterfaceType,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import { connectionType } from '../../graphql/connection.type';
import type { Context } from '../../graphql/context';
import { loadNode } from '../../graphql/load-node';
import { Cursor, DateTime } from '../../graphql/scalars';
import { encodeEventCursor } from '../../lifecycle/cursor';
import type { CauseKind, EventCause, StoredLifecycleEvent } from '../../lifecycle/lifecycle-event';
import { AccessTokenType } from '../access/access.type';
import { ClusterType } from '../cluster/cluster.type';
import { MachineType } from '../machine/machine.type';
import { ProjectType } from '../project/project.type';
import { WorkloadType } from '../workload/workload.type';

const EventCauseKindEnum = {
  MUTATION: 'MUTATION',
  OBSERVATION: 'OBSERVATION',
  SWEEP: 'SWEEP',
} as const satisfies Record<CauseKind, CauseKind>;
registerEnumType(EventCauseKindEnum, {
  name: 'EventCauseKind',
  description: 'What kind of thing made a change.',
  valuesConfig: {
    MUTATION: { description: 'A call.' },
    OBSERVATION: { description: 'Something seen in a cluster.' },
    SWEEP: { description: 'Time that passed.' },
  },
});

@ObjectType('EventCause', { simpleResolvers: true, description: 'What made a change.' })
class EventCauseType implements EventCause {
  @Field(() => EventCauseKindEnum, { description: 'Its kind.' })
  kind: CauseKind;
  @Field(() => String, {
    nullable: true,
    description: 'The request id of a call, the id of the cluster observed; null for a sweep.',
  })
  reference: string | null;
}

@ObjectType('EventReason', { simpleResolvers: true, description: 'Why a change happened.' })
class EventReasonType implements EventReason {
  @Field(() => String, { description: 'Stable code, for programs; for conditions the reason Kubernetes gives.' })
  code: string;
  @Field(() => String, { description: 'In words.' })
  message: string;
}

const typeNames: Readonly<Record<StoredLifecycleEvent['subjectKind'], string>> = {
  PROJECT: 'ProjectLifecycleEvent',
  ACCESS_TOKEN: 'AccessLifecycleEvent',
  CLUSTER: 'ClusterLifecycleEvent',
  MACHINE: 'MachineLifecycleEvent',
  WORKLOAD: 'WorkloadLifecycleEvent',
};

@InterfaceType({
  description: 'Something that changed, once. The log of these is dense, ordered and resumable.',
  resolveType: (event: StoredLifecycleEvent) => typeNames[event.subjectKind],
})
export abstract class LifecycleEvent {
  @Field(() => Float, {
    name: 'sequence',
    description:
      'Number in the log: dense, in the order of commits. Events of others may lie between two that you see.',
  })
  seq: number;
  @Field(() => DateTime, { description: 'When it happened, by the clock of the server.' })
  occurredAt: Date;
  @Field(() => String, { description: 'What happened, as in MachineCordoned; docs/events.md lists them all.' })
  type: string;
  @Field(() => String, { description: 'Id of the token that did it, or `observer`, `sweeper`, `server`.' })
  actor: string;
  @Field(() => EventCauseType, { nullable: true, description: 'What made the change.' })
  cause: EventCause | null;
  @Field(() => String, {
    nullable: true,
    description: 'Trace id of the call that made it (W3C traceparent); null when it sent none.',
  })
  traceId: string | null;
  @Field(() => ID, { description: 'Id of what changed.' })
  subjectId: string;
  @Field(() => String, { nullable: true, description: 'The value before, as text; null when there was none.' })
  from: string | null;
  @Field(() => String, { nullable: true, description: 'The value after, as text; null when there is none.' })
  to: string | null;
  @Field(() => EventReasonType, { nullable: true, description: 'Why.' })
  reason: EventReason | null;
}

@ObjectType({ implements: LifecycleEvent, description: 'A change of a project.' })
export class ProjectLifecycleEvent extends LifecycleEvent {}

@ObjectType({ implements: LifecycleEvent, description: 'A change of an access token. Seen by admins only.' })
export class AccessLifecycleEvent extends LifecycleEvent {}

@ObjectType({ implements: LifecycleEvent, description: 'A change of a cluster.' })
export class ClusterLifecycleEvent extends LifecycleEvent {}

@ObjectType({ implements: LifecycleEvent, description: 'A change of a machine.' })
export class MachineLifecycleEvent extends LifecycleEvent {
  @Field(() => ID, { description: 'Id of its cluster.' })
  clusterId: string;
}

@ObjectType({ implements: LifecycleEvent, description: 'A change of a workload.' })
export class WorkloadLifecycleEvent extends LifecycleEvent {
  @Field(() => ID, { description: 'Id of its cluster.' })
  clusterId: string;
}

@Resolver(() => LifecycleEvent as never)
export class LifecycleEventResolver {
  @FieldResolver(() => Cursor, { description: 'Its place: subscribe with `after` to go on from here.' })
  cursor(@Root() event: StoredLifecycleEvent): string {
    return encodeEventCursor(event.seq);
  }
}

export const LifecycleEventConnection = connectionType(() => LifecycleEvent as never, 'LifecycleEvent');

@Resolver(() => ProjectLifecycleEvent)
export class ProjectLifecycleEventResolver {
  @FieldResolver(() => ProjectType, { nullable: true, description: 'The project as it is now.' })
  project(@Root() event: StoredLifecycleEvent, @Ctx() context: Context): Promise<object | null> {
    return loadNode(context, event.subjectId);
  }
}

@Resolver(() => AccessLifecycleEvent)
export class AccessLifecycleEventResolver {
  @FieldResolver(() => AccessTokenType, { nullable: true, description: 'The token as it is now.' })
  accessToken(@Root() event: StoredLifecycleEvent, @Ctx() context: Context): Promise<object | null> {
    return loadNode(context, event.subjectId);
  }
}

@Resolver(() => ClusterLifecycleEvent)
export class ClusterLifecycleEventResolver {
  @FieldResolver(() => ClusterType, { description: 'The cluster as it is now.' })
  cluster(@Root() event: StoredLifecycleEvent, @Ctx() context: Context): Promise<object | null> {
    return context.loaders.cluster.load(event.subjectId);
  }
}

@Resolver(() => MachineLifecycleEvent)
export class MachineLifecycleEventResolver {
  @FieldResolver(() => MachineType, { description: 'The machine as it is now, which may be later than the event.' })
  machine(@Root() event: StoredLifecycleEvent, @Ctx() context: Context): Promise<object | null> {
    return context.loaders.machine.load(event.subjectId);
  }
}

@Resolver(() => WorkloadLifecycleEvent)
export class WorkloadLifecycleEventResolver {
  @FieldResolver(() => WorkloadType, { description: 'The workload as it is now, which may be later than the event.' })
  workload(@Root() event: StoredLifecycleEvent, @Ctx() context: Context): Promise<object | null> {
    return context.loaders.workload.load(event.subjectId);
  }
}

@InputType('LifecycleFilter', { description: 'Which events. Parts add up.' })
export class LifecycleFilterInput {
  @Field(() => [String], { nullable: true, description: 'Of these types; at most 50.' })
  @IsOptional()
  types?: string[] | null;
  @Field(() => ID, { nullable: true, description: 'Of this project, token, cluster, machine or workload.' })
  @IsOptional()
  subjectId?: string | null;
  @Field(() => ID, { nullable: true, description: 'Of this cluster, its machines and workloads.' })
  @IsOptional()
  clusterId?: string | null;
}
