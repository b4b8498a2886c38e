/** A process between PostgreSQL and TCP: each NOTIFY makes it read the new rows and write them to every socket. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { LISTEN, READ } from './relay-sql.ts';

const sockets = new Set<Socket>();
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
let last = '0';
let reading: Promise<void> = Promise.resolve();

async function readNew(): Promise<void> {
  const { rows } = await client.query<{ seq: string }>({ name: 'read', text: READ, values: [last] });
  if (rows.length === 0) return;
  last = rows.at(-1)!.seq;
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  for (const socket of sockets) socket.write(text);
}

client.on('notification', () => {
  reading = reading.then(readNew);
});
await client.connect();
await client.query(LISTEN);

const server = createServer({ noDelay: true }, (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  // A subscriber that is gone: its close follows.
  socket.on('error', () => undefined);
  socket.write('subscribed\n');
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`));
