import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServer, type TestServer } from '../testing/server';

interface Answer {
  readonly createProject: {
    readonly project?: { readonly id: string; readonly name: string };
    readonly errors?: { code: string; subject: { id: string } | null }[];
  };
}

const CREATE = `mutation ($input: CreateProjectInput!) {
  createProject(input: $input) { ... on CreateProjectOk { project { id name } } ... on Rejected { errors { code subject { id } } } }
}`;

describe('a mutation', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(() => server.close());

  const create = async (input: object): Promise<Answer['createProject']> =>
    (await server.query<Answer>(CREATE, { input })).data.createProject;
  const count = async (table: string, where = 'true'): Promise<number> =>
    (await server.app.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`))
      .rows[0]!.count;

  it('gives the first answer to a repeated call and does nothing twice', async () => {
    const input = { key: 'once', name: 'Once', idempotencyKey: 'k1' };
    const first = await create(input);
    const events = await count('lifecycle_event');
    const again = await create({ idempotencyKey: 'k1', name: 'Once', key: 'once' });
    expect(again).toEqual(first);
    expect(await count('lifecycle_event')).toBe(events);
  });

  it('does it once for many calls with one key at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ key: 'crowd', name: 'Crowd', idempotencyKey: 'k2' })),
    );
    expect(new Set(answers.map((answer) => answer.project?.id)).size).toBe(1);
    expect(await count('project', "key = 'crowd'")).toBe(1);
  });

  it('refuses a key that was used with another input', async () => {
    const answer = await create({ key: 'other', name: 'Other', idempotencyKey: 'k1' });
    expect(answer.errors).toEqual([{ code: 'IDEMPOTENCY_CONFLICT', subject: null }]);
    expect(await count('project', "key = 'other'")).toBe(0);
  });

  it('remembers a lasting refusal, even after its cause is gone', async () => {
    const input = { key: 'once', name: 'Taken', idempotencyKey: 'k3' };
    const first = await create(input);
    expect(first.errors).toMatchObject([{ code: 'PROJECT_KEY_TAKEN' }]);
    expect(first.errors![0]!.subject).not.toBeNull();
    await server.app.db.query("UPDATE project SET key = 'moved' WHERE key = 'once'");
    expect(await create(input)).toMatchObject({ errors: [{ code: 'PROJECT_KEY_TAKEN' }] });
  });

  it('tells every reason against an input, not just the first', async () => {
    const answer = await create({ key: 'Not A Key', name: '' });
    expect(answer.errors).toMatchObject([{ code: 'INVALID_INPUT' }, { code: 'INVALID_INPUT' }]);
  });

  it('leaves an audit row whatever its outcome, with the request id of its answer', async () => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.adminToken}` },
      body: JSON.stringify({ query: CREATE, variables: { input: { key: 'audited', name: 'Audited' } } }),
    });
    const requestId = response.headers.get('x-request-id')!;
    expect(
      await count('audit_entry', `action = 'createProject' AND outcome = 'OK' AND request_id = '${requestId}'`),
    ).toBe(1);
    expect(await count('lifecycle_event', `type = 'ProjectCreated' AND cause_reference = '${requestId}'`)).toBe(1);
    expect(await count('audit_entry', "outcome = 'PROJECT_KEY_TAKEN'")).toBe(1);
  });
});
