import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../testing/database';
import { newEvent } from '../testing/events';
import { Database, refuseSynchronize } from './database';
import { migrate } from './migrate';
import { migrations } from './migrations';
import { ConcurrencyConflict, mustAffectOne } from './sql';

const log = pino({ level: 'silent' });

describe('the database', () => {
  let database: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    database = await createDatabase();
    db = await Database.open({ url: database.url, log, poolSize: 2 });
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('is migrated once by replicas that start at the same moment, each of which finds it done', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => Database.open({ url: database.url, log, poolSize: 2 })));
    const done = await Promise.all([...replicas, db].map(migrate));
    expect(done.filter((names) => names.length > 0)).toEqual([migrations.map((migration) => new migration().name)]);
    expect(await migrate(db)).toEqual([]);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('refuses a data source that would change the schema by itself', () => {
    expect(() => refuseSynchronize(new DataSource({ type: 'postgres', synchronize: true }))).toThrow(
      'Refusing to start',
    );
  });

  it('only goes forward', async () => {
    for (const migration of migrations) await expect(new migration().down()).rejects.toThrow('only go forward');
  });

  it('rolls back all of a transaction that fails, its events too', async () => {
    const failing = db.withTransaction(async (tx) => {
      await tx.query(
        "INSERT INTO project (id, key, name, created_at, version) VALUES ('project_a', 'a', 'A', now(), 1)",
      );
      tx.emit(newEvent());
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect((await db.query('SELECT 1 FROM project')).rows).toEqual([]);
    expect((await db.query('SELECT 1 FROM lifecycle_event')).rows).toEqual([]);
    expect((await db.query<{ last_seq: string }>('SELECT last_seq FROM lifecycle_head')).rows).toEqual([
      { last_seq: '0' },
    ]);
  });

  it('runs a transaction again that lost a race, and gives up after three tries', async () => {
    let tries = 0;
    const won = await db.withTransaction(async () => {
      tries += 1;
      if (tries < 3) mustAffectOne({ affected: 0 }, 'machine_x', 1);
      return tries;
    });
    expect(won).toBe(3);
    tries = 0;
    const lost = db.withTransaction(async () => {
      tries += 1;
      mustAffectOne({ affected: 0 }, 'machine_x', 1);
    });
    await expect(lost).rejects.toBeInstanceOf(ConcurrencyConflict);
    expect(tries).toBe(3);
  });

  it('runs a transaction again that was the victim of a deadlock', async () => {
    await db.query(
      "INSERT INTO project (id, key, name, created_at, version) VALUES ('project_1', 'one', 'One', now(), 1), ('project_2', 'two', 'Two', now(), 1)",
    );
    const both = Promise.withResolvers<void>();
    let holding = 0;
    let runs = 0;
    const lock = (first: string, second: string): Promise<void> =>
      db.withTransaction(async (tx) => {
        runs += 1;
        await tx.query('UPDATE project SET name = name WHERE id = $1', [first]);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await tx.query('UPDATE project SET name = name WHERE id = $1', [second]);
      });
    await Promise.all([lock('project_1', 'project_2'), lock('project_2', 'project_1')]);
    // Two, and at least one of them again.
    expect(runs).toBeGreaterThan(2);
  });

  it('needs one connection for a transaction, whatever it does', async () => {
    const narrow = await Database.open({ url: database.url, log, poolSize: 1 });
    await narrow.withTransaction(async (tx) => {
      await tx.query('SELECT 1');
      tx.emit(newEvent());
    });
    expect((await narrow.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await narrow.close();
  });

  it('recovers by itself after the server cut its connections', async () => {
    await db.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('leaves no connection in a transaction behind', async () => {
    const { rows } = await db.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
  });
});
