import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own for one test file, in the PostgreSQL that the test run started. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = process.env['AWP_TEST_DATABASE_URL'];
  if (server === undefined)
    throw new Error('AWP_TEST_DATABASE_URL is not set: run these tests with `npm test -- <path>`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
