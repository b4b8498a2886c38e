import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { ApiError } from '../../../graphql/api-error';
import { MAX_PAGE_SIZE } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { loadNode } from '../../../graphql/load-node';
import { Node } from '../../../graphql/node.type';

@Resolver()
export class NodeQuery {
  @Query(() => Node as never, {
    nullable: true,
    description: 'Anything by id; null when there is nothing that the caller may see.',
  })
  node(@Arg('id', () => ID) id: string, @Ctx() context: Context): Promise<object | null> {
    context.assertMay('server.view');
    return loadNode(context, id);
  }

  @Query(() => [Node] as never, {
    nullable: 'items',
    complexity: ({ args, childComplexity }) => 1 + (args as { ids: string[] }).ids.length * childComplexity,
    description: `Many by id, in the order asked for, null where there is nothing that the caller may see; at most ${MAX_PAGE_SIZE}.`,
  })
  nodes(@Arg('ids', () => [ID]) ids: string[], @Ctx() context: Context): Promise<(object | null)[]> {
    context.assertMay('server.view');
    if (ids.length > MAX_PAGE_SIZE)
      throw new ApiError('INVALID_INPUT', `expected at most ${MAX_PAGE_SIZE} ids; got ${ids.length}`);
    return Promise.all(ids.map((id) => loadNode(context, id)));
  }
}
