import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { postGraphql, socketClient, type GraphqlAnswer, type GraphqlError } from '../testing/graphql-client';
import { startServer, type TestServer } from '../testing/server';
import { limits } from './limits';

type Answer = { data?: unknown; errors?: readonly GraphqlError[] };

/** The same operation the two ways in; both must answer alike. */
async function bothWays(
  server: TestServer,
  client: Client,
  query: string,
  variables?: Record<string, unknown>,
): Promise<{ http: Answer; socket: Answer }> {
  const http = await server.query<unknown>(query, variables);
  const { promise, resolve } = Promise.withResolvers<Answer>();
  client.subscribe(
    { query, variables },
    {
      next: (value) => resolve(value as Answer),
      error: (errors) => resolve({ errors: errors as GraphqlError[] }),
      complete: () => undefined,
    },
  );
  return { http, socket: await promise };
}

const codes = (answer: Answer): string[] => (answer.errors ?? []).map((error) => error.extensions.code);
const nested = (depth: number): string =>
  '{ clusters { nodes '.concat('{ machines { nodes { cluster '.repeat(depth), '{ id } ', '} } } '.repeat(depth), '} }');

describe('admission, the same over HTTP and WebSocket', () => {
  let server: TestServer;
  let production: TestServer;
  let client: Client;
  let productionClient: Client;

  beforeAll(async () => {
    server = await startServer();
    production = await startServer({ environment: { NODE_ENV: 'production' } });
    client = socketClient(server.url, server.adminToken);
    productionClient = socketClient(production.url, production.adminToken);
  });

  afterAll(async () => {
    await client.dispose();
    await productionClient.dispose();
    await server.close();
    await production.close();
  });

  const refused: [string, string, string][] = [
    ['a document that nests too deep', nested(10), 'QUERY_TOO_DEEP'],
    [
      'two hundred aliases',
      `{ ${Array.from({ length: 200 }, (_, n) => `a${n}: viewer { role }`).join(' ')} }`,
      'TOO_MANY_ALIASES',
    ],
    ['too many directives', `{ viewer { role ${'@include(if: true) '.repeat(50)} } }`, 'TOO_MANY_DIRECTIVES'],
    ['a document of too many tokens', `{ viewer { ${'role '.repeat(3_000)} } }`, 'QUERY_TOO_LONG'],
    [
      'an operation that could return too much',
      '{ clusters(first: 100) { nodes { machines(first: 100) { nodes { id name labels { key } } } } } }',
      'QUERY_TOO_COSTLY',
    ],
    ['a syntax error', '{ viewer {', 'BAD_REQUEST'],
    ['an unknown field', '{ viewer { nothing } }', 'BAD_REQUEST'],
    ['a page larger than allowed', '{ clusters(first: 101) { nodes { id } } }', 'INVALID_INPUT'],
    ['a page of nothing', '{ clusters(first: 0) { nodes { id } } }', 'INVALID_INPUT'],
    ['a cursor of something else', '{ clusters(after: "bm9uc2Vuc2U") { nodes { id } } }', 'INVALID_CURSOR'],
    ['neither id nor key', '{ cluster { id } }', 'INVALID_INPUT'],
  ];

  it.each(refused)('refuses %s', async (_what, query, code) => {
    const { http, socket } = await bothWays(server, client, query);
    expect(codes(http)).toContain(code);
    expect([...new Set(codes(socket))]).toEqual([...new Set(codes(http))]);
    for (const error of [...http.errors!, ...socket.errors!])
      expect(error.extensions).toMatchObject({ requestId: expect.any(String), remedy: expect.any(String) });
  });

  it('names the place of a wrong variable and never its value, which may be a secret', async () => {
    const query = 'mutation ($input: RegisterClusterInput!) { registerCluster(input: $input) { __typename } }';
    const canary = 'canary-77aa"; Field "x';
    const inputs: [object, RegExp][] = [
      [
        { key: 'k', name: 'n', kubeconfig: { contnet: canary } },
        /at "input.kubeconfig"; Field "contnet" is not defined/,
      ],
      [
        { key: 'k', name: 'n', kubeconfig: { content: { text: canary } } },
        /at "input.kubeconfig.content"; String cannot represent a non string value/,
      ],
      [
        { key: 'k', name: 'n', kubeconfig: canary },
        /at "input.kubeconfig"; Expected type "KubeconfigInput" to be an object/,
      ],
      [{ name: canary, kubeconfig: { content: canary } }, /Field "key" of required type "String!" was not provided/],
    ];
    for (const [input, message] of inputs) {
      const { http, socket } = await bothWays(server, client, query, { input });
      for (const answer of [http, socket]) {
        expect(codes(answer)).toEqual(['BAD_REQUEST']);
        expect(answer.errors![0]!.message).toMatch(message);
        expect(JSON.stringify(answer)).not.toContain('canary');
      }
    }
  });

  it('refuses wrong variables in the same words', async () => {
    const { http, socket } = await bothWays(server, client, 'query ($id: ID!) { machine(id: $id) { id } }', {});
    expect([(http as GraphqlAnswer<unknown>).status, ...codes(http)]).toEqual([400, 'BAD_REQUEST']);
    expect(codes(socket)).toEqual(['BAD_REQUEST']);
  });

  it('answers introspection unless it is switched off, as it is in production', async () => {
    const query = '{ __schema { queryType { name } } }';
    const open = await bothWays(server, client, query);
    expect(codes(open.http)).toEqual([]);
    expect(codes(open.socket)).toEqual([]);
    const shut = await bothWays(production, productionClient, query);
    expect(codes(shut.http)).toEqual(['INTROSPECTION_OFF']);
    expect(codes(shut.socket)).toEqual(['INTROSPECTION_OFF']);
    // __typename is no introspection of the schema, and every client sends it.
    expect(codes((await bothWays(production, productionClient, '{ viewer { __typename } }')).http)).toEqual([]);
  });

  it('suggests no names of the schema where introspection is off', async () => {
    const { http, socket } = await bothWays(production, productionClient, '{ viewer { rol } }');
    for (const answer of [http, socket])
      expect(answer.errors!.map((error) => error.message).join()).not.toContain('Did you mean');
  });

  it('tells of every answer what it cost', async () => {
    const { extensions } = await server.query('{ clusters(first: 10) { nodes { id name } } }');
    expect(extensions!.cost).toEqual({ requested: 31, limit: limits.maxCost });
  });

  it('refuses a body of 10 MB before it reads it all, a batch, and a body that is not JSON', async () => {
    const large = await postGraphql(
      server.url,
      JSON.stringify({ query: `{ viewer { role } } #${'x'.repeat(10_000_000)}` }),
      server.adminToken,
    );
    expect([large.status, large.errors![0]!.extensions.code]).toEqual([413, 'QUERY_TOO_LONG']);
    const batch = await postGraphql(
      server.url,
      [{ query: '{ viewer { role } }' }, { query: '{ viewer { role } }' }],
      server.adminToken,
    );
    expect([batch.status, batch.errors![0]!.extensions.code]).toEqual([400, 'BATCHING_OFF']);
    const broken = await postGraphql(server.url, '{"query":', server.adminToken);
    expect([broken.status, broken.errors![0]!.extensions.code]).toEqual([400, 'BAD_REQUEST']);
    const empty = await postGraphql(server.url, {}, server.adminToken);
    expect([empty.status, empty.errors![0]!.extensions.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('bounds what it says, and the work it does, about a variable that is wrong a hundred thousand times', async () => {
    const ids = Array.from({ length: 300_000 }, () => ({}));
    const body = JSON.stringify({ query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', variables: { ids } });
    const began = performance.now();
    const refused = await postGraphql(server.url, body, server.adminToken);
    expect([refused.status, ...codes(refused)]).toEqual([400, 'BAD_REQUEST']);
    expect(refused.errors![0]!.message.length).toBeLessThan(2_000);
    expect(performance.now() - began).toBeLessThan(1_500);
    const unknown = await postGraphql(server.url, body, null);
    expect([unknown.status, ...codes(unknown)]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it.each([
    ['query ($v: ID!) { machine(id: $v) { id } }'],
    ['query ($v: String!) { cluster(key: $v) { id } }'],
    ['query ($v: String!) { machines(filter: { nameContains: $v }) { nodes { id } } }'],
    ['query ($v: ID!) { lifecycleEvents(filter: { subjectId: $v }) { nodes { type } } }'],
    ['mutation ($v: String!) { createProject(input: { key: "nul", name: "x", idempotencyKey: $v }) { __typename } }'],
  ])('refuses text with U+0000 as input that is not allowed: %s', async (query) => {
    const { errors } = await server.query(query, { v: 'a\u0000b' });
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });

  it('sends a subscription over HTTP to the socket', async () => {
    const { errors } = await server.query('subscription { lifecycleEvents { type } }');
    expect(errors).toMatchObject([
      { message: expect.stringContaining('WebSocket'), extensions: { code: 'BAD_REQUEST' } },
    ]);
  });

  it('refuses one subscription more than a socket may carry', async () => {
    const crowded = socketClient(server.url, server.adminToken);
    const refusedWith = Promise.withResolvers<string>();
    for (let n = 0; n <= limits.maxSubscriptionsPerSocket; n += 1) {
      const sink = {
        next: () => undefined,
        error: (errors: unknown) => refusedWith.resolve((errors as GraphqlError[])[0]!.extensions.code),
        complete: () => undefined,
      };
      crowded.subscribe({ query: 'subscription { lifecycleEvents { type } }' }, sink);
    }
    expect(await refusedWith.promise).toBe('TOO_MANY_SUBSCRIPTIONS');
    await crowded.dispose();
  });

  it('tells nothing of a fault but the request id', async () => {
    await server.app.db.query('ALTER TABLE project RENAME TO hidden');
    try {
      const { http, socket } = await bothWays(server, client, '{ projects { nodes { id } } }');
      for (const answer of [http, socket]) {
        expect(codes(answer)).toEqual(['INTERNAL']);
        expect(JSON.stringify(answer)).not.toMatch(/hidden|relation|SELECT|stack/);
      }
    } finally {
      await server.app.db.query('ALTER TABLE hidden RENAME TO project');
    }
  });
});
