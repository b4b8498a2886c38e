import { Arg, Ctx, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { Cursor } from '../../../graphql/scalars';
import type { StoredLifecycleEvent } from '../../../lifecycle/lifecycle-event';
import { LifecycleEvent, LifecycleFilterInput } from '../lifecycle-event.type';
import { openStream } from '../open-stream';
import { readEventCursor, visibleEvents } from '../visible-events';

interface Arguments {
  readonly after?: string | null;
  readonly filter?: LifecycleFilterInput | null;
}

@Resolver()
export class LifecycleEventsSubscription {
  @Subscription(() => LifecycleEvent as never, {
    description:
      'Everything that changes, each change once, in order, without gaps. With `after` it starts with what was missed. Ends with CURSOR_EXPIRED, FUTURE_CURSOR, INVALID_CURSOR or UNAUTHENTICATED.',
    subscribe: ({ args, context }: { args: Arguments; context: Context }) =>
      openStream(context, readEventCursor(args.after), visibleEvents(context, args.filter ?? null)),
  })
  lifecycleEvents(
    @Root() event: StoredLifecycleEvent,
    @Arg('after', () => Cursor, {
      nullable: true,
      description: 'Cursor of the last event already seen; left out, the stream starts now.',
    })
    _after: string | null,
    @Arg('filter', () => LifecycleFilterInput, { nullable: true, description: 'Only events that match all parts.' })
    _filter: LifecycleFilterInput | null,
    @Ctx() context: Context,
  ): StoredLifecycleEvent {
    context.renewLoaders();
    return event;
  }
}
