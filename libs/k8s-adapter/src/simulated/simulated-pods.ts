import { noResources, type ObservedPod } from '@awp/domain';

const GIB = 1024 ** 3;

/** A Pod of a SIMULATED service on that Node, always the same for the same Node and time. */
export function simulatedPod(nodeName: string, since: Date): ObservedPod {
  return {
    uid: `simulated-pod-on-${nodeName}`,
    namespace: 'simulated',
    name: `simulated-web-${nodeName}`,
    owner: { kind: 'Deployment', name: 'simulated-web' },
    nodeName,
    phase: 'RUNNING',
    ready: true,
    trouble: null,
    requested: { ...noResources, cpuMillis: 500, memoryBytes: GIB, pods: 1 },
    startedAt: since,
  };
}

/** A Pod of a SIMULATED job that asks for more than any machine has, and so waits. */
export function simulatedQueuedPod(since: Date): ObservedPod {
  return {
    ...simulatedPod('none', since),
    uid: 'simulated-pod-queued',
    name: 'simulated-training-0',
    owner: { kind: 'Job', name: 'simulated-training' },
    nodeName: null,
    phase: 'PENDING',
    ready: false,
    trouble: { reason: 'Unschedulable', message: 'SIMULATED: no machine has 8 GPUs' },
    requested: { ...noResources, cpuMillis: 8000, memoryBytes: 64 * GIB, pods: 1, gpus: 8 },
    startedAt: null,
  };
}
