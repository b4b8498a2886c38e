import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createLimitedAccess,
  kubeconfigWith,
  loadKubeconfig,
  startKubernetes,
  unrelatedCaPem,
  type KubernetesServer,
} from '@awp/testbed';
import { tryRegister } from '../../testing/register-cluster';
import { startServer, type TestServer } from '../../testing/server';

const OBSERVE = [
  { apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['namespaces'], resourceNames: ['kube-system'], verbs: ['get'] },
];

describe('registering a real cluster', () => {
  let kubernetes: KubernetesServer;
  let server: TestServer;

  beforeAll(async () => {
    kubernetes = await startKubernetes();
    server = await startServer();
  });

  afterAll(async () => {
    await server.close();
    await kubernetes.stop();
  });

  const dump = async (): Promise<string> => {
    const tables = [
      'credential',
      'cluster',
      'cluster_observation',
      'machine',
      'machine_observation',
      'lifecycle_event',
      'audit_entry',
      'idempotency_record',
    ];
    const texts = await Promise.all(
      tables.map((table) =>
        server.app.db.query<{ text: string | null }>(
          `SELECT string_agg(row_to_json(t)::text, '') AS text FROM ${table} t`,
        ),
      ),
    );
    return texts.map(({ rows }) => rows[0]!.text ?? '').join();
  };

  it('refuses a certificate authority that did not sign the server', async () => {
    const { errors } = await tryRegister(server, {
      content: kubeconfigWith(kubernetes.kubeconfig, { caPem: unrelatedCaPem }),
    });
    expect(errors).toMatchObject([{ code: 'CLUSTER_CERTIFICATE_UNTRUSTED', field: 'kubeconfig.content' }]);
  });

  it('refuses a token the server does not know', async () => {
    const { errors } = await tryRegister(server, {
      content: kubeconfigWith(kubernetes.kubeconfig, { token: 'unknown' }),
    });
    expect(errors).toMatchObject([{ code: 'CLUSTER_CREDENTIAL_REJECTED' }]);
  });

  it('names the permission that is missing', async () => {
    const access = await createLimitedAccess(loadKubeconfig(kubernetes.kubeconfig), { rules: OBSERVE.slice(1) });
    const { errors } = await tryRegister(server, { content: access.kubeconfig });
    expect(errors).toMatchObject([
      { code: 'CLUSTER_PERMISSION_MISSING', message: expect.stringMatching(/cannot list resource "(nodes|pods)"/) },
    ]);
    await access.revoke();
  });

  it('takes a credential with just the documented permissions, keeps it sealed, and refuses to register the cluster twice', async () => {
    const access = await createLimitedAccess(loadKubeconfig(kubernetes.kubeconfig), { rules: OBSERVE });
    const first = await tryRegister(server, { content: access.kubeconfig });
    expect(first.cluster?.id).toMatch(/^cluster_/);
    expect((await tryRegister(server, { content: kubernetes.kubeconfig }, undefined, 'again')).errors).toMatchObject([
      { code: 'CLUSTER_ALREADY_REGISTERED' },
    ]);

    const secrets = /token: (\S+)/.exec(access.kubeconfig) ?? /"token":"([^"]+)"/.exec(access.kubeconfig);
    const stored = await dump();
    expect(stored).toContain(first.cluster!.id);
    expect(stored).not.toContain(secrets![1]!.slice(0, 40));

    const { data } = await server.query<{ cluster: object }>(
      '{ cluster(key: "test") { provider kubernetesVersion health { status source stale } endpoint { apiServerUrl credential { provider kind } } } }',
    );
    expect(data.cluster).toEqual({
      provider: 'K3S',
      kubernetesVersion: expect.stringMatching(/^v1\.34/),
      health: { status: 'HEALTHY', source: 'KUBERNETES_API', stale: false },
      endpoint: { apiServerUrl: kubernetes.url, credential: { provider: 'SEALED', kind: 'KUBECONFIG' } },
    });
  });

  it('answers a repeated call from memory, even when the cluster is down', async () => {
    const { cluster } = (await server.query<{ cluster: { id: string } }>('{ cluster(key: "test") { id } }')).data;
    await server.query('mutation ($id: ID!) { detachCluster(input: { id: $id }) { __typename } }', { id: cluster.id });
    const register = async (): Promise<unknown> =>
      (
        await server.query(
          `mutation ($input: RegisterClusterInput!) { registerCluster(input: $input) { ... on RegisterClusterOk { cluster { id key } } ... on Rejected { errors { code message } } } }`,
          {
            input: {
              key: 'second',
              name: 'Second',
              kubeconfig: { file: kubernetes.kubeconfigPath },
              idempotencyKey: 'same',
            },
          },
        )
      ).data;
    const first = await register();
    expect(first).toMatchObject({ registerCluster: { cluster: { key: 'second' } } });
    await kubernetes.killApiServer();
    expect(await register()).toEqual(first);
    await kubernetes.startApiServer();
  });
});
