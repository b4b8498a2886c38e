import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createNamespace,
  createNode,
  createPod,
  deletePod,
  finishPodDeletion,
  loadKubeconfig,
  setPodStatus,
  startKubernetes,
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
    readonly reason: { code: string };
    readonly subjectId: string;
  };
}

const WATCH = `subscription ($after: Cursor, $clusterId: ID) {
  lifecycleEvents(after: $after, filter: { clusterId: $clusterId, types: ["WorkloadDiscovered", "WorkloadStateChanged"] }) { type from to reason { code } subjectId }
}`;

describe('the workloads of a real cluster', () => {
  let kubernetes: KubernetesServer;
  let server: TestServer;
  let clusterId: string;

  beforeAll(async () => {
    kubernetes = await startKubernetes();
    server = await startServer();
    clusterId = await registerTestCluster(server, { content: kubernetes.kubeconfig });
  });

  afterAll(async () => {
    await server.close();
    await kubernetes.stop();
  });

  it('follow a Pod from the queue to its end, in the words of the scheduler, on the machine that runs it', async () => {
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const client = socketClient(server.url, server.adminToken);
    const events = new TestSubscription<Event>(client, WATCH, { clusterId, after: await server.latestCursor() });
    const next = async (): Promise<Event['lifecycleEvents']> => (await events.next(20_000)).lifecycleEvents;
    const namespace = await createNamespace(kubeconfig);

    const pod = await createPod(kubeconfig, { namespace, name: 'training', requests: { cpu: '500m', memory: '1Gi' } });
    const discovered = await next();
    expect(discovered).toMatchObject({ type: 'WorkloadDiscovered', from: null, to: 'QUEUED' });
    const workload = async (): Promise<object> =>
      (
        await server.query<{ workload: object }>(
          'query ($id: ID!) { workload(id: $id) { name kind state reason { code } requested { cpuMillis } kubernetes { uid nodeName } stale } }',
          {
            id: discovered.subjectId,
          },
        )
      ).data.workload;

    const node = await createNode(kubeconfig, { name: 'runner' });
    expect(await next()).toMatchObject({ type: 'WorkloadStateChanged', from: 'QUEUED', to: 'STARTING' });
    expect(await workload()).toMatchObject({
      name: 'training',
      kind: 'JOB',
      requested: { cpuMillis: 500 },
      kubernetes: [{ uid: pod.metadata!.uid, nodeName: 'runner' }],
      stale: false,
    });

    await setPodStatus(kubeconfig, pod, { phase: 'Running', ready: true });
    expect(await next()).toMatchObject({ from: 'STARTING', to: 'RUNNING' });
    const { data } = await server.query<{
      cluster: {
        machines: { nodes: { resources: object; workloads: { nodes: object[] } }[] };
        workloads: { nodes: object[] };
      };
    }>(
      `query ($id: ID!) { cluster(id: $id) {
        workloads { nodes { name state } }
        machines { nodes { resources { requested { cpuMillis pods } } workloads { nodes { name } } } }
      } }`,
      { id: clusterId },
    );
    expect(data.cluster.workloads.nodes).toEqual([{ name: 'training', state: 'RUNNING' }]);
    expect(data.cluster.machines.nodes).toEqual([
      { resources: { requested: { cpuMillis: 500, pods: 1 } }, workloads: { nodes: [{ name: 'training' }] } },
    ]);

    await setPodStatus(kubeconfig, pod, { phase: 'Failed', exitCode: 3 });
    expect(await next()).toMatchObject({ from: 'RUNNING', to: 'FAILED' });
    await deletePod(kubeconfig, pod);
    await finishPodDeletion(kubeconfig, pod);
    await node.delete();

    const again = await createPod(kubeconfig, { namespace, name: 'training' });
    const second = await next();
    expect(second).toMatchObject({ type: 'WorkloadDiscovered', to: 'QUEUED' });
    expect(second.subjectId).not.toBe(discovered.subjectId);
    expect(await workload()).toMatchObject({ state: 'FAILED', kubernetes: [] });
    await deletePod(kubeconfig, again);
    expect(await next()).toMatchObject({ from: 'QUEUED', to: 'GONE', reason: { code: 'PODS_DELETED' } });
    await client.dispose();
  });
});
