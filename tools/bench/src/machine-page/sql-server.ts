/**
 * A process that answers pages of machines with the least work: one prepared statement, JSON.stringify, node:http. No
 * GraphQL, no authentication, no limits. What no server on this PostgreSQL and this Node can do much better.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { PAGE_SQL } from './page-sql.ts';

interface Row {
  id: string;
  name: string;
  lifecycle: string;
  intent: string;
  enrollment_state: string;
  status: string;
  stale: boolean;
  observed_at: Date | null;
  schedulable: boolean;
  node_name: string | null;
  node_uid: string | null;
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['POOL_SIZE']) });

async function answer(url: string): Promise<string> {
  const { searchParams } = new URL(url, 'http://local');
  const first = Number(searchParams.get('first'));
  const after = searchParams.get('after');
  const key: string[] = after === null ? ['', ''] : JSON.parse(Buffer.from(after, 'base64url').toString()).slice(1);
  const { rows } = await pool.query<Row>({ name: 'page', text: PAGE_SQL, values: [...key, first + 1] });
  const nodes = rows.slice(0, first).map((row) => ({
    id: row.id,
    name: row.name,
    lifecycle: row.lifecycle,
    intent: row.intent,
    enrollmentState: row.enrollment_state,
    health: { status: row.status, stale: row.stale, observedAt: row.observed_at },
    schedulable: row.schedulable,
    node: row.node_uid === null ? null : { nodeName: row.node_name, nodeUid: row.node_uid },
  }));
  const last = nodes.at(-1);
  const endCursor = last && Buffer.from(JSON.stringify(['NAME_ASC', last.name, last.id])).toString('base64url');
  return JSON.stringify({ nodes, pageInfo: { hasNextPage: rows.length > first, endCursor: endCursor ?? null } });
}

const server = createServer((request, response) => {
  answer(request.url!).then(
    (body) => response.setHeader('content-type', 'application/json').end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`listening on ${(server.address() as AddressInfo).port}`));
