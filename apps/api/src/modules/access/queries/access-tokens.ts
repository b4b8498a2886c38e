import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { listComplexity, PageArgs, toConnection } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { pageAccessTokens } from '../access-token.store';
import { AccessTokenConnection } from '../access.type';

@Resolver()
export class AccessTokensQuery {
  @Query(() => AccessTokenConnection, {
    complexity: listComplexity,
    description:
      'Access tokens, latest first, expired and revoked ones included. For admins; those of a project see its own.',
  })
  async accessTokens(@Args(() => PageArgs) page: PageArgs, @Ctx() context: Context): Promise<object> {
    const caller = context.assertMay('accessToken.view', context.caller?.projectId ?? null);
    return toConnection(await pageAccessTokens(context.app.db, page.request, caller.projectId));
  }
}
