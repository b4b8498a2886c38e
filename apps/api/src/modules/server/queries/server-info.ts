import { Ctx, Query, Resolver } from 'type-graphql';
import { MAX_PAGE_SIZE } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { encodeEventCursor } from '../../../lifecycle/cursor';
import { readBounds } from '../../../lifecycle/event-log';
import { limits } from '../../../graphql/limits';
import { ServerInfo } from '../server-info.type';

@Resolver()
export class ServerInfoQuery {
  @Query(() => ServerInfo, { description: 'What this server is and allows.' })
  async serverInfo(@Ctx() context: Context): Promise<ServerInfo> {
    context.assertMay('server.view');
    const { version, startedAt, config } = context.app;
    const latestEventCursor = encodeEventCursor((await readBounds(context.app.db)).last);
    return {
      version,
      startedAt,
      latestEventCursor,
      trustTiers: config.trustTiers,
      limits: { ...limits, maxPageSize: MAX_PAGE_SIZE },
    };
  }
}
