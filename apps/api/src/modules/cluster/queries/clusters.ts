import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { listComplexity, PageArgs, toConnection } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { pageClusters } from '../cluster.store';
import { ClusterConnection } from '../cluster.type';

@Resolver()
export class ClustersQuery {
  @Query(() => ClusterConnection, {
    complexity: listComplexity,
    description: 'Clusters by key, detached ones included.',
  })
  async clusters(@Args(() => PageArgs) page: PageArgs, @Ctx() context: Context): Promise<object> {
    context.assertMay('cluster.view');
    return toConnection(await pageClusters(context.app.db, page.request));
  }
}
