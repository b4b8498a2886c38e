import type { Workload } from '@awp/domain';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { listComplexity } from '../../graphql/connection.type';
import type { Context } from '../../graphql/context';
import { Observed, ObservationSourceEnum, observedBy } from '../../graphql/observed.type';
import { DateTime } from '../../graphql/scalars';
import type { StoredCluster } from '../cluster/cluster.store';
import { ClusterType } from '../cluster/cluster.type';
import { KubernetesPod, PodArgs, WorkloadType } from './workload.type';

@Resolver(() => WorkloadType)
export class WorkloadResolver {
  @FieldResolver(() => ClusterType, { description: 'The cluster it runs in.' })
  cluster(@Root() workload: Workload, @Ctx() context: Context): Promise<StoredCluster> {
    return clusterOf(workload, context);
  }

  @FieldResolver(() => [KubernetesPod], {
    complexity: listComplexity,
    description: 'The Pods that stand for it now, by UID; no more than asked for.',
  })
  kubernetes(
    @Root() workload: Workload,
    @Args(() => PodArgs) { first }: PodArgs,
    @Ctx() context: Context,
  ): Promise<KubernetesPod[]> {
    return context.loaders.workloadPods(first).load(workload.id);
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When this was last known to be so; null when it was never observed.',
  })
  async observedAt(@Root() workload: Workload, @Ctx() context: Context): Promise<Date | null> {
    return (await this.observed(workload, context)).observedAt;
  }

  @FieldResolver(() => Boolean, {
    description: 'True when that is longer ago than the policy of its cluster allows: do not rely on it.',
  })
  async stale(@Root() workload: Workload, @Ctx() context: Context): Promise<boolean> {
    return (await this.observed(workload, context)).stale;
  }

  @FieldResolver(() => ObservationSourceEnum, { description: 'Where this is known from.' })
  async source(@Root() workload: Workload, @Ctx() context: Context): Promise<Observed['source']> {
    return (await this.observed(workload, context)).source;
  }

  private async observed(workload: Workload, context: Context): Promise<Observed> {
    return observedBy(await clusterOf(workload, context), context.now());
  }
}

async function clusterOf(workload: Workload, context: Context): Promise<StoredCluster> {
  return (await context.loaders.cluster.load(workload.clusterId))!;
}
