import { Max, Min } from 'class-validator';
import { Arg, Args, ArgsType, Ctx, Field, Int, Query, Resolver } from 'type-graphql';
import { ApiError } from '../../../graphql/api-error';
import { listComplexity, MAX_PAGE_SIZE, toConnection } from '../../../graphql/connection.type';
import type { Context } from '../../../graphql/context';
import { Cursor } from '../../../graphql/scalars';
import { encodeEventCursor } from '../../../lifecycle/cursor';
import { readPage } from '../../../lifecycle/event-log';
import { LifecycleEventConnection, LifecycleFilterInput } from '../lifecycle-event.type';
import { readEventCursor, visibleEvents } from '../visible-events';

@ArgsType()
class EventPageArgs {
  @Field(() => Int, { defaultValue: 100, description: `Events to return, 1 to ${MAX_PAGE_SIZE}.` })
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number;
  @Field(() => Cursor, {
    nullable: true,
    description: 'Start after this event; left out, with the first one that is kept.',
  })
  after?: string | null;
}

@Resolver()
export class LifecycleEventsQuery {
  @Query(() => LifecycleEventConnection, {
    complexity: listComplexity,
    description:
      'What happened, oldest first. The end cursor of the last page is where a subscription goes on. Fails with CURSOR_EXPIRED, FUTURE_CURSOR.',
  })
  async lifecycleEvents(
    @Args(() => EventPageArgs) page: EventPageArgs,
    @Arg('filter', () => LifecycleFilterInput, { nullable: true, description: 'Only events that match all parts.' })
    filter: LifecycleFilterInput | null,
    @Ctx() context: Context,
  ): Promise<object> {
    const visible = visibleEvents(context, filter);
    const after = readEventCursor(page.after);
    const { events, bounds, lookedUpTo } = await readPage(context.app.db, after ?? 0, page.first + 1, visible);
    if (after !== null && after > bounds.last)
      throw new ApiError('FUTURE_CURSOR', `the cursor is ahead of the log, which ends at ${bounds.last}`);
    if (after !== null && after < bounds.first - 1)
      throw new ApiError('CURSOR_EXPIRED', `events up to ${bounds.first - 1} are past the retention`);
    const hasNextPage = events.length > page.first;
    const connection = toConnection({
      items: events.slice(0, page.first),
      hasNextPage,
      hasPreviousPage: after !== null,
      cursorOf: (event) => encodeEventCursor(event.seq),
      // Counting through a filter would read the whole log: with more pages to come, it says "at least".
      count: () => Promise.resolve({ value: Math.min(events.length, page.first), saturated: hasNextPage }),
    });
    if (hasNextPage) return connection;
    // Up to here nothing that matches was passed over: who goes on from here is not held back by a quiet filter.
    const endCursor = encodeEventCursor(Math.max(lookedUpTo, after ?? 0));
    return { ...connection, pageInfo: { ...connection.pageInfo, endCursor } };
  }
}
