import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServer, type TestServer } from '../../testing/server';

interface Clusters {
  readonly clusters: {
    readonly nodes: readonly {
      readonly workloads: { readonly nodes: readonly { name: string; kubernetes: { uid: string }[] }[] };
      readonly machines: { readonly nodes: readonly object[] };
    }[];
  };
}

describe('workloads on the graph', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ environment: { AWP_SIMULATED_MACHINES: '6' } });
    const deadline = performance.now() + 10_000;
    while ((await workloads()).length < 2) if (performance.now() > deadline) throw new Error('nothing was observed');
  });
  afterAll(() => server.close());

  const ask = (pods: string): ReturnType<typeof server.query<Clusters>> =>
    server.query<Clusters>(
      `{ clusters(first: 1) { nodes { workloads { nodes { name kubernetes${pods} { uid } } } } } }`,
    );
  const workloads = async (pods = ''): Promise<{ name: string; kubernetes: { uid: string }[] }[]> => [
    ...((await ask(pods)).data.clusters.nodes[0]?.workloads.nodes ?? []),
  ];

  it('show their Pods by UID, no more of each than asked for', async () => {
    expect(await workloads('(first: 2)')).toEqual([
      { name: 'simulated-training', kubernetes: [{ uid: 'simulated-pod-queued' }] },
      {
        name: 'simulated-web',
        kubernetes: [{ uid: 'simulated-pod-on-simulated-01' }, { uid: 'simulated-pod-on-simulated-02' }],
      },
    ]);
    expect((await workloads())[1]!.kubernetes).toHaveLength(5);
  });

  it.each(['0', '101'])('refuse to show %s Pods', async (first) => {
    const { errors } = await ask(`(first: ${first})`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });

  it('cost as many Pods as may come', async () => {
    const costly =
      '{ clusters(first: 100) { nodes { workloads(first: 100) { nodes { kubernetes(first: 100) { uid } } } } } }';
    const { errors } = await server.query<Clusters>(costly);
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }]);
  });

  it('run on machines that say which kubelet and which container runtime they have', async () => {
    const { data } = await server.query<Clusters>(
      '{ clusters { nodes { machines(first: 1) { nodes { kubeletVersion containerRuntime resources { requested { cpuMillis pods } } } } } } }',
    );
    expect(data.clusters.nodes[0]!.machines.nodes).toEqual([
      {
        kubeletVersion: 'SIMULATED',
        containerRuntime: 'SIMULATED',
        resources: { requested: { cpuMillis: 500, pods: 1 } },
      },
    ]);
  });
});
