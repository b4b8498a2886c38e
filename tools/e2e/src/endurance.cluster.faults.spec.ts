import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type AwpClient, type LifecycleEvent } from '@awp/sdk';
import { createNode, loadKubeconfig, startKubernetes, type KubernetesServer } from '@awp/testbed';
import { WebSocket } from 'ws';
import { createDatabase, type TestDatabase } from './database.ts';
import { makeDataDir, startReplica, type Replica } from './replica.ts';

/** What takes too long for the gate: whole minutes, and memory over thousands of requests. */
describe('a server under trouble that lasts', () => {
  let kubernetes: KubernetesServer;
  let database: TestDatabase;
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  let replica: Replica;
  let client: AwpClient;

  beforeAll(async () => {
    [kubernetes, database, dataDir] = await Promise.all([
      startKubernetes({ nodeGraceSeconds: 600 }),
      createDatabase(),
      makeDataDir(),
    ]);
    // A heap that a leak of a few hundred bytes a request would fill: with a large one, growth says little.
    const environment = { NODE_OPTIONS: '--max-old-space-size=110' };
    replica = await startReplica({ databaseUrl: database.url, dataDir: dataDir.path, environment });
    client = createClient({ url: replica.url, token: replica.token, webSocket: WebSocket as never });
  });

  afterAll(async () => {
    await replica.process.stop();
    await kubernetes.stop();
    await database.drop();
    await dataDir.remove();
  });

  const residentBytes = async (): Promise<number> =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${replica.process.pid}/status`, 'utf8'))![1]) * 1024;
  const post = (body: string): Promise<Response> =>
    fetch(`${replica.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${replica.token}` },
      body,
    });

  it('tells of an API server that is gone for a whole minute once, and of its return once', async () => {
    const { latestEventCursor } = await client.serverInfo();
    const cluster = await client.clusters.register({
      key: 'minute',
      name: 'Minute',
      kubeconfig: { content: kubernetes.kubeconfig },
      policy: { observationStaleAfterSeconds: 10 },
    });
    const labels = { 'beta.kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/os': 'linux' };
    for (let n = 1; n <= 5; n += 1)
      await createNode(loadKubeconfig(kubernetes.kubeconfig), { name: `minute-${n}`, labels });
    const events = client.events({ after: latestEventCursor, filter: { clusterId: cluster.id } });
    const seen: string[] = [];
    const until = async (type: string): Promise<LifecycleEvent> => {
      for (;;) {
        const event = (await events.next()).value!;
        seen.push(event.type);
        if (event.type === type) return event;
      }
    };
    for (let n = 1; n <= 5; n += 1) await until('MachineDiscovered');

    const killedAt = Date.now();
    await kubernetes.killApiServer();
    const lost = await until('ClusterContactLost');
    expect(new Date(lost.occurredAt).getTime() - killedAt).toBeLessThan(14_000);
    const during = (await client.clusters.get({ id: cluster.id }))!;
    expect(during.health).toMatchObject({ status: 'UNREACHABLE', stale: true });
    const { nodes } = await client.machines.list({ filter: { clusterId: cluster.id } });
    expect(nodes.map(({ health }) => [health.status, health.stale])).toEqual(
      Array.from({ length: 5 }, () => ['UNKNOWN', true]),
    );
    await delay(60_000 - (Date.now() - killedAt));
    await kubernetes.startApiServer();
    await until('ClusterContactRestored');
    await client.clusters.detach(cluster.id);
    await until('ClusterDetached');
    expect(seen).toEqual([
      'ClusterRegistered',
      ...Array.from({ length: 5 }, () => 'MachineDiscovered'),
      'ClusterContactLost',
      'ClusterContactRestored',
      'ClusterDetached',
    ]);
    await events.return!();
  });

  it('ends a stream when its token expires, and takes a fresh one when it is given one', async () => {
    const short = await client.accessTokens.create({ name: 'short', role: 'VIEWER', expiresInSeconds: 60 });
    const tokens = [short.secret!, replica.token];
    const renewing = createClient({
      url: replica.url,
      token: () => tokens.shift() ?? replica.token,
      webSocket: WebSocket as never,
    });
    const fixed = createClient({ url: replica.url, token: short.secret!, webSocket: WebSocket as never });
    const { latestEventCursor } = await client.serverInfo();
    const ending = fixed.events({ after: latestEventCursor }).next();
    const going = renewing.events({ after: latestEventCursor, filter: { types: ['ProjectCreated'] } });
    const next = going.next();
    await expect(ending).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await client.projects.create({ key: 'after-expiry', name: 'After' });
    expect((await next).value).toMatchObject({ type: 'ProjectCreated', to: 'after-expiry' });
    await going.return!();
  });

  it('stays up and keeps its memory flat under thousands of bad requests', async () => {
    const bad = [
      JSON.stringify({ query: `{ viewer { role } } #${'x'.repeat(10_000_000)}` }),
      JSON.stringify({ query: `{ ${Array.from({ length: 200 }, (_, n) => `a${n}: viewer { role }`).join(' ')} }` }),
      JSON.stringify({
        query: '{ clusters { nodes '.concat(
          '{ machines { nodes { cluster '.repeat(40),
          '{ id } ',
          '} } } '.repeat(40),
          '} }',
        ),
      }),
      JSON.stringify({
        query: `query (${Array.from({ length: 300 }, (_, n) => `$v${n}: Int`).join(', ')}) { viewer { role } }`,
      }),
      JSON.stringify(Array.from({ length: 100 }, () => ({ query: '{ viewer { role } }' }))),
      '{"query":',
      JSON.stringify({
        query: 'query ($id: ID!) { machine(id: $id) { id } }',
        variables: { id: { nested: 'x'.repeat(100_000) } },
      }),
      JSON.stringify({
        query: 'mutation ($input: RegisterClusterInput!) { registerCluster(input: $input) { __typename } }',
        variables: { input: { key: 'x', name: 'x', kubeconfig: { content: '\u0000'.repeat(100_000) } } },
      }),
    ];
    const round = async (): Promise<void> => {
      for (const body of bad) {
        // A body that is too large may be refused while it is still being sent.
        const status = await post(body).then(
          (response) => response.arrayBuffer().then(() => response.status),
          () => 413,
        );
        expect([200, 400, 413]).toContain(status);
      }
    };
    for (let n = 0; n < 40; n += 1) await round();
    const before = await residentBytes();
    for (let n = 0; n < 200; n += 1) await round();
    const grown = (await residentBytes()) - before;
    expect(grown).toBeLessThan(60 * 1024 * 1024);
    expect(await client.viewer()).toMatchObject({ role: 'ADMIN' });
  });
});
