import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterObservation, ClusterObserver } from '@awp/domain';
import { LeaseLost, type ObserverLease } from './observer-lease.store';
import {
  recordClusterAnswered,
  recordContactFailed,
  recordNodeList,
  recordNodes,
  recordNodesDeleted,
} from './record-observation';
import type { Recorder } from './recorder';
import { recordPodList, recordPods, recordPodsDeleted } from './record-pods';

const RETRY_MS = 2_000;

/**
 * Turns what an observer reports into commands, until aborted or the lease is lost. When a record cannot be written,
 * observation starts over from a complete list: then nothing that was dropped stays unknown.
 */
export async function observeCluster(
  recorder: Recorder,
  lease: ObserverLease,
  observer: ClusterObserver,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const observation of observer.observe(signal)) {
        if (!(await record(recorder, lease, observation))) return;
      }
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      recorder.log.warn(
        { err: error, clusterId: lease.clusterId },
        'an observation could not be recorded; starting over from a complete list',
      );
      // An abort ends the wait; the loop sees it.
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** False when observation is to stop. */
async function record(recorder: Recorder, lease: ObserverLease, observation: ClusterObservation): Promise<boolean> {
  switch (observation.kind) {
    case 'CONTACT':
      return recordClusterAnswered(recorder, lease, observation.identity);
    case 'CONTACT_FAILED':
      await recordContactFailed(recorder, lease, observation.failure);
      return true;
    case 'NODES':
      await recordNodeList(recorder, lease, observation.nodes);
      return true;
    case 'NODE':
      await recordNodes(recorder, lease, [observation.node]);
      return true;
    case 'NODE_DELETED':
      await recordNodesDeleted(recorder, lease, [observation.uid]);
      return true;
    case 'PODS':
      await recordPodList(recorder, lease, observation.pods);
      return true;
    case 'POD':
      await recordPods(recorder, lease, [observation.pod]);
      return true;
    case 'POD_DELETED':
      await recordPodsDeleted(recorder, lease, [observation.uid]);
      return true;
  }
}
