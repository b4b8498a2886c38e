import type { Machine } from '@awp/domain';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { MachineType } from '../machine.type';

@Resolver()
export class MachineQuery {
  @Query(() => MachineType, { nullable: true, description: 'A machine by id; null when there is none.' })
  machine(@Arg('id', () => ID) id: string, @Ctx() context: Context): Promise<Machine | null> {
    context.assertMay('machine.view');
    return context.loaders.machine.load(id);
  }
}
