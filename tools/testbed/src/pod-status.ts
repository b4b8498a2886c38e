import type { V1ContainerState, V1ContainerStatus, V1Pod, V1PodStatus } from '@kubernetes/client-node';

/** How a Pod is doing, in the words of its phase. */
export interface PodOutcome {
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  /** Of the Pod: Evicted, OutOfcpu, ... */
  reason?: string;
  message?: string;
  /** Of every container that has ended. Default: 0 when Succeeded, 1 when Failed. */
  exitCode?: number;
  /** Of every container: OOMKilled, Error, ErrImagePull, ... */
  containerReason?: string;
  /** Of a Running Pod. Default: true. */
  ready?: boolean;
}

/** The status that a kubelet would report for a Pod that has come this far. */
export function podStatus(pod: V1Pod, outcome: PodOutcome, now: Date = new Date()): V1PodStatus {
  const { phase, reason, message } = outcome;
  const ready = phase === 'Running' && (outcome.ready ?? true);
  const started = phase !== 'Pending';
  const condition = (type: string, holds: boolean): { type: string; status: string; lastTransitionTime: Date } => ({
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: now,
  });
  return {
    phase,
    reason,
    message,
    startTime: pod.status?.startTime ?? now,
    conditions: [condition('Initialized', started), condition('ContainersReady', ready), condition('Ready', ready)],
    containerStatuses: (pod.spec?.containers ?? []).map(({ name, image = '' }): V1ContainerStatus => ({
      name,
      image,
      imageID: '',
      ready,
      started: phase === 'Running',
      restartCount: 0,
      state: containerState(outcome, now),
    })),
  };
}

function containerState({ phase, exitCode, containerReason }: PodOutcome, now: Date): V1ContainerState {
  switch (phase) {
    case 'Pending':
      return { waiting: { reason: containerReason ?? 'ContainerCreating' } };
    case 'Running':
      return { running: { startedAt: now } };
    case 'Succeeded':
      return { terminated: { exitCode: exitCode ?? 0, reason: containerReason ?? 'Completed', finishedAt: now } };
    case 'Failed':
      return { terminated: { exitCode: exitCode ?? 1, reason: containerReason ?? 'Error', finishedAt: now } };
  }
}
