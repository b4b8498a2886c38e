import type { Cluster, HealthReason, HealthStatus, Resources } from '@awp/domain';
import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../graphql/connection.type';
import { Node } from '../../graphql/node.type';
import { Observed } from '../../graphql/observed.type';
import { Bytes, DateTime } from '../../graphql/scalars';

const ClusterProviderEnum = { K3S: 'K3S', KUBERNETES: 'KUBERNETES', SIMULATED: 'SIMULATED' } as const;
registerEnumType(ClusterProviderEnum, {
  name: 'ClusterProvider',
  description: 'What runs the cluster.',
  valuesConfig: {
    K3S: { description: 'K3s, by its version string.' },
    KUBERNETES: { description: 'Any other Kubernetes.' },
    SIMULATED: { description: 'Nothing: made up for a first look.' },
  },
});

const ClusterDesiredStateEnum = { ACTIVE: 'ACTIVE', DETACHED: 'DETACHED' } as const;
registerEnumType(ClusterDesiredStateEnum, {
  name: 'ClusterDesiredState',
  description: 'What the server is to do with the cluster.',
  valuesConfig: {
    ACTIVE: { description: 'Observe it and act on it.' },
    DETACHED: { description: 'Leave it alone; its history is kept.' },
  },
});

export const HealthStatusEnum = {
  HEALTHY: 'HEALTHY',
  DEGRADED: 'DEGRADED',
  UNREACHABLE: 'UNREACHABLE',
  UNKNOWN: 'UNKNOWN',
} as const;
registerEnumType(HealthStatusEnum, {
  name: 'HealthStatus',
  description: 'How something is. UNKNOWN is never HEALTHY.',
  valuesConfig: {
    HEALTHY: { description: 'Seen lately, and nothing is wrong.' },
    DEGRADED: { description: 'It works, not as it should; the reasons say what is wrong.' },
    UNREACHABLE: { description: 'It does not answer.' },
    UNKNOWN: { description: 'Not known, or known from too long ago.' },
  },
});

@ObjectType('HealthReason', { description: 'One thing that keeps something from being healthy.' })
export class HealthReasonType {
  @Field(() => String, { description: 'Stable code, for programs.' })
  code: string;
  @Field(() => String, { description: 'What is wrong, in words.' })
  message: string;
  @Field(() => DateTime, { description: 'Since when.' })
  since: Date;
  @Field(() => String, { nullable: true, description: 'What to do about it; null when nothing is known to help.' })
  remedy: string | null;
  subjectId: string | null;
}

@ObjectType('ClusterHealth', {
  simpleResolvers: true,
  implements: Observed,
  description: 'Whether execution infrastructure is healthy here and, if not, why.',
})
export class ClusterHealthType extends Observed {
  @Field(() => HealthStatusEnum, { description: 'How the cluster is. One that does not answer is never HEALTHY.' })
  status: HealthStatus;
  @Field(() => [HealthReasonType], { description: 'Why it is not healthy; empty when it is.' })
  reasons: HealthReason[];
}

@ObjectType('ClusterPolicy', { simpleResolvers: true, description: 'Rules of one cluster.' })
export class ClusterPolicyType {
  @Field(() => Int, {
    description: 'How long an observation is believed without a sign of life of the API, in seconds; 5 to 3600.',
  })
  observationStaleAfterSeconds: number;
}

@ObjectType('Resources', { simpleResolvers: true, description: 'Amounts as Kubernetes counts them.' })
export class ResourcesType implements Resources {
  @Field(() => Int, { description: 'CPU in thousandths of a core.' })
  cpuMillis: number;
  @Field(() => Bytes, { description: 'Memory.' })
  memoryBytes: number;
  @Field(() => Bytes, { description: 'Local disk for images, logs and emptyDir volumes.' })
  ephemeralStorageBytes: number;
  @Field(() => Int, { description: 'Pods the kubelets accept.' })
  pods: number;
  @Field(() => Int, { description: 'GPUs, summed over vendors.' })
  gpus: number;
}

@ObjectType({ simpleResolvers: true, description: 'Some machines and what they have.' })
class ResourceSplit {
  @Field(() => Int, { description: 'How many machines.' })
  machines: number;
  @Field(() => ResourcesType, { description: 'What their kubelets offer to Pods, summed up.' })
  allocatable: ResourcesType;
}

@ObjectType({
  simpleResolvers: true,
  description:
    'What the machines of a cluster offer, by whether new work could land there. Never mixed into one figure.',
})
export class ClusterCapacity {
  @Field(() => ResourceSplit, {
    description: 'Machines that can be reached and are not cordoned: adopted or not, degraded ones too.',
  })
  schedulable: ResourceSplit;
  @Field(() => ResourceSplit, { description: 'Machines that are cordoned.' })
  cordoned: ResourceSplit;
  @Field(() => ResourceSplit, { description: 'Machines that cannot be reached.' })
  unreachable: ResourceSplit;
  @Field(() => DateTime, {
    nullable: true,
    description: 'When this was last known to be so; null when the cluster was never observed.',
  })
  asOf: Date | null;
}

@ObjectType({ simpleResolvers: true, description: 'Something went wrong outside: what, and what to do.' })
export class Failure {
  @Field(() => String, { description: 'Code from docs/errors.md.' })
  code: string;
  @Field(() => String, { description: 'What was met.' })
  message: string;
  @Field(() => String, { nullable: true, description: 'What to do about it.' })
  remedy: string | null;
  @Field(() => Boolean, { description: 'Whether it may pass by itself.' })
  retryable: boolean;
}

@ObjectType('ClusterEndpoint', { description: 'Where a cluster is reached and with what. Never the secret.' })
export class ClusterEndpointType {
  @Field(() => String, { nullable: true, description: 'URL of its API server; null for SIMULATED.' })
  apiServerUrl: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'SHA-256 of its certificate authority in hex; null when the system’s authorities are trusted, and for SIMULATED.',
  })
  caSha256: string | null;
  @Field(() => DateTime, { nullable: true, description: 'Last contact.' })
  lastContactAt: Date | null;
  @Field(() => Failure, {
    nullable: true,
    description: 'What the last try met when it failed; null when it succeeded.',
  })
  lastError: Failure | null;
  credentialId: string | null;
}

@ObjectType('Cluster', {
  implements: Node,
  description: 'One execution cluster: its identity is ours and outlives what it is made of.',
})
export class ClusterType extends Node {
  @Field(() => String, { description: 'Short name, unique among clusters that are not detached, never changed.' })
  key: string;
  @Field(() => String, { description: 'Name for people.' })
  name: string;
  @Field(() => ClusterProviderEnum, { description: 'What runs it.' })
  provider: Cluster['provider'];
  @Field(() => String, {
    description: 'UID of its kube-system namespace: what makes it this cluster. SIMULATED where there is none.',
  })
  kubernetesUid: string;
  @Field(() => ClusterDesiredStateEnum, { description: 'What the server is to do with it.' })
  desired: Cluster['desired'];
  @Field(() => ClusterPolicyType, { description: 'Its rules.' })
  policy: ClusterPolicyType;
  @Field(() => DateTime, { description: 'When it was registered.' })
  createdAt: Date;
  @Field(() => Int, { description: 'Grows by one with each change.' })
  version: number;
}

export const ClusterConnection = connectionType(() => ClusterType, 'Cluster');

@InputType({ description: 'A kubeconfig: exactly one of file and content.' })
export class KubeconfigInput {
  @Field(() => String, {
    nullable: true,
    description: 'Absolute path on the server, read anew at each connection: rotate it by replacing the file.',
  })
  file?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The text itself, at most 1 MiB, with certificates and keys inline. Kept encrypted, never shown again.',
  })
  content?: string | null;
  @Field(() => String, { nullable: true, description: 'Context to use; left out, the current one.' })
  context?: string | null;
}

@InputType({ description: 'Rules of one cluster; what is left out has its default.' })
export class ClusterPolicyInput {
  @Field(() => Int, { nullable: true, description: 'See ClusterPolicy; 30 by default.' })
  observationStaleAfterSeconds?: number | null;
}
