import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clientOn, type AwpClient } from '../client.js';
import type { TypedDocument } from '../typed-document.js';
import { createRuntime } from '../runtime.js';
import { systemClock } from '../clock.js';
import { fault } from '../testing/sample.js';
import { ScriptedServer } from '../testing/scripted-server.js';

let server: ScriptedServer;
let client: AwpClient;
beforeEach(async () => {
  server = await ScriptedServer.start();
  client = clientOn(createRuntime({ url: server.url, token: 'awp_test' }, systemClock, () => 0));
});
afterEach(() => server.stop());

const created = {
  body: { data: { createProject: { __typename: 'CreateProjectOk', project: { id: 'project_1', key: 'p' } } } },
};
const keys = () =>
  server.requests.map(({ body }) => (body.variables.input as { idempotencyKey: string }).idempotencyKey);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a mutation', () => {
  it('returns the entity of its Ok payload', async () => {
    server.script(created);
    expect(await client.projects.create({ key: 'p', name: 'P' })).toEqual({ id: 'project_1', key: 'p' });
  });

  it('keeps one idempotency key through its own retries', async () => {
    server.script('cut', { status: 502, body: '' }, fault('BUSY', { retryable: true }), created);
    await client.projects.create({ key: 'p', name: 'P' });
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(uuid);
  });

  it('has a new key for each call', async () => {
    server.script(created);
    await client.projects.create({ key: 'p', name: 'P' });
    await client.projects.create({ key: 'p', name: 'P' });
    expect(new Set(keys()).size).toBe(2);
  });

  it('takes a key of the caller', async () => {
    server.script(created);
    await client.projects.create({ key: 'p', name: 'P' }, { idempotencyKey: 'import-17' });
    expect(keys()).toEqual(['import-17']);
  });

  it('throws a rejection with everything that was wrong', async () => {
    const failure = {
      code: 'KEY_TAKEN',
      field: 'key',
      message: 'Taken by another project',
      remedy: 'Choose another',
      retryable: false,
      subject: { id: 'project_1' },
    };
    const other = { ...failure, code: 'NAME_TOO_LONG', field: null };
    server.script({ body: { data: { createProject: { __typename: 'Rejected', errors: [failure, other] } } } });
    await expect(client.projects.create({ key: 'p', name: 'P' })).rejects.toMatchObject({
      name: 'RejectedError',
      code: 'KEY_TAKEN',
      retryable: false,
      message: 'CreateProject was rejected: KEY_TAKEN at key, NAME_TOO_LONG',
      failures: [failure, other],
    });
    expect(server.requests).toHaveLength(1);
  });

  it('sends each with the input it is for', async () => {
    const ok = (field: string, payload: object) => ({ body: { data: { [field]: { __typename: 'Ok', ...payload } } } });
    server.script(
      ok('registerCluster', { cluster: { id: 'cluster_1' } }),
      ok('detachCluster', { cluster: { id: 'cluster_1' } }),
      ok('adoptMachine', { machine: { id: 'machine_1' } }),
      ok('createAccessToken', { accessToken: { id: 'token_1' }, secret: 'awp_new' }),
      ok('revokeAccessToken', { accessToken: { id: 'token_1' } }),
    );
    await client.clusters.register({ key: 'edge', name: 'Edge', kubeconfig: { file: 'edge.yaml' } });
    await client.clusters.detach('cluster_1');
    await client.machines.adopt('machine_1');
    const createdToken = await client.accessTokens.create({ name: 'ci', role: 'VIEWER' });
    expect(createdToken).toEqual({ accessToken: { id: 'token_1' }, secret: 'awp_new' });
    await client.accessTokens.revoke('token_1');
    const sent = server.requests.map(({ body }) => [body.operationName, body.variables.input]);
    const idempotencyKey = expect.stringMatching(uuid);
    expect(sent).toEqual([
      ['RegisterCluster', { key: 'edge', name: 'Edge', kubeconfig: { file: 'edge.yaml' }, idempotencyKey }],
      ['DetachCluster', { id: 'cluster_1', idempotencyKey }],
      ['AdoptMachine', { id: 'machine_1', idempotencyKey }],
      ['CreateAccessToken', { name: 'ci', role: 'VIEWER', idempotencyKey }],
      ['RevokeAccessToken', { id: 'token_1', idempotencyKey }],
    ]);
  });
});

describe('a document of the caller', () => {
  type Adopted = { adoptMachine: { __typename: string } };
  const adopt =
    'mutation Adopt($input: AdoptMachineInput!) { adoptMachine(input: $input) { __typename } }' as TypedDocument<
      Adopted,
      { input: { id: string } }
    >;
  const answer = { body: { data: { adoptMachine: { __typename: 'AdoptMachineOk' } } } };

  it('is sent with its variables', async () => {
    server.script({ body: { data: { viewer: { role: 'VIEWER' } } } });
    expect(await client.query('query Me { viewer { role } }')).toEqual({ viewer: { role: 'VIEWER' } });
    expect(server.requests[0]?.body).toMatchObject({ operationName: 'Me', query: 'query Me { viewer { role } }' });
  });

  it('gets an idempotency key when it is a mutation with input', async () => {
    server.script('cut', answer);
    await client.query(adopt, { input: { id: 'machine_1' } });
    expect(keys()).toEqual([expect.stringMatching(uuid), keys()[0]]);
  });

  it('is tried once only when it is a mutation that has no place for a key', async () => {
    server.script('cut', answer);
    await expect(client.query('mutation { ping }')).rejects.toMatchObject({ code: 'NETWORK' });
    expect(server.requests).toHaveLength(1);
  });

  it('must be text, and no subscription', async () => {
    await expect(client.query({} as never)).rejects.toThrow('generate them in string mode');
    await expect(client.query('subscription { lifecycleEvents { cursor } }')).rejects.toThrow(
      'follow events with events()',
    );
    expect(server.requests).toHaveLength(0);
  });
});
