/**
 * A process that writes lifecycle events through the product's own code. Commands on stdin, one a line:
 *   write COUNT      COUNT transactions of one event each, as fast as they go; then says "written"
 *   burst COUNT      one transaction of COUNT events; then says "written"
 *   hold             one transaction that inserts its event, says "inserted" and never commits
 */
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(import.meta.url);
const { Database } = require('../../../../apps/api/dist/persistence/database.js');
const { appendEvents } = require('../../../../apps/api/dist/lifecycle/event-log.js');
const { pino } = require('pino');

const name = process.env.WRITER_NAME;
const db = await Database.open({ url: process.env.DATABASE_URL, log: pino({ level: 'silent' }), poolSize: 4 });
let written = 0;

const newEvent = () => ({
  type: 'ProjectCreated',
  subjectKind: 'PROJECT',
  subjectId: name,
  clusterId: null,
  projectId: null,
  from: null,
  to: String((written += 1)),
  reason: { code: 'TEST', message: 'written by a test' },
  actor: name,
  cause: { kind: 'MUTATION', reference: null },
  traceId: null,
  occurredAt: new Date(),
});

const commands = {
  write: async (count) => {
    for (let n = 0; n < count; n += 1) await db.withTransaction(async (tx) => tx.emit(newEvent()));
    console.log('written');
  },
  burst: async (count) => {
    await db.withTransaction(async (tx) => tx.emit(...Array.from({ length: count }, newEvent)));
    console.log('written');
  },
  hold: () =>
    db.withTransaction(async (tx) => {
      await appendEvents(tx, [newEvent()]);
      console.log('inserted');
      await new Promise(() => setInterval(() => undefined, 60_000));
    }),
};

console.log('open');
for await (const line of createInterface(process.stdin)) {
  const [command, argument] = line.split(' ');
  await commands[command](Number(argument));
}
await db.close();
