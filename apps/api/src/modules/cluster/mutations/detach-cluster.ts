import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MutationInput, mutationResult, rejected, type Rejected } from '../../../graphql/mutation-result.type';
import { ClusterType } from '../cluster.type';
import { detachCluster } from '../cluster.service';

@InputType()
class DetachClusterInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster to detach.' })
  id: string;
}

@ObjectType({ simpleResolvers: true })
class DetachClusterOk {
  @Field(() => ClusterType, { description: 'The detached cluster.' })
  cluster: object;
}

const DetachClusterResult = mutationResult('DetachCluster', DetachClusterOk);

@Resolver()
export class DetachClusterMutation {
  @Mutation(() => DetachClusterResult as never, {
    description:
      'Stops observing a cluster, closes every connection to it and forgets its credential. Nothing in the cluster changes; its record and history are kept. For admins. Rejects with NOT_FOUND, CLUSTER_DETACHED.',
  })
  async detachCluster(
    @Arg('input', () => DetachClusterInput) input: DetachClusterInput,
    @Ctx() context: Context,
  ): Promise<DetachClusterOk | Rejected> {
    const outcome = await detachCluster(context, input);
    if ('refusals' in outcome) return rejected(outcome.refusals);
    context.loaders.cluster.clear(outcome.subjectId);
    return { cluster: (await context.loaders.cluster.load(outcome.subjectId))! };
  }
}
