import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  readonly url: string;
  query<Row extends object>(statement: string, parameters?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A database of its own in the PostgreSQL that the test run started. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = process.env['AWP_TEST_DATABASE_URL'];
  if (server === undefined)
    throw new Error('AWP_TEST_DATABASE_URL is not set: run these tests with `npm test -- <path>`');
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await queryOnce(server, `CREATE DATABASE ${name}`);
  return {
    url: url.href,
    query: (statement, parameters) => queryOnce(url.href, statement, parameters),
    drop: () => queryOnce(server, `DROP DATABASE ${name} WITH (FORCE)`).then(() => undefined),
  };
}

async function queryOnce<Row>(url: string, statement: string, parameters?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, parameters)).rows as Row[];
  } finally {
    await client.end();
  }
}
