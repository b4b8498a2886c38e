import type { ObservedNode, ObservedPod } from './recorder.ts';

export const NODES = 5_000;
export const PODS = 50_000;

const GIB = 1024 ** 3;
const since = new Date('2026-11-01T08:00:00.000Z');

/** The Nodes of a large cluster, as the mapper in libs/k8s-adapter gives them, the same in every run. */
export function observedNodes(): ObservedNode[] {
  return Array.from({ length: NODES }, (_, n): ObservedNode => {
    const name = `worker-${n}`;
    const capacity = { cpuMillis: 16_000, memoryBytes: 64 * GIB, ephemeralStorageBytes: 200 * GIB, pods: 110, gpus: 0 };
    return {
      uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      name,
      unschedulable: n % 20 === 0,
      labels: {
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': 'k3s',
        'topology.kubernetes.io/zone': `zone-${n % 5}`,
      },
      taints: [],
      conditions: ['MemoryPressure', 'DiskPressure', 'PIDPressure', 'Ready'].map((type) => ({
        type,
        status: type === 'Ready' ? 'TRUE' : 'FALSE',
        reason: `Kubelet${type}`,
        message: `kubelet reports ${type}`,
        lastTransitionAt: since,
      })),
      capacity,
      allocatable: { ...capacity, memoryBytes: 63 * GIB },
      architecture: 'amd64',
      operatingSystem: 'linux',
      osImage: 'Debian GNU/Linux 13 (trixie)',
      kernelVersion: '6.12.41+deb13-amd64',
      kubeletVersion: 'v1.34.1+k3s1',
      containerRuntime: 'containerd://2.1.4-k3s1',
      runtimeHandlers: ['runc'],
    };
  });
}

/**
 * Its Pods: two DaemonSets with one on each Node, 3,600 Deployments of ten, 2,000 Jobs of one, 2,000 that nobody owns;
 * one in 25 waits for a Node.
 */
export function observedPods(): ObservedPod[] {
  return Array.from({ length: PODS }, (_, n): ObservedPod => {
    const waits = n % 25 === 24;
    return {
      uid: `11111111-0000-4000-8000-${String(n).padStart(12, '0')}`,
      namespace: 'team',
      name: `pod-${n}`,
      owner: ownerOf(n),
      nodeName: waits ? null : `worker-${n % NODES}`,
      phase: waits ? 'PENDING' : 'RUNNING',
      ready: !waits,
      trouble: waits
        ? { reason: 'Unschedulable', message: '0/5000 nodes are available: 5000 Insufficient cpu.' }
        : null,
      requested: { cpuMillis: 250, memoryBytes: GIB, ephemeralStorageBytes: 0, pods: 1, gpus: 0 },
      startedAt: waits ? null : new Date(since.getTime() + n * 1_000),
    };
  });
}

function ownerOf(n: number): ObservedPod['owner'] {
  if (n < 2 * NODES) return { kind: 'DaemonSet', name: `agent-${n % 2}` };
  if (n < 46_000) return { kind: 'Deployment', name: `service-${n % 3_600}` };
  return n < 48_000 ? { kind: 'Job', name: `job-${n}` } : null;
}
