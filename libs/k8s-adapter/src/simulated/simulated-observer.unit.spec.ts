import { describe, expect, it } from '@jest/globals';
import type { ObservedNode } from '@awp/domain';
import { ObservationReader } from '../testing/observation-reader';
import { describeClusterObserver } from '../testing/observer-contract';
import { simulatedNode } from './simulated-nodes';
import { simulatedQueuedPod } from './simulated-pods';
import { SimulatedCluster } from './simulated-observer';

const identity = { kubernetesUid: 'SIMULATED', kubernetesVersion: 'SIMULATED' };
const since = new Date('2026-05-04T03:02:01Z');

describeClusterObserver('the SIMULATED cluster', async () => {
  const cluster = new SimulatedCluster(identity, 20);
  const nodes = new Map<string, ObservedNode>();
  const put = (node: ObservedNode): void => {
    nodes.set(node.name, node);
    cluster.put(node);
  };
  return {
    observer: cluster,
    identity,
    addNode: async (name) => {
      put({ ...simulatedNode(nodes.size + 1, since), uid: `uid-of-${name}`, name, unschedulable: false });
      return nodes.get(name)!.uid;
    },
    cordonNode: async (name) => put({ ...nodes.get(name)!, unschedulable: true }),
    deleteNode: async (name) => cluster.remove(nodes.get(name)!.uid),
    addPod: async (name) => {
      const pod = { ...simulatedQueuedPod(since), uid: `uid-of-${name}`, name };
      cluster.putPod(pod);
      return pod.uid;
    },
    deletePod: async (name) => cluster.removePod(`uid-of-${name}`),
    down: async () => cluster.setDown(true),
    up: async () => cluster.setDown(false),
    stop: async () => undefined,
  };
});

describe('the SIMULATED cluster', () => {
  it('returns even when it comes up before the reader asks for more', async () => {
    const cluster = new SimulatedCluster(identity, 1_000);
    cluster.setDown(true);
    const reader = new ObservationReader(cluster);
    await reader.nextOf('CONTACT_FAILED');
    cluster.setDown(false);
    expect((await reader.next(1_000)).kind).toBe('IDENTIFIED');
    await reader.stop();
  });

  it('lists everything anew when its reader fell too far behind', async () => {
    const cluster = new SimulatedCluster(identity, 1_000);
    const reader = new ObservationReader(cluster);
    await reader.nextOf('NODES');
    for (let n = 1; n <= 20_001; n += 1) cluster.put(simulatedNode(n, since));
    const { nodes } = await reader.nextOf('NODES');
    expect(nodes).toHaveLength(20_001);
    await reader.stop();
  });

  it('says nothing of a Node that was never there', async () => {
    const cluster = new SimulatedCluster(identity, 10);
    const reader = new ObservationReader(cluster);
    await reader.nextOf('PODS');
    cluster.remove('nobody');
    expect((await reader.next()).kind).toBe('CONTACT');
    await reader.stop();
  });

  it('makes the same machine for the same number, and says SIMULATED in it', () => {
    expect(simulatedNode(5, since)).toEqual(simulatedNode(5, since));
    expect(simulatedNode(5, since)).toMatchObject({
      name: 'simulated-05',
      unschedulable: true,
      kubeletVersion: 'SIMULATED',
      labels: { 'awp.dev/simulated': 'true' },
    });
  });
});
