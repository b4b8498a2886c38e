import type { NonEmptyArray } from 'type-graphql';
import { AccessTokenResolver, ViewerResolver } from '../modules/access/access.type';
import { CreateAccessTokenMutation } from '../modules/access/mutations/create-access-token';
import { RevokeAccessTokenMutation } from '../modules/access/mutations/revoke-access-token';
import { AccessTokensQuery } from '../modules/access/queries/access-tokens';
import { ViewerQuery } from '../modules/access/queries/viewer';
import { ClusterEndpointResolver, ClusterResolver, HealthReasonResolver } from '../modules/cluster/cluster.resolver';
import { DetachClusterMutation } from '../modules/cluster/mutations/detach-cluster';
import { RegisterClusterMutation } from '../modules/cluster/mutations/register-cluster';
import { ClusterQuery } from '../modules/cluster/queries/cluster';
import { ClustersQuery } from '../modules/cluster/queries/clusters';
import { CredentialReferenceResolver } from '../modules/credential/credential.type';
import {
  AccessLifecycleEventResolver,
  ClusterLifecycleEventResolver,
  LifecycleEventResolver,
  MachineLifecycleEventResolver,
  ProjectLifecycleEventResolver,
  WorkloadLifecycleEventResolver,
} from '../modules/events/lifecycle-event.type';
import { LifecycleEventsQuery } from '../modules/events/queries/lifecycle-events';
import { LifecycleEventsSubscription } from '../modules/events/subscriptions/lifecycle-events';
import { MachineResolver } from '../modules/machine/machine.resolver';
import { AdoptMachineMutation } from '../modules/machine/mutations/adopt-machine';
import { MachineQuery } from '../modules/machine/queries/machine';
import { MachinesQuery } from '../modules/machine/queries/machines';
import { MachineLifecycleSubscription } from '../modules/machine/subscriptions/machine-lifecycle';
import { CreateProjectMutation } from '../modules/project/mutations/create-project';
import { ProjectQuery } from '../modules/project/queries/project';
import { ProjectsQuery } from '../modules/project/queries/projects';
import { NodeQuery } from '../modules/server/queries/node';
import { ServerInfoQuery } from '../modules/server/queries/server-info';
import { WorkloadQuery } from '../modules/workload/queries/workload';
import { WorkloadResolver } from '../modules/workload/workload.resolver';
import { InputFailureResolver } from './mutation-result.type';

/** Every resolver class, by module: a table of contents of the graph. */
export const resolvers: NonEmptyArray<new () => object> = [
  NodeQuery,
  ServerInfoQuery,
  InputFailureResolver,

  ViewerQuery,
  ViewerResolver,
  AccessTokensQuery,
  AccessTokenResolver,
  CreateAccessTokenMutation,
  RevokeAccessTokenMutation,

  ProjectQuery,
  ProjectsQuery,
  CreateProjectMutation,

  ClusterQuery,
  ClustersQuery,
  ClusterResolver,
  ClusterEndpointResolver,
  HealthReasonResolver,
  CredentialReferenceResolver,
  RegisterClusterMutation,
  DetachClusterMutation,

  MachineQuery,
  MachinesQuery,
  MachineResolver,
  AdoptMachineMutation,
  MachineLifecycleSubscription,

  WorkloadQuery,
  WorkloadResolver,

  LifecycleEventsQuery,
  LifecycleEventsSubscription,
  LifecycleEventResolver,
  ProjectLifecycleEventResolver,
  AccessLifecycleEventResolver,
  ClusterLifecycleEventResolver,
  MachineLifecycleEventResolver,
  WorkloadLifecycleEventResolver,
];
