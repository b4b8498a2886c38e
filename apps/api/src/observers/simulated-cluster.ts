import { SimulatedCluster, simulatedNode, simulatedPod, simulatedQueuedPod } from '@awp/k8s-adapter';
import type { ClusterIdentity } from '@awp/domain';

export const SIMULATED_KEY = 'simulated';
export const SIMULATED_NAME = 'SIMULATED cluster';
export const simulatedIdentity: ClusterIdentity = { kubernetesUid: 'SIMULATED', kubernetesVersion: 'SIMULATED' };

/** The cluster for a first look: machines and workloads that exist nowhere and say so. */
export function simulatedCluster(machines: number, since: Date, contactEveryMs: number): SimulatedCluster {
  const cluster = new SimulatedCluster(simulatedIdentity, contactEveryMs);
  for (let n = 1; n <= machines; n += 1) {
    const node = simulatedNode(n, since);
    cluster.put(node);
    if (!node.unschedulable) cluster.putPod(simulatedPod(node.name, since));
  }
  cluster.putPod(simulatedQueuedPod(since));
  return cluster;
}
