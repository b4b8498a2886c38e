import { discoverWorkload, observePods, workloadKey, type ObservedPod, type Workload } from '@awp/domain';
import { byObservation, onRecord } from '../lifecycle/on-record';
import {
  deletePods,
  findLivingWorkloads,
  findPodUids,
  findWorkloadIdsOfPods,
  findWorkloadPods,
  findWorkloads,
  insertWorkload,
  savePod,
  updateWorkload,
} from '../modules/workload/workload.store';
import { newId } from '../persistence/ids';
import type { Transaction } from '../persistence/transaction';
import { chunks } from './chunks';
import { assertLease, type ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';

/** A complete list: Pods in it are taken in, those on record that are not in it are gone. */
export async function recordPodList(
  recorder: Recorder,
  lease: ObserverLease,
  pods: readonly ObservedPod[],
): Promise<void> {
  const present = new Set(pods.map((pod) => pod.uid));
  const gone = (await findPodUids(recorder.db, lease.clusterId)).filter((uid) => !present.has(uid));
  for (const some of chunks(pods)) await recordPods(recorder, lease, some);
  for (const uids of chunks(gone)) await recordPodsDeleted(recorder, lease, uids);
}

/** Some Pods as they are now. */
export async function recordPods(
  recorder: Recorder,
  lease: ObserverLease,
  pods: readonly ObservedPod[],
): Promise<void> {
  await recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    const known = await findWorkloadIdsOfPods(
      tx,
      lease.clusterId,
      pods.map((pod) => pod.uid),
    );
    const workloads = new Map(
      (await findLivingWorkloads(tx, lease.clusterId, pods.map(workloadKey))).map((workload) => [
        workload.key,
        workload,
      ]),
    );
    const touched = new Set<string>();
    for (const pod of pods) {
      // A Pod on record stays with its workload, also when that is over.
      const workloadId =
        known.get(pod.uid) ??
        workloads.get(workloadKey(pod))?.id ??
        (await discover(recorder, tx, lease.clusterId, pod, workloads));
      await savePod(tx, lease.clusterId, workloadId, pod);
      touched.add(workloadId);
    }
    await decide(recorder, tx, [...touched]);
  });
}

export async function recordPodsDeleted(
  recorder: Recorder,
  lease: ObserverLease,
  uids: readonly string[],
): Promise<void> {
  await recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    const workloadIds = new Set((await findWorkloadIdsOfPods(tx, lease.clusterId, uids)).values());
    await deletePods(tx, lease.clusterId, uids);
    await decide(recorder, tx, [...workloadIds]);
  });
}

async function discover(
  recorder: Recorder,
  tx: Transaction,
  clusterId: string,
  pod: ObservedPod,
  workloads: Map<string, Workload>,
): Promise<string> {
  const decision = discoverWorkload(newId('workload'), clusterId, [pod], recorder.now());
  if (!decision.accepted) throw new Error('a Pod that was seen makes a workload');
  const workload = decision.state;
  await insertWorkload(tx, workload);
  tx.emit(
    ...onRecord(decision.events, { subjectKind: 'WORKLOAD', clusterId }, byObservation(clusterId, recorder.now())),
  );
  workloads.set(workload.key, workload);
  return workload.id;
}

/** What the Pods on record now make of their workloads. */
async function decide(recorder: Recorder, tx: Transaction, workloadIds: readonly string[]): Promise<void> {
  const pods = await findWorkloadPods(tx, workloadIds);
  for (const workload of await findWorkloads(tx, workloadIds)) {
    const own = pods.filter((pod) => pod.workloadId === workload.id).map(({ pod }) => pod);
    const decision = observePods(workload, own);
    if (!decision.accepted || JSON.stringify(decision.state) === JSON.stringify(workload)) continue;
    await updateWorkload(tx, decision.state);
    const { clusterId } = workload;
    tx.emit(
      ...onRecord(decision.events, { subjectKind: 'WORKLOAD', clusterId }, byObservation(clusterId, recorder.now())),
    );
  }
}
