import { Client } from 'pg';
import type { Database } from './database';

/** Any number, the same for all replicas: whoever holds it migrates. */
const MIGRATION_LOCK = 4_711_001;

/**
 * Brings the schema up to date. Replicas that start together wait for one another: the lock is a session lock on a
 * connection of its own, held for the whole run, for TypeORM has none. Returns the names of the migrations it ran.
 */
export async function migrate(database: Database): Promise<string[]> {
  const holder = new Client({
    connectionString: database.url,
    connectionTimeoutMillis: 5_000,
    application_name: 'awp-migrate',
  });
  await holder.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await database.dataSource.runMigrations();
    return done.map((migration) => migration.name);
  } finally {
    // Ending the session releases the lock, also when the run above failed.
    await holder.end();
  }
}
