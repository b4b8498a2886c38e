import pgPackage from 'pg/package.json' with { type: 'json' };
import type { Benchmark } from '../benchmark.ts';
import { startChild } from '../child.ts';
import { createDatabase } from '../database.ts';
import { HttpClient } from '../http-client.ts';
import { inRepository } from '../paths.ts';
import { POOL_SIZE, startReplica } from '../replica.ts';
import { seedMachines } from '../seed-machines.ts';
import { apiPages } from './api-pages.ts';
import { comparePages, MEASURED } from './compare-pages.ts';
import { PAGE_SQL } from './page-sql.ts';
import { PAGE_SIZE, type PageServer } from './pages.ts';

const QUERY = `query Page($first: Int!, $after: Cursor) {
  machines(orderBy: NAME_ASC, first: $first, after: $after) {
    nodes {
      id name lifecycle intent enrollmentState
      health { status stale observedAt }
      schedulable
      node { nodeName nodeUid }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Page {
  readonly nodes: readonly object[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** How far the API is from the limit that PostgreSQL and Node set: one statement, turned into JSON. */
export const machinePageVsSql: Benchmark = async ({ serverUrl, say, signal }) => {
  await using database = await createDatabase(serverUrl);
  await using replica = await startReplica(database.url);
  await seedMachines(database);
  await using server = startChild('the SQL server', [inRepository('tools/bench/src/machine-page/sql-server.ts')], {
    DATABASE_URL: database.url,
    POOL_SIZE: String(POOL_SIZE),
  });
  using client = new HttpClient(`http://127.0.0.1:${await server.line('listening on ')}`);
  using ours = apiPages<Page, Page>(replica, QUERY, (machines) => machines);
  say('The API and the SQL server are up; measuring');
  const { bytes, ...samples } = await comparePages<Page>(ours, sqlPages(client), signal);
  return {
    measured: MEASURED,
    ours: {
      description: `the API, dist/main.js, NODE_ENV=production, pool of ${POOL_SIZE}, access token checked`,
      query: QUERY,
      samples: samples.ours,
    },
    peer: {
      description: `node:http + pg ${pgPackage.version}, one prepared statement, pool of ${POOL_SIZE}, NODE_ENV=production, no GraphQL, no authentication`,
      query: PAGE_SQL,
      samples: samples.peer,
    },
    notes: [`Bytes of a page: ${bytes.ours} ours, ${bytes.peer} peer; all pages were compared and are equal.`],
  };
};

function sqlPages(client: HttpClient): PageServer<Page> {
  return {
    name: 'the SQL server',
    ask: (after) => client.get(`/?first=${PAGE_SIZE}${after === null ? '' : `&after=${after}`}`),
    read: (text) => {
      const page = JSON.parse(text) as Page;
      return { page, endCursor: page.pageInfo.endCursor };
    },
  };
}
