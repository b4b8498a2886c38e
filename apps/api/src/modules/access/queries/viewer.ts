import { Ctx, Query, Resolver } from 'type-graphql';
import type { Caller, Context } from '../../../graphql/context';
import { Viewer } from '../access.type';

@Resolver()
export class ViewerQuery {
  @Query(() => Viewer, { description: 'Who is asking.' })
  viewer(@Ctx() context: Context): Caller {
    return context.assertMay('server.view');
  }
}
