import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Database } from '../persistence/database';
import { migrate } from '../persistence/migrate';
import { createDatabase, type TestDatabase } from '../testing/database';
import { newEvent } from '../testing/events';
import { pruneLog, readBounds } from './event-log';
import { LifecycleStream, StreamEnded, type StreamOptions } from './lifecycle-stream';
import { LogTail } from './log-tail';

const log = pino({ level: 'silent' });

describe('a lifecycle stream', () => {
  let database: TestDatabase;
  let db: Database;
  let tail: LogTail;

  beforeAll(async () => {
    database = await createDatabase();
    db = await Database.open({ url: database.url, log, poolSize: 10 });
    await migrate(db);
    tail = new LogTail(db, log);
    await tail.start();
    db.onCommittedEvents(() => tail.wake());
  });

  afterAll(async () => {
    await tail.stop();
    await db.close();
    await database.drop();
  });

  const emit = (...names: string[]): Promise<void> =>
    db.withTransaction((tx) => Promise.resolve(tx.emit(...names.map((to) => newEvent({ to })))));
  const open = (after: number | null, over: Partial<StreamOptions> = {}): Promise<LifecycleStream> =>
    LifecycleStream.open(db, tail, { after, filter: {}, guard: () => undefined, ...over });
  const take = async (stream: LifecycleStream, count: number): Promise<(string | null)[]> => {
    const taken: (string | null)[] = [];
    while (taken.length < count) taken.push((await stream.next()).value!.to);
    return taken;
  };
  const end = async (): Promise<number> => (await readBounds(db)).last;
  const numbered = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`);

  it('starts with what happens from now on when no cursor is given', async () => {
    await emit('before');
    const stream = await open(null);
    await emit('after');
    expect(await take(stream, 1)).toEqual(['after']);
    await stream.return();
  });

  it('resumes from every cursor with exactly what follows it, history and live without a seam', async () => {
    const start = await end();
    const names = numbered('resume-', 40);
    await emit(...names.slice(0, 30));
    const streams = await Promise.all(names.slice(0, 31).map((_, after) => open(start + after)));
    const reading = streams.map((stream, after) => take(stream, 40 - after));
    for (const name of names.slice(30)) await emit(name);
    for (const [after, seen] of (await Promise.all(reading)).entries()) expect(seen).toEqual(names.slice(after));
    await Promise.all(streams.map((stream) => stream.return()));
  });

  it('loses nothing and repeats nothing for a reader that pauses while thousands of events burst', async () => {
    const stream = await open(null);
    const names = numbered('burst-', 12_000);
    for (let from = 0; from < names.length; from += 1_000) await emit(...names.slice(from, from + 1_000));
    expect(await take(stream, names.length)).toEqual(names);
    await stream.return();
  });

  it('delivers to many readers what two replicas write at once, to each the same order', async () => {
    const other = new LogTail(db, log);
    await other.start();
    const streams = [
      await open(null),
      await LifecycleStream.open(db, other, { after: null, filter: {}, guard: () => undefined }),
    ];
    const reading = streams.map((stream) => take(stream, 200));
    await Promise.all(
      numbered('a', 100)
        .map((name) => emit(name))
        .concat(numbered('b', 100).map((name) => emit(name))),
    );
    const [first, second] = await Promise.all(reading);
    expect(first).toEqual(second);
    expect([...first!].sort()).toEqual([...numbered('a', 100), ...numbered('b', 100)].sort());
    await Promise.all(streams.map((stream) => stream.return()));
    await other.stop();
  });

  it('refuses a cursor ahead of the log', async () => {
    await expect(open((await end()) + 1)).rejects.toMatchObject({ code: 'FUTURE_CURSOR' });
  });

  it('refuses a cursor past the retention, and ends a reader that falls behind it', async () => {
    const behind = await open(await end());
    await emit(...numbered('old-', 10));
    // Push the old ones out of memory, so that the reader has to go to the log.
    await emit(...numbered('more-', 6_000));
    const reader = await open(null);
    await emit('sentinel');
    await take(reader, 1);
    await reader.return();
    await pruneLog(db, new Date(Date.now() + 1_000), 100_000);
    await expect(behind.next()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
    await expect(open(1)).rejects.toMatchObject({ code: 'CURSOR_EXPIRED' });
  });

  it('completes a waiting read as soon as the reader leaves', async () => {
    const stream = await open(null);
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('ends with the failure of its guard at that very event, and delivers nothing after it', async () => {
    const guard = (event: { to: string | null }): void => {
      if (event.to === 'stop here') throw new StreamEnded('UNAUTHENTICATED', 'revoked');
    };
    const stream = await open(null, { guard });
    await emit('first', 'stop here', 'never seen');
    expect(await take(stream, 1)).toEqual(['first']);
    await expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await stream.next()).done).toBe(true);
  });

  it('goes on after the database connection was cut', async () => {
    const stream = await open(null);
    await db.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'awp-api'",
    );
    await emit('after the cut');
    expect(await take(stream, 1)).toEqual(['after the cut']);
    await stream.return();
  });
});
