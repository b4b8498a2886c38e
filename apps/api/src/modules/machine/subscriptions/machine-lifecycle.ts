import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../../../graphql/context';
import { Cursor } from '../../../graphql/scalars';
import type { StoredLifecycleEvent } from '../../../lifecycle/lifecycle-event';
import { MachineLifecycleEvent } from '../../events/lifecycle-event.type';
import { openStream } from '../../events/open-stream';
import { readEventCursor, visibleEvents } from '../../events/visible-events';

interface Arguments {
  readonly clusterId?: string | null;
  readonly machineId?: string | null;
  readonly after?: string | null;
}

@Resolver()
export class MachineLifecycleSubscription {
  @Subscription(() => MachineLifecycleEvent, {
    description: 'What changes on machines: lifecycleEvents narrowed to them, with the same promises and ends.',
    subscribe: ({ args, context }: { args: Arguments; context: Context }) => {
      const visible = visibleEvents(context, { subjectId: args.machineId ?? null, clusterId: args.clusterId ?? null });
      return openStream(context, readEventCursor(args.after), { ...visible, subjectKinds: ['MACHINE'] });
    },
  })
  machineLifecycle(
    @Root() event: StoredLifecycleEvent,
    @Arg('clusterId', () => ID, { nullable: true, description: 'Only machines of this cluster.' })
    _clusterId: string | null,
    @Arg('machineId', () => ID, { nullable: true, description: 'Only this machine.' }) _machineId: string | null,
    @Arg('after', () => Cursor, {
      nullable: true,
      description: 'Cursor of the last event already seen; left out, the stream starts now.',
    })
    _after: string | null,
    @Ctx() context: Context,
  ): StoredLifecycleEvent {
    context.renewLoaders();
    return event;
  }
}
