import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { listComplexity, PageArgs, toConnection } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { MachineConnection, MachineFilterInput, MachineOrderEnum } from '../machine-list.type';
import { pageMachines, type MachineOrder } from '../machine.store';

@Resolver()
export class MachinesQuery {
  @Query(() => MachineConnection, {
    complexity: listComplexity,
    description: 'Machines of all clusters, removed ones included.',
  })
  async machines(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => MachineFilterInput, { nullable: true, description: 'Only machines that match all parts.' })
    filter: MachineFilterInput | null,
    @Arg('orderBy', () => MachineOrderEnum, { defaultValue: 'NAME_ASC', description: 'Order of the list.' })
    orderBy: MachineOrder,
    @Ctx() context: Context,
  ): Promise<object> {
    context.assertMay('machine.view');
    return toConnection(await pageMachines(context.app.db, filter ?? {}, orderBy, page.request));
  }
}
