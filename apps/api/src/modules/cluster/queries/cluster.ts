import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { checkOneOf } from '../../../graphql/check-one-of';
import type { Context } from '../../../graphql/context';
import { findClusterByKey, type StoredCluster } from '../cluster.store';
import { ClusterType } from '../cluster.type';

@Resolver()
export class ClusterQuery {
  @Query(() => ClusterType, {
    nullable: true,
    description:
      'A cluster by exactly one of id and key; null when there is none. By key only clusters that are not detached are found.',
  })
  async cluster(
    @Arg('id', () => ID, { nullable: true }) id: string | null,
    @Arg('key', () => String, { nullable: true }) key: string | null,
    @Ctx() context: Context,
  ): Promise<StoredCluster | null> {
    context.assertMay('cluster.view');
    checkOneOf({ id, key });
    return id ? context.loaders.cluster.load(id) : findClusterByKey(context.app.db, key!);
  }
}
