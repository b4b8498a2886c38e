import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ObservedPod } from '@awp/domain';
import { toObservedPod } from '@awp/k8s-adapter';
import { aPod, startRecording, type TestRecording } from '../testing/recording';
import { recordPodList, recordPods, recordPodsDeleted } from './record-pods';

const begin = new Date('2026-05-04T03:02:01Z');
const never = new AbortController().signal;
const job = { kind: 'Job', name: 'nightly' };

describe('Pods that are put on record', () => {
  let recording: TestRecording;

  beforeEach(async () => {
    recording = await startRecording(begin);
  });
  afterEach(() => recording.close());

  const list = (...pods: ObservedPod[]): Promise<void> =>
    recordPodList(recording.recorder, recording.lease, pods, never);
  const report = (...pods: ObservedPod[]): Promise<void> => recordPods(recording.recorder, recording.lease, pods);
  const remove = (...uids: string[]): Promise<void> => recordPodsDeleted(recording.recorder, recording.lease, uids);
  const workloads = async (): Promise<object[]> =>
    (
      await recording.recorder.db.query<object>(
        'SELECT name, kind, state, over, requested, started_at, version FROM workload ORDER BY id',
      )
    ).rows;

  it('change nothing, and nothing is written, when they are reported again as they are', async () => {
    const waiting = aPod({ uid: 'pod-2', phase: 'PENDING', trouble: { reason: 'Unschedulable', message: 'no room' } });
    await list(aPod(), waiting, aPod({ uid: 'pod-3', owner: null, startedAt: null }));
    const before = await recording.rowVersions();
    await report(waiting);
    await report(aPod());
    await list(aPod({ uid: 'pod-3', owner: null, startedAt: null }), waiting, aPod());
    expect(await recording.rowVersions()).toEqual(before);
    expect(await workloads()).toMatchObject([{ version: 1 }, { version: 1 }]);
  });

  it('make one workload of all that have the same owner, and one event', async () => {
    await report(aPod({ phase: 'PENDING' }), aPod({ uid: 'pod-2', startedAt: new Date('2025-12-31T00:00:00Z') }));
    expect(await recording.events()).toEqual(['WorkloadDiscovered: null -> RUNNING']);
    expect(await workloads()).toMatchObject([
      { name: 'web', requested: { cpuMillis: 1000 }, started_at: new Date('2025-12-31T00:00:00Z'), version: 1 },
    ]);
  });

  it('make one workload of a list that is recorded in several transactions, and one event', async () => {
    await list(...Array.from({ length: 1_201 }, (_, n) => aPod({ uid: `pod-${n}`, name: `web-${n}` })));
    expect(await recording.events()).toEqual(['WorkloadDiscovered: null -> RUNNING']);
    expect(await workloads()).toMatchObject([{ requested: { cpuMillis: 1_201 * 500, pods: 1_201 }, version: 1 }]);
  });

  it('keep their workload when all of them were replaced between two lists, without an event', async () => {
    await list(aPod());
    await list(aPod({ uid: 'pod-2' }));
    expect(await recording.events()).toEqual(['WorkloadDiscovered: null -> RUNNING']);
  });

  it('keep their workload when a service is scaled to none and back', async () => {
    await report(aPod());
    await remove('pod-1');
    await report(aPod({ uid: 'pod-2' }));
    expect(await recording.events()).toEqual([
      'WorkloadDiscovered: null -> RUNNING',
      'WorkloadStateChanged: RUNNING -> GONE',
      'WorkloadStateChanged: GONE -> RUNNING',
    ]);
    expect(await workloads()).toHaveLength(1);
  });

  it('keep their workload when the only Pod of a service was evicted', async () => {
    await report(aPod());
    await report(aPod({ phase: 'FAILED', trouble: { reason: 'Evicted', message: 'low on memory' } }));
    await report(aPod({ uid: 'pod-2', phase: 'PENDING' }));
    await remove('pod-1');
    expect((await recording.events()).slice(1)).toEqual([
      'WorkloadStateChanged: RUNNING -> FAILED',
      'WorkloadStateChanged: FAILED -> STARTING',
    ]);
  });

  it('keep their workload when a failed job is tried again; a later job of the same name is another', async () => {
    await report(aPod({ owner: job, phase: 'FAILED' }));
    await report(aPod({ owner: job, uid: 'pod-2' }));
    await report(aPod({ owner: job, uid: 'pod-2', phase: 'SUCCEEDED' }));
    await remove('pod-1', 'pod-2');
    await report(aPod({ owner: job, uid: 'pod-3' }));
    expect(await recording.events()).toEqual([
      'WorkloadDiscovered: null -> FAILED',
      'WorkloadStateChanged: FAILED -> RUNNING',
      'WorkloadStateChanged: RUNNING -> SUCCEEDED',
      'WorkloadDiscovered: null -> RUNNING',
    ]);
    expect(await workloads()).toMatchObject([
      { state: 'SUCCEEDED', over: true },
      { state: 'RUNNING', over: false },
    ]);
  });

  it('are of another job when the one on record had ended and its Pods are gone from the list', async () => {
    await list(aPod({ owner: job, phase: 'SUCCEEDED' }));
    await list(aPod({ owner: job, uid: 'pod-2' }));
    expect(await workloads()).toMatchObject([
      { state: 'SUCCEEDED', over: true },
      { state: 'RUNNING', over: false },
    ]);
  });

  it('are decided on by the next list when one was broken off before that', async () => {
    await list(aPod());
    const { recorder, lease } = recording;
    await recorder.db.query("UPDATE workload_pod SET state = 'STARTING', phase = 'PENDING'");
    await list(aPod({ phase: 'PENDING' }));
    expect(await recording.events()).toContain('WorkloadStateChanged: RUNNING -> STARTING');
    await expect(recordPodList(recorder, lease, [aPod()], AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('are recorded whatever their texts hold', async () => {
    const hostile = 'no room\0 \ud800'.padEnd(5_000, '.');
    const metadata = { uid: 'u\0', namespace: 'team', name: 'web\0' };
    const conditions = [{ type: 'PodScheduled', status: 'False', reason: 'Un\0schedulable', message: hostile }];
    await report(toObservedPod({ metadata, status: { phase: 'Pending', conditions } }));
    const { rows } = await recording.recorder.db.query<{ reason: object }>('SELECT reason FROM workload');
    expect(rows).toEqual([{ reason: { code: 'Unschedulable', message: `no room \ufffd${'.'.repeat(991)}` } }]);
  });
});
