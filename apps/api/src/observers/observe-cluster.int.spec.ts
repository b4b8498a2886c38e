import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import type { ClusterObservation, ClusterObserver } from '@awp/domain';
import { findCluster } from '../modules/cluster/cluster.store';
import { aNode, aPod, recordedIdentity, startRecording, type TestRecording } from '../testing/recording';
import { observeCluster } from './observe-cluster';
import { recordContactFailed } from './record-contact';

const begin = new Date('2026-05-04T03:02:01Z');
const later = (seconds: number): Date => new Date(begin.getTime() + seconds * 1000);
const other = { ...recordedIdentity, kubernetesUid: 'another' };
const identified: ClusterObservation = { kind: 'IDENTIFIED', identity: recordedIdentity };
const contact: ClusterObservation = { kind: 'CONTACT', identity: recordedIdentity };
const nodes: ClusterObservation = { kind: 'NODES', nodes: [aNode()] };
const pods: ClusterObservation = { kind: 'PODS', pods: [aPod()] };
const failed: ClusterObservation = {
  kind: 'CONTACT_FAILED',
  failure: { code: 'CLUSTER_UNREACHABLE', message: 'no answer in time' },
};

/** Reports what a test tells it to; `tell` resolves when its reader has taken that and asks for more. */
class ToldObserver implements ClusterObserver {
  private readonly steps = new EventEmitter();
  private readonly anew = Promise.withResolvers<void>();
  private times = 0;

  identify(): Promise<typeof recordedIdentity> {
    return Promise.resolve(recordedIdentity);
  }

  async *observe(signal: AbortSignal): AsyncGenerator<ClusterObservation> {
    this.times += 1;
    while (!signal.aborted) {
      const next = once(this.steps, 'tell', { signal }).catch(() => []);
      if (this.times === 2) this.anew.resolve();
      this.steps.emit('asks');
      const [observation] = (await next) as [ClusterObservation?];
      if (observation !== undefined) yield observation;
    }
  }

  /** Resolves when it is asked to observe for the second time. */
  observedAnew(): Promise<void> {
    return this.anew.promise;
  }

  async tell(...observations: ClusterObservation[]): Promise<void> {
    for (const observation of observations) {
      const taken = once(this.steps, 'asks');
      this.steps.emit('tell', observation);
      await taken;
    }
  }
}

describe('a cluster that is observed', () => {
  let recording: TestRecording;
  let observer: ToldObserver;
  let stop: AbortController;
  let done: Promise<void>;

  beforeEach(async () => {
    recording = await startRecording(begin);
    observer = new ToldObserver();
    stop = new AbortController();
    done = observeCluster(recording.recorder, recording.lease, observer, stop.signal);
  });
  afterEach(async () => {
    stop.abort();
    await done;
    await recording.close();
  });

  const observedAt = async (): Promise<Date | null> =>
    (await findCluster(recording.recorder.db, recording.lease.clusterId))!.observation.observedAt;
  /** Waits for what an observation leads to. */
  const until = async (reached: () => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + 10_000;
    while (!(await reached())) if (performance.now() > deadline) throw new Error('not reached in time');
  };
  const eventually = (event: string): Promise<void> =>
    until(async () => (await recording.events()).some((line) => line.startsWith(event)));

  /** Keeps Nodes, or Pods, from being recorded until it is let go. */
  async function hold(table: 'machine' | 'workload'): Promise<() => Promise<void>> {
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = recording.recorder.db.withTransaction(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return async () => {
      released.resolve();
      await holding;
    };
  }

  async function lost(): Promise<void> {
    const { db } = recording.recorder;
    await db.query("UPDATE cluster SET contact = 'LOST'");
    await db.query('UPDATE cluster_observation SET observed_at = $1', [begin]);
  }

  it('is fresh only when the lists that follow an outage are on record, as of the contact after them', async () => {
    await lost();
    const letGo = await hold('workload');
    await observer.tell(failed, identified, nodes);
    recording.at(later(60));
    await observer.tell(pods, contact);
    await eventually('MachineDiscovered');
    expect(await observedAt()).toEqual(begin);
    recording.at(later(90));
    await letGo();
    await eventually('ClusterContactRestored');
    await until(async () => (await observedAt())!.getTime() === later(60).getTime());
    expect(await recording.events()).toEqual([
      'MachineDiscovered: null -> DISCOVERED',
      'WorkloadDiscovered: null -> RUNNING',
      'ClusterContactRestored: LOST -> CONNECTED',
    ]);
  });

  it('is heard of while a list is recorded again', async () => {
    await observer.tell(identified, nodes, pods, contact);
    await eventually('WorkloadDiscovered');
    const letGo = await hold('machine');
    await observer.tell(identified, nodes, pods);
    recording.at(later(20));
    await observer.tell(contact);
    await until(async () => (await observedAt())!.getTime() === later(20).getTime());
    await letGo();
  });

  it('is not heard of, after another failure, by the lists from before it', async () => {
    const letGo = await hold('workload');
    await observer.tell(identified, nodes, pods, failed, identified, nodes);
    recording.at(later(20));
    await observer.tell(contact);
    await letGo();
    await eventually('WorkloadDiscovered');
    await observer.tell(contact);
    expect(await observedAt()).toEqual(begin);
    await observer.tell(pods);
    await until(async () => (await observedAt())!.getTime() === later(20).getTime());
  });

  it('is not recorded when another cluster answers at its address, which is told once', async () => {
    observer.tell({ kind: 'IDENTIFIED', identity: other }, nodes, pods).catch(() => undefined);
    await done;
    expect(await recording.events()).toEqual(['ClusterIdentityChanged: CONNECTED -> IDENTITY_CHANGED']);
    expect(await recording.rowVersions()).toEqual([]);
    const { recorder, lease } = recording;
    await expect(recordContactFailed(recorder, lease, failed.failure)).rejects.toMatchObject({ name: 'LeaseLost' });
  });

  it('is recorded change by change, also those of the same object in a row', async () => {
    await observer.tell(identified, nodes, pods, contact);
    await observer.tell(
      { kind: 'NODE', node: aNode({ unschedulable: true }) },
      { kind: 'NODE', node: aNode() },
      { kind: 'POD', pod: aPod({ ready: false }) },
      { kind: 'POD', pod: aPod({ uid: 'pod-2', phase: 'PENDING' }) },
      { kind: 'POD_DELETED', uid: 'pod-1' },
      { kind: 'POD_DELETED', uid: 'pod-2' },
      { kind: 'NODE_DELETED', uid: 'node-1' },
    );
    await eventually('MachineLifecycleChanged');
    expect(await recording.events()).toEqual([
      'MachineDiscovered: null -> DISCOVERED',
      'WorkloadDiscovered: null -> RUNNING',
      'MachineCordoned: schedulable -> cordoned',
      'MachineUncordoned: cordoned -> schedulable',
      'WorkloadStateChanged: RUNNING -> STARTING',
      'WorkloadStateChanged: STARTING -> GONE',
      'MachineNodeDeleted: node-1 -> null',
      'MachineLifecycleChanged: DISCOVERED -> REMOVED',
    ]);
  });

  it('starts over from a complete list when something could not be recorded', async () => {
    const { db } = recording.recorder;
    await db.query("ALTER TABLE workload ADD CONSTRAINT refused CHECK (name <> 'web')");
    await observer.tell(identified, nodes, pods);
    await observer.observedAnew();
    await db.query('ALTER TABLE workload DROP CONSTRAINT refused');
    await observer.tell(identified, nodes, pods, contact);
    await eventually('WorkloadDiscovered');
    expect(await recording.events()).toHaveLength(2);
  });
});
