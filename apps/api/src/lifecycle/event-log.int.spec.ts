import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Database } from '../persistence/database';
import { migrate } from '../persistence/migrate';
import { createDatabase, type TestDatabase } from '../testing/database';
import { newEvent } from '../testing/events';
import { matches, type EventFilter } from './event-filter';
import { pruneLog, readBounds, readPage } from './event-log';
import type { NewLifecycleEvent, StoredLifecycleEvent } from './lifecycle-event';

const log = pino({ level: 'silent' });

describe('the lifecycle log', () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = await Database.open({ url: database.url, log, poolSize: 10 });
    await migrate(db);
  });

  beforeEach(async () => {
    await db.query('TRUNCATE lifecycle_event');
    await db.query('UPDATE lifecycle_head SET last_seq = 0, first_seq = 1');
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const emit = (...events: NewLifecycleEvent[]): Promise<void> =>
    db.withTransaction((tx) => Promise.resolve(tx.emit(...events)));
  const readAll = async (filter: EventFilter = {}): Promise<readonly StoredLifecycleEvent[]> =>
    (await readPage(db, 0, 10_000, filter)).events;

  it('numbers events densely in the order of commits while many writers and rollbacks interleave', async () => {
    const write = (writer: number, turn: number): Promise<void> =>
      db.withTransaction((tx) => {
        tx.emit(
          newEvent({ subjectId: `writer-${writer}`, to: String(turn) }),
          newEvent({ subjectId: `writer-${writer}`, to: `${turn}b` }),
        );
        return turn % 4 === 3 ? Promise.reject(new Error('rolled back')) : Promise.resolve();
      });
    const writer = async (number: number): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1)
        await write(number, turn).catch((error: Error) => expect(error.message).toBe('rolled back'));
    };
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writer));

    const events = await readAll();
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 8 * 15 * 2 }, (_, index) => index + 1));
    const ofFirst = events.filter((event) => event.subjectId === 'writer-1').map((event) => event.to);
    const kept = Array.from({ length: 20 }, (_, turn) => turn).filter((turn) => turn % 4 !== 3);
    expect(ofFirst).toEqual(kept.flatMap((turn) => [String(turn), `${turn}b`]));
  });

  it('never shows a later number before an earlier one, even when the earlier transaction commits slowly', async () => {
    const entered = Promise.withResolvers<void>();
    const hold = Promise.withResolvers<void>();
    const slow = db.withTransaction(async (tx) => {
      await tx.query('UPDATE lifecycle_head SET last_seq = last_seq');
      entered.resolve();
      await hold.promise;
      tx.emit(newEvent({ to: 'slow' }));
    });
    await entered.promise;
    const fast = emit(newEvent({ to: 'fast' }));
    expect((await readPage(db, 0, 10, {})).events).toEqual([]);
    hold.resolve();
    await Promise.all([slow, fast]);
    expect((await readAll()).map((event) => [event.seq, event.to])).toEqual([
      [1, 'slow'],
      [2, 'fast'],
    ]);
  });

  it('keeps every field of an event', async () => {
    const event = newEvent({
      from: null,
      to: 'a "quoted", {braced} välue',
      projectId: 'project_x',
      traceId: 'a'.repeat(32),
      cause: { kind: 'MUTATION', reference: 'request' },
    });
    await emit(event);
    expect(await readAll()).toEqual([{ ...event, seq: 1 }]);
  });

  it('selects the same events in SQL and in memory, whatever the filter', async () => {
    const kinds = ['PROJECT', 'ACCESS_TOKEN', 'CLUSTER', 'MACHINE'] as const;
    const events = kinds.flatMap((subjectKind) =>
      [null, 'p1', 'p2'].flatMap((projectId) =>
        [null, 'c1', 'c2'].map((clusterId) =>
          newEvent({ subjectKind, projectId, clusterId, subjectId: `s-${clusterId}`, type: `T${subjectKind}` }),
        ),
      ),
    );
    await emit(...events);
    const all = await readAll();
    const filters: EventFilter[] = [
      {},
      { types: ['TPROJECT', 'TMACHINE'] },
      { types: [] },
      { subjectId: 's-c1' },
      { clusterId: 'c2' },
      { subjectKinds: ['MACHINE'] },
      { visibleTo: { projectId: 'p1' } },
      { types: ['TMACHINE'], clusterId: 'c1', subjectKinds: ['MACHINE', 'CLUSTER'], visibleTo: { projectId: 'p2' } },
    ];
    for (const filter of filters) {
      const bySql = (await readAll(filter)).map((event) => event.seq);
      expect([filter, bySql]).toEqual([
        filter,
        all.filter((event) => matches(filter, event)).map((event) => event.seq),
      ]);
    }
  });

  it('drops events past the retention from the front, and says where it begins now', async () => {
    await emit(newEvent({ occurredAt: new Date('2026-01-01') }), newEvent({ occurredAt: new Date('2026-01-02') }));
    await emit(newEvent({ occurredAt: new Date('2026-03-01') }));
    expect(await pruneLog(db, new Date('2026-02-01'), 100)).toBe(2);
    expect(await readBounds(db)).toEqual({ first: 3, last: 3 });
    expect(await pruneLog(db, new Date('2026-04-01'), 100)).toBe(1);
    expect(await readBounds(db)).toEqual({ first: 4, last: 3 });
    expect(await pruneLog(db, new Date('2026-04-01'), 100)).toBe(0);
  });
});
