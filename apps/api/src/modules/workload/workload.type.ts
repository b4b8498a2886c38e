import type { PodPhase, WorkloadKind, WorkloadState } from '@awp/domain';
import { ArrayMaxSize, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType, MAX_PAGE_SIZE } from '../../graphql/connection.type';
import { Node } from '../../graphql/node.type';
import { DateTime } from '../../graphql/scalars';
import { ResourcesType } from '../cluster/cluster.type';

export const WorkloadKindEnum = { SERVICE: 'SERVICE', JOB: 'JOB', SYSTEM: 'SYSTEM' } as const satisfies Record<
  WorkloadKind,
  WorkloadKind
>;
registerEnumType(WorkloadKindEnum, {
  name: 'WorkloadKind',
  description: 'What a workload is.',
  valuesConfig: {
    SERVICE: { description: 'Runs until somebody stops it.' },
    JOB: { description: 'Runs to an end.' },
    SYSTEM: { description: "The cluster's own. Left out of lists unless asked for." },
  },
});

export const WorkloadStateEnum = {
  QUEUED: 'QUEUED',
  STARTING: 'STARTING',
  RUNNING: 'RUNNING',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
  GONE: 'GONE',
} as const satisfies Record<WorkloadState, WorkloadState>;
registerEnumType(WorkloadStateEnum, {
  name: 'WorkloadState',
  description: 'Where a workload stands, by its Pods.',
  valuesConfig: {
    QUEUED: { description: 'Waits for a machine; the reason is in the words of the scheduler.' },
    STARTING: { description: 'Has a machine, and does not run yet.' },
    RUNNING: { description: 'Runs; of a service, at least one Pod does.' },
    SUCCEEDED: { description: 'Ended well.' },
    FAILED: { description: 'Ended badly: all its Pods are over; of a job, none ended well.' },
    UNKNOWN: { description: 'Kubernetes does not know.' },
    GONE: { description: 'It has no Pods and came to no end; it goes on when Pods of it come again.' },
  },
});

const PodPhaseEnum = {
  PENDING: 'PENDING',
  RUNNING: 'RUNNING',
  SUCCEEDED: 'SUCCEEDED',
  FAILED: 'FAILED',
  UNKNOWN: 'UNKNOWN',
} as const satisfies Record<PodPhase, PodPhase>;
registerEnumType(PodPhaseEnum, {
  name: 'PodPhase',
  description: 'Phase of a Pod, as Kubernetes has it.',
  valuesConfig: {
    PENDING: { description: 'Not all its containers run yet.' },
    RUNNING: { description: 'Bound to a Node, and at least one container runs.' },
    SUCCEEDED: { description: 'All containers ended with 0.' },
    FAILED: { description: 'All containers ended, at least one badly.' },
    UNKNOWN: { description: 'Its Node does not answer.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description: 'A Pod that stands for a workload now. It comes and goes; the workload stays.',
})
export class KubernetesPod {
  @Field(() => String, { description: 'Namespace of the Pod.' })
  namespace: string;
  @Field(() => String, { description: 'Name of the Pod.' })
  name: string;
  @Field(() => String, { description: 'UID of the Pod.' })
  uid: string;
  @Field(() => String, { nullable: true, description: 'Node it is bound to; null until it is.' })
  nodeName: string | null;
  @Field(() => PodPhaseEnum, { description: 'Its phase.' })
  phase: PodPhase;
}

@ArgsType()
export class PodArgs {
  @Field(() => Int, { defaultValue: 20, description: `Pods to return, 1 to ${MAX_PAGE_SIZE}.` })
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number;
}

@ObjectType({ simpleResolvers: true, description: 'Why a workload is in the state it is in.' })
export class WorkloadReason {
  @Field(() => String, { description: 'A word of Kubernetes, as in Unschedulable or CrashLoopBackOff.' })
  code: string;
  @Field(() => String, { description: 'A sentence of Kubernetes.' })
  message: string;
}

@ObjectType('Workload', {
  implements: Node,
  description:
    'Something that runs in a cluster, or waits to. Its Pods are replaced, or scaled to none and back; it stays the same. Only a job that ended and whose Pods are gone is over: a later job of its name is another workload.',
})
export class WorkloadType extends Node {
  @Field(() => String, { description: 'Namespace of its Pods.' })
  namespace: string;
  @Field(() => String, { description: 'Name of what owns its Pods, or of the Pod nobody owns.' })
  name: string;
  @Field(() => WorkloadKindEnum, { description: 'What it is.' })
  kind: WorkloadKind;
  @Field(() => WorkloadStateEnum, { description: 'Where it stands.' })
  state: WorkloadState;
  @Field(() => WorkloadReason, { nullable: true, description: 'Why; null when nothing is in its way.' })
  reason: WorkloadReason | null;
  @Field(() => ResourcesType, { description: 'What the scheduler holds for its Pods that are not over.' })
  requested: ResourcesType;
  @Field(() => DateTime, { nullable: true, description: 'When its first Pod started; null before.' })
  startedAt: Date | null;
  @Field(() => DateTime, { description: 'When it was first seen.' })
  createdAt: Date;
  @Field(() => Int, { description: 'Grows by one with each change of its state.' })
  version: number;
  @Field(() => ID, { description: 'Id of its cluster, for who needs no more of it.' })
  clusterId: string;
}

export const WorkloadConnection = connectionType(() => WorkloadType, 'Workload');

@InputType('WorkloadFilter', { description: 'Which workloads. Parts add up.' })
export class WorkloadFilterInput {
  @Field(() => [WorkloadKindEnum], { nullable: true, description: 'Of these kinds; left out, all but SYSTEM.' })
  @IsOptional()
  @ArrayMaxSize(10)
  kinds?: WorkloadKind[] | null;
  @Field(() => [WorkloadStateEnum], { nullable: true, description: 'In one of these states.' })
  @IsOptional()
  @ArrayMaxSize(10)
  states?: WorkloadState[] | null;
}
