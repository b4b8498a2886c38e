/**
 * Prints what happens to machines as it happens, across restarts of the server, until Ctrl-C or AWP_WATCH_SECONDS.
 * Tells at the end how to go on where it stopped.
 *
 *   AWP_URL=http://127.0.0.1:4000 AWP_TOKEN=awp_... node examples/watch-machines.ts [cursor]
 */
import { createClient, CursorExpiredError } from '@awp/sdk';

const { AWP_URL, AWP_TOKEN, AWP_WATCH_SECONDS } = process.env;
if (!AWP_URL || !AWP_TOKEN) throw new Error('Set AWP_URL and AWP_TOKEN');

const client = createClient({ url: AWP_URL, token: AWP_TOKEN });
const stopped = new AbortController();
process.once('SIGINT', () => stopped.abort());
if (AWP_WATCH_SECONDS) setTimeout(() => stopped.abort(), Number(AWP_WATCH_SECONDS) * 1000).unref();

let cursor = process.argv[2];
try {
  const events = client.events({
    after: cursor,
    signal: stopped.signal,
    onConnection: (change) =>
      console.error(change.state === 'reconnecting' ? `reconnecting (${change.code})` : change.state),
  });
  for await (const event of events) {
    cursor = event.cursor;
    if (event.__typename !== 'MachineLifecycleEvent') continue;
    const change = event.from === event.to ? '' : `  ${event.from ?? '-'} -> ${event.to ?? '-'}`;
    console.log(`${event.occurredAt}  ${event.machine.name}  ${event.type}${change}  ${event.reason?.message ?? ''}`);
  }
} catch (error) {
  if (!(error instanceof CursorExpiredError)) throw error;
  console.error('The log no longer reaches back to this cursor. List the machines, then watch without a cursor.');
  process.exitCode = 1;
}
if (cursor) console.error(`Go on with: node examples/watch-machines.ts ${cursor}`);
