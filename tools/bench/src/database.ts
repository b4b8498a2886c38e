import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** A database of one benchmark; leaving its scope drops it. */
export interface BenchDatabase extends AsyncDisposable {
  readonly url: string;
  query<Row extends object>(statement: string, parameters?: unknown[]): Promise<Row[]>;
}

/** Creates an empty database in the PostgreSQL at `serverUrl`. */
export async function createDatabase(serverUrl: string): Promise<BenchDatabase> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await queryOnce(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (statement, parameters) => queryOnce(url.href, statement, parameters),
    [Symbol.asyncDispose]: async () => {
      await queryOnce(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

export async function queryOnce<Row extends object>(
  url: string,
  statement: string,
  parameters?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, parameters)).rows;
  } finally {
    await client.end();
  }
}
