import { isDeepStrictEqual } from 'node:util';
import { noPods, observePods, type Workload, type WorkloadEvent } from '@awp/domain';
import { byObservation, onRecord } from '../lifecycle/on-record';
import { summarizeWorkloadPods } from '../modules/workload/workload-pod.store';
import { findWorkloads, updateWorkloads } from '../modules/workload/workload.store';
import type { Transaction } from '../persistence/transaction';
import type { Recorder } from './recorder';

/** What the Pods on record now make of their workloads; only what changes is written. */
export async function decideWorkloads(
  recorder: Recorder,
  tx: Transaction,
  clusterId: string,
  workloadIds: readonly string[],
  which: (workload: Workload) => boolean = () => true,
): Promise<void> {
  if (workloadIds.length === 0) return;
  const workloads = (await findWorkloads(tx, workloadIds)).filter(which);
  if (workloads.length === 0) return;
  const summaries = await summarizeWorkloadPods(
    tx,
    workloads.map((workload) => workload.id),
  );
  const changed: Workload[] = [];
  const events: WorkloadEvent[] = [];
  for (const workload of workloads) {
    const decision = observePods(workload, summaries.get(workload.id) ?? noPods);
    if (!decision.accepted || isDeepStrictEqual(decision.state, workload)) continue;
    changed.push(decision.state);
    events.push(...decision.events);
  }
  await updateWorkloads(tx, changed);
  tx.emit(...onRecord(events, { subjectKind: 'WORKLOAD', clusterId }, byObservation(clusterId, recorder.now())));
}
