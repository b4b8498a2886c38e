import { recordContact, type ClusterIdentity, type ContactFailure } from '@awp/domain';
import { byObservation, onRecord } from '../lifecycle/on-record';
import {
  findCluster,
  recordClusterContact,
  recordClusterFailure,
  updateCluster,
} from '../modules/cluster/cluster.store';
import type { ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';
import { withLease } from './with-lease';

/**
 * The API answered. `observedAt` says that what is on record held then; null says only who answered: what is there is
 * not on record yet, so nothing may be believed anew. The contact itself is an event only when it changes something.
 * False when another cluster answered: nothing it reports is to be recorded.
 */
export async function recordClusterAnswered(
  recorder: Recorder,
  lease: ObserverLease,
  identity: ClusterIdentity,
  observedAt: Date | null,
): Promise<boolean> {
  const { clusterId } = lease;
  return withLease(recorder, lease, async (tx) => {
    const cluster = (await findCluster(tx, clusterId))!;
    const expected = identity.kubernetesUid === cluster.kubernetesUid;
    if (expected && observedAt === null) return true;
    const now = recorder.now();
    const decision = recordContact(cluster, identity, now);
    if (decision.accepted && decision.events.length > 0) {
      await updateCluster(tx, decision.state);
      tx.emit(...onRecord(decision.events, { subjectKind: 'CLUSTER', clusterId }, byObservation(clusterId, now)));
    }
    if (expected && observedAt !== null)
      await recordClusterContact(tx, clusterId, identity.kubernetesVersion, observedAt);
    return expected;
  });
}

/** A try failed. Only noted: the sweeper tells of it once it has lasted longer than the policy allows. */
export async function recordContactFailed(
  recorder: Recorder,
  lease: ObserverLease,
  failure: ContactFailure,
): Promise<void> {
  await withLease(recorder, lease, async (tx) => {
    await recordClusterFailure(tx, lease.clusterId, failure);
  });
}
