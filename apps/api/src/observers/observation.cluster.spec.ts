import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cordonNode,
  createNode,
  labelNode,
  loadKubeconfig,
  setNodeCondition,
  startKubernetes,
  taintNode,
  uncordonNode,
  untaintNode,
  type FakeNode,
  type KubernetesServer,
} from '@awp/testbed';
import { registerTestCluster } from '../testing/register-cluster';
import { socketClient, TestSubscription } from '../testing/graphql-client';
import { startServer, type TestServer } from '../testing/server';

interface MachineEvent {
  readonly machineLifecycle: {
    readonly sequence: number;
    readonly type: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly reason: { readonly code: string };
    readonly machine: { readonly id: string; readonly name: string; readonly lifecycle: string };
  };
}

const SUBSCRIPTION = `subscription ($clusterId: ID, $after: Cursor) {
  machineLifecycle(clusterId: $clusterId, after: $after) { sequence type from to reason { code } machine { id name lifecycle } }
}`;

describe('a real cluster on the graph', () => {
  let kubernetes: KubernetesServer;
  let server: TestServer;
  let clusterId: string;

  beforeAll(async () => {
    kubernetes = await startKubernetes();
    server = await startServer();
    clusterId = await registerTestCluster(
      server,
      { content: kubernetes.kubeconfig },
      { observationStaleAfterSeconds: 6 },
    );
  });

  afterAll(async () => {
    await server.close();
    await kubernetes.stop();
  });

  it('tells each change of a Node once, in order, with from, to and reason', async () => {
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const client = socketClient(server.url, server.adminToken);
    const subscription = new TestSubscription<MachineEvent>(client, SUBSCRIPTION, {
      clusterId,
      after: await server.latestCursor(),
    });
    const seen: string[] = [];
    const expectNext = async (...expected: string[]): Promise<MachineEvent['machineLifecycle']> => {
      let last!: MachineEvent['machineLifecycle'];
      for (const line of expected) {
        last = (await subscription.next(15_000)).machineLifecycle;
        const { type, from, to, reason } = last;
        seen.push(type);
        expect(`${type}: ${from} -> ${to} (${reason.code})`).toBe(line);
      }
      return last;
    };

    // The control plane would add these a moment later, as a change of its own.
    const labels = { 'beta.kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/os': 'linux' };
    const node: FakeNode = await createNode(kubeconfig, { name: 'worker-1', labels });
    const discovered = await expectNext('MachineDiscovered: null -> DISCOVERED (NODE_DISCOVERED)');
    const machineId = discovered.machine.id;

    const adopted = await server.query<{ adoptMachine: { machine: { lifecycle: string } } }>(
      `mutation ($id: ID!) { adoptMachine(input: { id: $id }) { ... on AdoptMachineOk { machine { lifecycle } } ... on Rejected { errors { code message } } } }`,
      { id: machineId },
    );
    expect(adopted.data.adoptMachine).toEqual({ machine: { lifecycle: 'READY' } });
    await expectNext(
      'MachineAdopted: NONE -> ENROLLED (ADOPTED)',
      'MachineLifecycleChanged: DISCOVERED -> READY (ADOPTED)',
    );

    await cordonNode(kubeconfig, node.name);
    await expectNext('MachineCordoned: schedulable -> cordoned (NODE_CORDONED)');
    await uncordonNode(kubeconfig, node.name);
    await expectNext('MachineUncordoned: cordoned -> schedulable (NODE_UNCORDONED)');

    await taintNode(kubeconfig, node.name, { key: 'team', value: 'a', effect: 'NoSchedule' });
    await expectNext('MachineTaintsChanged: null -> team=a:NO_SCHEDULE (NODE_TAINTS_CHANGED)');
    await untaintNode(kubeconfig, node.name, 'team');
    await expectNext('MachineTaintsChanged: team=a:NO_SCHEDULE -> null (NODE_TAINTS_CHANGED)');

    await labelNode(kubeconfig, node.name, { zone: 'north' });
    await expectNext('MachineLabelsChanged: null -> zone=north (NODE_LABELS_CHANGED)');

    await setNodeCondition(kubeconfig, node.name, {
      type: 'DiskPressure',
      status: 'True',
      reason: 'KubeletHasDiskPressure',
      message: 'disk is full',
    });
    await expectNext(
      'MachineConditionChanged: DiskPressure=FALSE -> DiskPressure=TRUE (KubeletHasDiskPressure)',
      'MachineLifecycleChanged: READY -> DEGRADED (DISK_PRESSURE)',
    );
    await setNodeCondition(kubeconfig, node.name, {
      type: 'DiskPressure',
      status: 'False',
      reason: 'KubeletHasNoDiskPressure',
      message: 'disk is free',
    });
    await expectNext(
      'MachineConditionChanged: DiskPressure=TRUE -> DiskPressure=FALSE (KubeletHasNoDiskPressure)',
      'MachineLifecycleChanged: DEGRADED -> READY (NODE_READY)',
    );

    const oldUid = node.uid;
    await node.delete();
    const deleted = await expectNext(
      `MachineNodeDeleted: ${oldUid} -> null (NODE_DELETED)`,
      'MachineLifecycleChanged: READY -> UNREACHABLE (NODE_DELETED)',
    );
    expect(deleted.machine).toMatchObject({ id: machineId, lifecycle: 'UNREACHABLE' });

    await node.recreate();
    const replaced = await expectNext(
      `MachineNodeReplaced: null -> ${node.uid} (NODE_REPLACED)`,
      'MachineLifecycleChanged: UNREACHABLE -> DEGRADED (NODE_REPLACED)',
    );
    expect(replaced.machine.id).toBe(machineId);

    await server.query(`mutation ($id: ID!) { adoptMachine(input: { id: $id }) { __typename } }`, { id: machineId });
    await expectNext(
      'MachineAdopted: ENROLLED -> ENROLLED (ADOPTED)',
      'MachineLifecycleChanged: DEGRADED -> READY (ADOPTED)',
    );

    const { data } = await server.query<{
      machine: { formerNodes: { nodeUid: string; until: string | null }[]; node: { nodeUid: string } };
    }>(`query ($id: ID!) { machine(id: $id) { node { nodeUid } formerNodes { nodeUid until } } }`, { id: machineId });
    expect(data.machine.node.nodeUid).toBe(node.uid);
    expect(data.machine.formerNodes.map((former) => former.nodeUid)).toEqual([oldUid]);
    await node.delete();
    await subscription.stop();
    await client.dispose();
  });
});
