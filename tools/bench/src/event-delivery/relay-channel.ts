import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startChild } from '../child.ts';
import { inRepository } from '../paths.ts';
import type { Channel } from './channel.ts';
import { CREATE_TABLE, INSERT, NOTIFY } from './relay-sql.ts';

/**
 * The least that PostgreSQL and Node need for the same way: this process commits one INSERT, sends a NOTIFY on a second
 * connection at once, and another process that LISTENs reads the new rows and writes each as a line of JSON to the TCP
 * sockets of the subscribers. Nothing is filtered, authorised, kept in order between writers, or resumable.
 */
export async function openRelayChannel(databaseUrl: string): Promise<Channel> {
  await using opened = new AsyncDisposableStack();
  const writer = opened.adopt(new pg.Client({ connectionString: databaseUrl }), (client) => client.end());
  const notifier = opened.adopt(new pg.Client({ connectionString: databaseUrl }), (client) => client.end());
  await Promise.all([writer.connect(), notifier.connect()]);
  await writer.query(CREATE_TABLE);
  const relay = opened.use(
    startChild('the relay', [inRepository('tools/bench/src/event-delivery/relay.ts')], { DATABASE_URL: databaseUrl }),
  );
  const port = Number(await relay.line('listening on '));

  const running = opened.move();
  return {
    commit: async (numbers) => {
      await writer.query({ name: 'insert', text: INSERT, values: [numbers.map(String)] });
      const committedAt = performance.now();
      await notifier.query(NOTIFY);
      return committedAt;
    },
    subscribe: async (arrive, lost) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      const lines = createInterface(socket).on('line', (line) => {
        if (line !== 'subscribed') arrive(Number((JSON.parse(line) as { to_value: string }).to_value));
      });
      socket.on('error', lost);
      running.defer(() => void socket.destroy());
      await once(lines, 'line');
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
