import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import {
  cordonNode,
  createNode,
  loadKubeconfig,
  startKubernetes,
  uncordonNode,
  type FakeNode,
  type KubernetesServer,
} from '@awp/testbed';
import { socketClient, TestSubscription } from '../testing/graphql-client';
import { registerTestCluster } from '../testing/register-cluster';
import { startServer, type TestServer } from '../testing/server';

interface Event {
  readonly lifecycleEvents: {
    readonly type: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly occurredAt: string;
  };
}

const WATCH =
  'subscription ($after: Cursor, $filter: LifecycleFilter) { lifecycleEvents(after: $after, filter: $filter) { type from to occurredAt } }';
const STATE = `query ($id: ID!) {
  cluster(id: $id) {
    health { status stale reasons { code } } endpoint { lastError { code } }
    machines(filter: { lifecycle: [READY] }) { nodes { name lifecycle health { status stale reasons { code subject { id } } } } }
  }
}`;

const STALE_AFTER_SECONDS = 5;

describe('a cluster whose API server is lost', () => {
  let kubernetes: KubernetesServer;
  let server: TestServer;
  let clusterId: string;
  let node: FakeNode;

  beforeAll(async () => {
    kubernetes = await startKubernetes({ nodeGraceSeconds: 600 });
    server = await startServer();
    clusterId = await registerTestCluster(
      server,
      { content: kubernetes.kubeconfig },
      { observationStaleAfterSeconds: STALE_AFTER_SECONDS },
    );
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const client = socketClient(server.url, server.adminToken);
    const discovered = new TestSubscription<{ lifecycleEvents: { subjectId: string } }>(
      client,
      'subscription ($after: Cursor) { lifecycleEvents(after: $after, filter: { types: ["MachineDiscovered"] }) { subjectId } }',
      { after: await server.latestCursor() },
    );
    node = await createNode(kubeconfig, {
      name: 'lonely',
      labels: { 'beta.kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/os': 'linux' },
    });
    const { subjectId } = (await discovered.next()).lifecycleEvents;
    await server.query('mutation ($id: ID!) { adoptMachine(input: { id: $id }) { __typename } }', { id: subjectId });
    await client.dispose();
  });

  afterAll(async () => {
    await server.close();
    await kubernetes.stop();
  });

  it.each([
    ['killed', (): Promise<void> => kubernetes.killApiServer(), (): Promise<void> => kubernetes.startApiServer()],
    ['frozen', (): Promise<void> => kubernetes.freezeApiServer(), (): Promise<void> => kubernetes.thawApiServer()],
  ])(
    'changes once when it is %s, its machines go stale by themselves, and all recovers without repetition',
    async (_how, lose, restore) => {
      const client = socketClient(server.url, server.adminToken);
      const events = new TestSubscription<Event>(client, WATCH, {
        after: await server.latestCursor(),
        filter: { clusterId },
      });

      const lostAt = Date.now();
      await lose();
      const lost = (await events.next(30_000)).lifecycleEvents;
      expect(lost).toMatchObject({ type: 'ClusterContactLost', from: 'CONNECTED', to: 'LOST' });
      // The policy's limit, one look of the sweeper, and what a busy machine adds.
      expect(new Date(lost.occurredAt).getTime() - lostAt).toBeLessThan((STALE_AFTER_SECONDS + 4) * 1000);

      const { data } = await server.query<{ cluster: object }>(STATE, { id: clusterId });
      expect(data.cluster).toMatchObject({
        health: { status: 'UNREACHABLE', stale: true },
        machines: {
          nodes: [
            {
              name: 'lonely',
              lifecycle: 'READY',
              health: {
                status: 'UNKNOWN',
                stale: true,
                reasons: [{ code: 'OBSERVATION_STALE', subject: { id: clusterId } }],
              },
            },
          ],
        },
      });
      await restore();
      expect((await events.next(30_000)).lifecycleEvents).toMatchObject({
        type: 'ClusterContactRestored',
        from: 'LOST',
        to: 'CONNECTED',
      });

      const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
      await cordonNode(kubeconfig, node.name);
      expect((await events.next(30_000)).lifecycleEvents.type).toBe('MachineCordoned');
      await uncordonNode(kubeconfig, node.name);
      expect((await events.next(30_000)).lifecycleEvents.type).toBe('MachineUncordoned');
      const after = await server.query<{ cluster: object }>(STATE, { id: clusterId });
      expect(after.data.cluster).toMatchObject({
        health: { status: 'HEALTHY', stale: false, reasons: [] },
        endpoint: { lastError: null },
        machines: { nodes: [{ health: { status: 'HEALTHY', stale: false } }] },
      });
      await client.dispose();
    },
  );

  it('sees what changed while it was away, once', async () => {
    const client = socketClient(server.url, server.adminToken);
    const events = new TestSubscription<Event>(client, WATCH, {
      after: await server.latestCursor(),
      filter: { clusterId },
    });
    await server.app.observers.stop();
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    await cordonNode(kubeconfig, node.name);
    expect((await events.next(30_000)).lifecycleEvents).toMatchObject({ type: 'ClusterContactLost' });
    const other = await startServer({
      database: { url: server.app.db.url, drop: () => Promise.resolve() },
      environment: { AWP_SECRET_KEY: await keyOf(server) },
    });
    // Only when what happened meanwhile is on record is the cluster one to rely on again.
    expect((await events.next(30_000)).lifecycleEvents.type).toBe('MachineCordoned');
    expect((await events.next(30_000)).lifecycleEvents.type).toBe('ClusterContactRestored');
    await other.close();
    await client.dispose();
  });
});

/** The sealing key of a server: replicas of one database share it. */
async function keyOf(server: TestServer): Promise<string> {
  return (await readFile(`${server.app.config.dataDir}/sealing.key`, 'utf8')).trim();
}
