import type { ObservedNode, Resources } from '@awp/domain';

const GIB = 1024 ** 3;

/** The n-th machine of the SIMULATED cluster, always the same for the same n and time. One in five is cordoned. */
export function simulatedNode(n: number, since: Date): ObservedNode {
  const name = `simulated-${String(n).padStart(2, '0')}`;
  const capacity: Resources = {
    cpuMillis: [4000, 8000, 16000][n % 3]!,
    memoryBytes: [16, 32, 64][n % 3]! * GIB,
    ephemeralStorageBytes: 200 * GIB,
    pods: 110,
    gpus: n % 7 === 0 ? 1 : 0,
  };
  return {
    uid: `simulated-uid-${n}`,
    name,
    unschedulable: n % 5 === 0,
    labels: {
      'kubernetes.io/hostname': name,
      'kubernetes.io/arch': n % 2 === 0 ? 'arm64' : 'amd64',
      'awp.dev/simulated': 'true',
      ...(n === 1 ? { 'node-role.kubernetes.io/control-plane': '' } : {}),
    },
    taints: [],
    conditions: [
      { type: 'Ready', status: 'TRUE', reason: 'SIMULATED', message: 'SIMULATED kubelet', lastTransitionAt: since },
    ],
    capacity,
    allocatable: { ...capacity, cpuMillis: capacity.cpuMillis - 200, memoryBytes: capacity.memoryBytes - GIB },
    architecture: n % 2 === 0 ? 'arm64' : 'amd64',
    operatingSystem: 'linux',
    osImage: 'SIMULATED',
    kernelVersion: 'SIMULATED',
    kubeletVersion: 'SIMULATED',
    containerRuntime: 'SIMULATED',
    runtimeHandlers: [],
  };
}
