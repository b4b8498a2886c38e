import type { Context } from '../../graphql/context';
import type { EventFilter } from '../../lifecycle/event-filter';
import type { StoredLifecycleEvent } from '../../lifecycle/lifecycle-event';
import { LifecycleStream, StreamEnded } from '../../lifecycle/lifecycle-stream';

/** The lifecycle stream of one subscription, which ends where its token does. */
export function openStream(context: Context, after: number | null, filter: EventFilter): Promise<LifecycleStream> {
  const { app } = context;
  const caller = context.assertMay('server.view');
  const guard = (event: StoredLifecycleEvent): void => {
    // The revocation is an event in the same log, so nothing that was committed after it is delivered.
    if (event.type === 'AccessTokenRevoked' && event.subjectId === caller.tokenId) {
      throw new StreamEnded('UNAUTHENTICATED', 'the access token was revoked');
    }
    if (caller.expiresAt <= app.now()) throw new StreamEnded('UNAUTHENTICATED', 'the access token expired');
  };
  return LifecycleStream.open(app.db, app.tail, { after, filter, guard });
}
