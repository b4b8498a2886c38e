import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterObservation, ClusterObserver } from '@awp/domain';
import type { App } from '../app';
import { LeaseLost, type ObserverLease } from './observer-lease.store';
import {
  recordClusterAnswered,
  recordContactFailed,
  recordNodeList,
  recordNodes,
  recordNodesDeleted,
} from './record-observation';
import { recordPodList, recordPods, recordPodsDeleted } from './record-pods';

const RETRY_MS = 2_000;

/**
 * Turns what an observer reports into commands, until aborted or the lease is lost. When a record cannot be written,
 * observation starts over from a complete list: then nothing that was dropped stays unknown.
 */
export async function observeCluster(
  app: Pick<App, 'db' | 'now' | 'log'>,
  lease: ObserverLease,
  observer: ClusterObserver,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const observation of observer.observe(signal)) {
        if (!(await record(app, lease, observation))) return;
      }
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLost) return;
      app.log.warn(
        { err: error, clusterId: lease.clusterId },
        'an observation could not be recorded; starting over from a complete list',
      );
      // An abort ends the wait; the loop sees it.
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** False when observation is to stop. */
async function record(
  app: Pick<App, 'db' | 'now'>,
  lease: ObserverLease,
  observation: ClusterObservation,
): Promise<boolean> {
  switch (observation.kind) {
    case 'CONTACT':
      return recordClusterAnswered(app, lease, observation.identity);
    case 'CONTACT_FAILED':
      await recordContactFailed(app, lease, observation.failure);
      return true;
    case 'NODES':
      await recordNodeList(app, lease, observation.nodes);
      return true;
    case 'NODE':
      await recordNodes(app, lease, [observation.node]);
      return true;
    case 'NODE_DELETED':
      await recordNodesDeleted(app, lease, [observation.uid]);
      return true;
    case 'PODS':
      await recordPodList(app, lease, observation.pods);
      return true;
    case 'POD':
      await recordPods(app, lease, [observation.pod]);
      return true;
    case 'POD_DELETED':
      await recordPodsDeleted(app, lease, [observation.uid]);
      return true;
  }
}
