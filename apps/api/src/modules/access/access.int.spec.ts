import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Secret } from '@awp/domain';
import { socketClient, TestSubscription } from '../../testing/graphql-client';
import { startServer, type TestServer } from '../../testing/server';
import { mintSignInCode } from './sign-in';

interface Created {
  readonly createAccessToken: {
    readonly accessToken?: { readonly id: string };
    readonly secret?: string | null;
    readonly errors?: { code: string; field: string }[];
  };
}

const CREATE = `mutation ($input: CreateAccessTokenInput!) {
  createAccessToken(input: $input) { ... on CreateAccessTokenOk { accessToken { id } secret } ... on Rejected { errors { code field } } }
}`;
const REVOKE = `mutation ($id: ID!) { revokeAccessToken(input: { id: $id }) { __typename ... on Rejected { errors { code } } } }`;
const WATCH = 'subscription ($after: Cursor) { lifecycleEvents(after: $after) { type subjectId } }';

describe('access', () => {
  let server: TestServer;
  let now = new Date();

  beforeAll(async () => {
    server = await startServer({ now: () => now });
  });

  afterAll(() => server.close());

  const create = async (input: object, token?: string): Promise<Created['createAccessToken']> => {
    const { data, errors } = await server.query<Created>(
      CREATE,
      { input: { name: 'test', role: 'VIEWER', ...input } },
      token,
    );
    if (errors) throw new Error(errors[0]!.extensions.code);
    return data.createAccessToken;
  };
  const createProject = async (key: string): Promise<string> => {
    const { data } = await server.query<{ createProject: { project: { id: string } } }>(
      'mutation ($key: String!) { createProject(input: { key: $key, name: $key }) { ... on CreateProjectOk { project { id } } } }',
      { key },
    );
    return data.createProject.project.id;
  };
  const codesOf = async (query: string, token: string | null, variables?: object): Promise<string[]> =>
    ((await server.query(query, variables, token)).errors ?? []).map((error) => error.extensions.code);
  const signIn = (code: Secret): Promise<Response> =>
    fetch(`${server.url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code.reveal() }),
    });

  it('answers nothing without a token, and says why a token is refused', async () => {
    const answer = await server.query('{ viewer { role } }', undefined, null);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    const wrong = await server.query('{ clusters { nodes { id } } }', undefined, 'awp_wrong');
    expect(wrong.errors).toMatchObject([
      { message: 'the access token is unknown', extensions: { code: 'UNAUTHENTICATED' } },
    ]);
  });

  it('trades a sign-in link once, and not after its time', async () => {
    const { code } = await mintSignInCode(server.app);
    const [first, second] = await Promise.all([signIn(code), signIn(code)]);
    expect([first.status, second.status].sort()).toEqual([200, 401]);
    const late = await mintSignInCode(server.app);
    const before = now;
    now = new Date(now.getTime() + 11 * 60_000);
    expect((await signIn(late.code)).status).toBe(401);
    now = before;
  });

  it('keeps no secret of a token or link in the database', async () => {
    const { secret } = await create({ name: 'kept as a hash' });
    const { rows } = await server.app.db.query<{ text: string }>(
      `SELECT string_agg(row_to_json(t)::text, '') AS text FROM (SELECT row_to_json(a) FROM access_token a UNION ALL SELECT row_to_json(e) FROM lifecycle_event e UNION ALL SELECT row_to_json(x) FROM audit_entry x UNION ALL SELECT row_to_json(i) FROM idempotency_record i) t`,
    );
    expect(rows[0]!.text).toContain('kept as a hash');
    expect(rows[0]!.text).not.toContain(secret!.slice(4));
    expect(rows[0]!.text).not.toContain(Buffer.from(secret!).toString('hex'));
  });

  it('lets each role do its part and no more', async () => {
    const viewer = (await create({ role: 'VIEWER' })).secret!;
    const operator = (await create({ role: 'OPERATOR' })).secret!;
    expect(await codesOf('{ clusters { nodes { id } } }', viewer)).toEqual([]);
    expect(await codesOf('{ accessTokens { nodes { id } } }', operator)).toEqual(['FORBIDDEN']);
    const adopt = 'mutation { adoptMachine(input: { id: "machine_none" }) { __typename } }';
    expect(await codesOf(adopt, viewer)).toEqual(['FORBIDDEN']);
    expect(await codesOf(adopt, operator)).toEqual([]);
    expect(await codesOf(CREATE, operator, { input: { name: 'x', role: 'VIEWER' } })).toEqual(['FORBIDDEN']);
  });

  it('confines a project-scoped token to its project', async () => {
    const [mine, theirs] = [await createProject('mine'), await createProject('theirs')];
    const admin = (await create({ role: 'ADMIN', projectId: mine })).secret!;
    const { data } = await server.query<{ projects: { nodes: { key: string }[] }; theirs: unknown; clusters: object }>(
      'query ($id: ID!) { projects { nodes { key } } theirs: node(id: $id) { id } clusters { nodes { id } } }',
      { id: theirs },
      admin,
    );
    expect(data.projects.nodes).toEqual([{ key: 'mine' }]);
    expect(data.theirs).toBeNull();
    await expect(create({ role: 'ADMIN' }, admin)).rejects.toThrow('FORBIDDEN');
    await expect(create({ role: 'VIEWER', projectId: theirs }, admin)).rejects.toThrow('FORBIDDEN');
    expect((await create({ role: 'VIEWER', projectId: mine }, admin)).secret).toMatch(/^awp_/);
    expect(
      await codesOf('mutation { createProject(input: { key: "more", name: "more" }) { __typename } }', admin),
    ).toEqual(['FORBIDDEN']);
    const ofServer = (await create({ role: 'VIEWER' })).accessToken!.id;
    for (const id of [ofServer, 'token_none']) {
      const answer = await server.query<{ revokeAccessToken: { errors: object[] } }>(REVOKE, { id }, admin);
      expect(answer.data.revokeAccessToken.errors).toEqual([{ code: 'NOT_FOUND' }]);
    }
    const seen = await server.query<{
      lifecycleEvents: { nodes: { subjectId: string; accessToken?: { name: string } }[] };
    }>(
      '{ lifecycleEvents { nodes { subjectId ... on AccessLifecycleEvent { accessToken { name } } } } }',
      undefined,
      admin,
    );
    const subjects = seen.data.lifecycleEvents.nodes.map((event) => event.subjectId);
    expect(subjects).toContain(mine);
    expect(subjects).not.toContain(theirs);
    expect(subjects).not.toContain(ofServer);
  });

  it('refuses a lifetime and a project that cannot be', async () => {
    expect((await create({ expiresInSeconds: 59 })).errors).toEqual([
      { code: 'INVALID_INPUT', field: 'expiresInSeconds' },
    ]);
    expect((await create({ projectId: 'project_none' })).errors).toEqual([{ code: 'NOT_FOUND', field: 'projectId' }]);
  });

  it('ends the streams of a revoked token exactly at its revocation, and closes its socket with 4403', async () => {
    const { accessToken, secret } = await create({ role: 'ADMIN', name: 'to be revoked' });
    const closed = Promise.withResolvers<number>();
    const client = socketClient(server.url, secret!, closed.resolve);
    const stream = new TestSubscription<{ lifecycleEvents: { type: string } }>(client, WATCH, {
      after: await server.latestCursor(),
    });
    const waiting = stream.next();
    await createProject('seen');
    expect((await waiting).lifecycleEvents.type).toBe('ProjectCreated');

    await server.query(REVOKE, { id: accessToken!.id });
    await createProject('not-seen');
    await expect(stream.next()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(await closed.promise).toBe(4403);
    expect(await codesOf('{ viewer { role } }', secret!)).toEqual(['UNAUTHENTICATED']);
    const again = await server.query<{ revokeAccessToken: { errors: object[] } }>(REVOKE, { id: accessToken!.id });
    expect(again.data.revokeAccessToken.errors).toEqual([{ code: 'ACCESS_TOKEN_REVOKED' }]);
  });

  it('closes the socket of a token that expires mid-stream with 4403', async () => {
    const { secret } = await create({ expiresInSeconds: 60 });
    const before = now;
    now = new Date(now.getTime() + 59_000);
    const closed = Promise.withResolvers<number>();
    const client = socketClient(server.url, secret!, closed.resolve);
    const stream = new TestSubscription(client, WATCH);
    await expect(stream.next()).rejects.toMatchObject({ code: 4403 });
    expect(await closed.promise).toBe(4403);
    now = before;
  });

  it('closes a socket with a wrong token with 4403, and one from a foreign page before it opens', async () => {
    const closed = Promise.withResolvers<number>();
    const stream = new TestSubscription(socketClient(server.url, 'awp_wrong', closed.resolve), WATCH);
    await expect(stream.next()).rejects.toMatchObject({ code: 4403 });
    expect(await closed.promise).toBe(4403);
    const upgrade = await fetch(`${server.url}/graphql`, { headers: { origin: 'https://evil.example' } });
    expect(upgrade.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('shows events of access tokens to admins only', async () => {
    const viewer = (await create({ role: 'VIEWER' })).secret!;
    const types = async (token?: string): Promise<string[]> => {
      const { data } = await server.query<{ lifecycleEvents: { nodes: { type: string }[] } }>(
        '{ lifecycleEvents { nodes { type } } }',
        undefined,
        token,
      );
      return [...new Set(data.lifecycleEvents.nodes.map((event) => event.type))].sort();
    };
    expect(await types()).toContain('AccessTokenCreated');
    expect(await types(viewer)).toEqual(['ProjectCreated']);
  });
});
