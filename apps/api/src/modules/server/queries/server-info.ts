import { Ctx, Query, Resolver } from 'type-graphql';
import { MAX_PAGE_SIZE } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { limits } from '../../../graphql/limits';
import { ServerInfo } from '../server-info.type';

@Resolver()
export class ServerInfoQuery {
  @Query(() => ServerInfo, { description: 'What this server is and allows.' })
  serverInfo(@Ctx() context: Context): ServerInfo {
    context.assertMay('server.view');
    const { version, startedAt, config } = context.app;
    return { version, startedAt, trustTiers: config.trustTiers, limits: { ...limits, maxPageSize: MAX_PAGE_SIZE } };
  }
}
