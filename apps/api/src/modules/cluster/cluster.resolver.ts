import { clusterHealth, errorCatalogue } from '@awp/domain';
import { Arg, Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { nestedListComplexity, PageArgs, toConnection } from '../../graphql/connection.type';
import type { Context } from '../../graphql/context';
import { loadNode } from '../../graphql/load-node';
import { Node } from '../../graphql/node.type';
import { observedBy } from '../../graphql/observed.type';
import type { Credential } from '../credential/credential';
import { CredentialReference } from '../credential/credential.type';
import { MachineConnection, MachineFilterInput, MachineOrderEnum } from '../machine/machine-list.type';
import { pageMachines, type MachineOrder } from '../machine/machine.store';
import { ClusterCapacity, ClusterEndpointType, ClusterHealthType, ClusterType, HealthReasonType } from './cluster.type';
import { filterOf } from '../workload/workload-filter';
import { pageWorkloads } from '../workload/workload.store';
import { WorkloadConnection, WorkloadFilterInput } from '../workload/workload.type';
import type { StoredCluster } from './cluster.store';

@Resolver(() => ClusterType)
export class ClusterResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Version its API server reports; null before the first contact.',
  })
  kubernetesVersion(@Root() cluster: StoredCluster): string | null {
    return cluster.observation.kubernetesVersion;
  }

  @FieldResolver(() => ClusterEndpointType, { description: 'Where it is reached and with what.' })
  endpoint(@Root() cluster: StoredCluster): ClusterEndpointType {
    const { apiServerUrl, caSha256, credentialId } = cluster.endpoint;
    const { observedAt, lastFailure } = cluster.observation;
    const lastError = lastFailure && { ...lastFailure, ...errorCatalogue[lastFailure.code] };
    return { apiServerUrl, caSha256, credentialId, lastContactAt: observedAt, lastError };
  }

  @FieldResolver(() => ClusterHealthType, {
    description: 'Whether execution infrastructure is healthy here and, if not, why.',
  })
  async health(@Root() cluster: StoredCluster, @Ctx() context: Context): Promise<ClusterHealthType> {
    const totals = await context.loaders.machineTotals.load(cluster.id);
    const health = clusterHealth(cluster, cluster.observation.observedAt, totals.inService, context.now());
    return { ...observedBy(cluster, context.now()), status: health.status, reasons: [...health.reasons] };
  }

  @FieldResolver(() => ClusterCapacity, {
    description: 'What its machines offer, by whether new work could land there.',
  })
  async capacity(@Root() cluster: StoredCluster, @Ctx() context: Context): Promise<ClusterCapacity> {
    const { schedulable, cordoned, unreachable } = await context.loaders.machineTotals.load(cluster.id);
    return { schedulable, cordoned, unreachable, asOf: cluster.observation.observedAt };
  }

  @FieldResolver(() => MachineConnection, {
    complexity: nestedListComplexity,
    description: 'Its machines, removed ones included.',
  })
  async machines(
    @Root() cluster: StoredCluster,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => MachineFilterInput, { nullable: true, description: 'Only machines that match all parts.' })
    filter: MachineFilterInput | null,
    @Arg('orderBy', () => MachineOrderEnum, { defaultValue: 'NAME_ASC', description: 'Order of the list.' })
    orderBy: MachineOrder,
    @Ctx() context: Context,
  ): Promise<object> {
    return toConnection(
      await pageMachines(context.app.db, { ...filter, clusterId: cluster.id }, orderBy, page.request),
    );
  }

  @FieldResolver(() => WorkloadConnection, {
    complexity: nestedListComplexity,
    description: 'What runs in it, waits, and ran.',
  })
  async workloads(
    @Root() cluster: StoredCluster,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => WorkloadFilterInput, { nullable: true, description: 'Only workloads that match all parts.' })
    filter: WorkloadFilterInput | null,
    @Ctx() context: Context,
  ): Promise<object> {
    return toConnection(await pageWorkloads(context.app.db, { clusterId: cluster.id }, filterOf(filter), page.request));
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may detach it.' })
  viewerCanDetach(@Root() cluster: StoredCluster, @Ctx() context: Context): boolean {
    return cluster.desired !== 'DETACHED' && context.may('cluster.detach');
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may adopt machines of it.' })
  viewerCanAdopt(@Root() cluster: StoredCluster, @Ctx() context: Context): boolean {
    return cluster.desired !== 'DETACHED' && context.may('machine.adopt');
  }
}

@Resolver(() => ClusterEndpointType)
export class ClusterEndpointResolver {
  @FieldResolver(() => CredentialReference, {
    nullable: true,
    description: 'What the server gets in with; null for SIMULATED, and for callers who may not see credentials.',
  })
  credential(@Root() endpoint: ClusterEndpointType, @Ctx() context: Context): Promise<Credential | null> | null {
    return endpoint.credentialId !== null && context.may('credential.view')
      ? context.loaders.credential.load(endpoint.credentialId)
      : null;
  }
}

@Resolver(() => HealthReasonType)
export class HealthReasonResolver {
  @FieldResolver(() => Node, {
    nullable: true,
    description: 'What the reason is about, when it is something else than what has the health.',
  })
  subject(@Root() reason: HealthReasonType, @Ctx() context: Context): Promise<object | null> | null {
    return reason.subjectId === null ? null : loadNode(context, reason.subjectId);
  }
}
