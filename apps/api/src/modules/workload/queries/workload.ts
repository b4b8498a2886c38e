import type { Workload } from '@awp/domain';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { WorkloadType } from '../workload.type';

@Resolver()
export class WorkloadQuery {
  @Query(() => WorkloadType, { nullable: true, description: 'A workload by id; null when there is none.' })
  workload(@Arg('id', () => ID) id: string, @Ctx() context: Context): Promise<Workload | null> {
    context.assertMay('workload.view');
    return context.loaders.workload.load(id);
  }
}
