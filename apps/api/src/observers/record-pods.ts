import { discoverWorkload, workloadKey, type ObservedPod, type Workload, type WorkloadEvent } from '@awp/domain';
import { byObservation, onRecord } from '../lifecycle/on-record';
import { deletePods, findChangedPods, findPodUids, savePods } from '../modules/workload/workload-pod.store';
import { findUnsettledWorkloadIds, findWorkloadsByKeys, insertWorkloads } from '../modules/workload/workload.store';
import { newId } from '../persistence/ids';
import type { Transaction } from '../persistence/transaction';
import { chunks } from './chunks';
import { decideWorkloads } from './decide-workloads';
import type { ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';
import { withLease } from './with-lease';

type PodsByKey = ReadonlyMap<string, readonly ObservedPod[]>;

/**
 * A complete list: Pods in it are taken in, those on record that are not in it are gone. A workload is decided on once,
 * when all of that is recorded, so that Pods which were replaced meanwhile make no event of their own.
 */
export async function recordPodList(
  recorder: Recorder,
  lease: ObserverLease,
  pods: readonly ObservedPod[],
  signal: AbortSignal,
): Promise<void> {
  const present = new Set(pods.map((pod) => pod.uid));
  const gone = (await findPodUids(recorder.db, lease.clusterId)).filter((uid) => !present.has(uid));
  for (const uids of chunks(gone)) {
    signal.throwIfAborted();
    await withLease(recorder, lease, async (tx) => {
      const workloadIds = await deletePods(tx, lease.clusterId, uids);
      // A job that came to its end is over before the Pods of a later one of its name are looked at.
      await decideWorkloads(recorder, tx, lease.clusterId, workloadIds, hasEndedJob);
    });
  }
  const byKey = Map.groupBy(pods, workloadKey);
  for (const some of chunks([...byKey.values()].flat())) {
    signal.throwIfAborted();
    await withLease(recorder, lease, (tx) => takeIn(recorder, tx, lease.clusterId, some, byKey));
  }
  // All, not only those whose Pods changed: an earlier list may have been broken off before this.
  for (const ids of chunks(await findUnsettledWorkloadIds(recorder.db, lease.clusterId))) {
    signal.throwIfAborted();
    await withLease(recorder, lease, (tx) => decideWorkloads(recorder, tx, lease.clusterId, ids));
  }
}

/** Some Pods as they are now. */
export async function recordPods(
  recorder: Recorder,
  lease: ObserverLease,
  pods: readonly ObservedPod[],
): Promise<void> {
  await withLease(recorder, lease, async (tx) => {
    const workloadIds = await takeIn(recorder, tx, lease.clusterId, pods, Map.groupBy(pods, workloadKey));
    await decideWorkloads(recorder, tx, lease.clusterId, workloadIds);
  });
}

export async function recordPodsDeleted(
  recorder: Recorder,
  lease: ObserverLease,
  uids: readonly string[],
): Promise<void> {
  await withLease(recorder, lease, async (tx) => {
    await decideWorkloads(recorder, tx, lease.clusterId, await deletePods(tx, lease.clusterId, uids));
  });
}

function hasEndedJob(workload: Workload): boolean {
  return workload.kind === 'JOB' && (workload.state === 'SUCCEEDED' || workload.state === 'FAILED');
}

/** Records what is new of these Pods and discovers their workloads; returns those that may have changed. */
async function takeIn(
  recorder: Recorder,
  tx: Transaction,
  clusterId: string,
  pods: readonly ObservedPod[],
  byKey: PodsByKey,
): Promise<string[]> {
  const stored = await findChangedPods(tx, clusterId, pods);
  const changed = pods.filter((pod) => stored.has(pod.uid));
  if (changed.length === 0) return [];
  const unknown = changed.filter((pod) => stored.get(pod.uid) === null);
  const keys = [...new Set(unknown.map(workloadKey))];
  const workloads = await workloadsOf(recorder, tx, clusterId, keys, byKey);
  // A Pod on record stays with its workload.
  const recorded = changed.map((pod) => ({
    pod,
    workloadId: stored.get(pod.uid) ?? workloads.get(workloadKey(pod))!.id,
  }));
  await savePods(tx, clusterId, recorded);
  return [...new Set(recorded.map(({ workloadId }) => workloadId))];
}

/** The workload of each key; one that nobody knows is discovered with all its Pods. */
async function workloadsOf(
  recorder: Recorder,
  tx: Transaction,
  clusterId: string,
  keys: readonly string[],
  byKey: PodsByKey,
): Promise<ReadonlyMap<string, Workload>> {
  if (keys.length === 0) return new Map();
  const known = await findWorkloadsByKeys(tx, clusterId, keys);
  const workloads = new Map(known.map((workload) => [workload.key, workload]));
  const now = recorder.now();
  const discovered: Workload[] = [];
  const events: WorkloadEvent[] = [];
  for (const key of keys) {
    if (workloads.has(key)) continue;
    const [first, ...others] = byKey.get(key)!;
    const decision = discoverWorkload(newId('workload'), clusterId, [first!, ...others], now);
    if (!decision.accepted) throw new Error('a Pod that was seen makes a workload');
    workloads.set(key, decision.state);
    discovered.push(decision.state);
    events.push(...decision.events);
  }
  await insertWorkloads(tx, discovered);
  tx.emit(...onRecord(events, { subjectKind: 'WORKLOAD', clusterId }, byObservation(clusterId, now)));
  return workloads;
}
