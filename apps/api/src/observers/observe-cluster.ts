import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterIdentity, ClusterObserver } from '@awp/domain';
import { LeaseLost, type ObserverLease } from './observer-lease.store';
import { recordClusterAnswered, recordContactFailed } from './record-contact';
import { recordNodeList, recordNodes, recordNodesDeleted } from './record-nodes';
import type { Recorder } from './recorder';
import { recordPodList, recordPods, recordPodsDeleted } from './record-pods';
import { RecordingLane, type ToRecord } from './recording-lane';

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
      await new Observation(recorder, lease, signal).follow(observer);
      return;
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

/**
 * One following of an observer. Signs of life overtake what waits to be recorded: while a list of thousands is written,
 * the open watch still vouches for what was on record. They count only once the lists that followed the last failure
 * are on record: until then the record is from before it.
 */
class Observation {
  private readonly ending = new AbortController();
  private readonly signal: AbortSignal;
  private readonly lane: RecordingLane;
  private failure: { readonly error: unknown } | null = null;
  /** Failures heard of, those recorded, and those that came before the lists on record: -1 before the first. */
  private failures = 0;
  private failuresRecorded = 0;
  private failuresBeforeLists = -1;
  private lastContact: { readonly identity: ClusterIdentity; readonly at: Date } | null = null;

  constructor(
    private readonly recorder: Recorder,
    private readonly lease: ObserverLease,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([outer, this.ending.signal]);
    this.lane = new RecordingLane(
      (batch) => this.record(batch),
      (error) => this.fail(error),
    );
  }

  /** Ends when aborted or when another cluster answers; throws when something could not be recorded. */
  async follow(observer: ClusterObserver): Promise<void> {
    try {
      for await (const observation of observer.observe(this.signal)) {
        if (observation.kind === 'CONTACT') {
          this.lastContact = { identity: observation.identity, at: this.recorder.now() };
          await this.tellContact();
          continue;
        }
        if (observation.kind === 'CONTACT_FAILED') {
          this.failures += 1;
          this.lastContact = null;
        }
        this.lane.push(observation);
      }
    } catch (error) {
      this.fail(error);
    }
    await this.lane.idle();
    if (this.failure !== null) throw this.failure.error;
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.ending.abort();
  }

  private async tellContact(): Promise<void> {
    if (this.lastContact === null) return;
    const { identity, at } = this.lastContact;
    await this.answered(identity, this.failuresBeforeLists === this.failures ? at : null);
  }

  private async answered(identity: ClusterIdentity, observedAt: Date | null): Promise<void> {
    if (!(await recordClusterAnswered(this.recorder, this.lease, identity, observedAt))) this.ending.abort();
  }

  private async record(batch: ToRecord): Promise<void> {
    const { recorder, lease, signal } = this;
    if (signal.aborted) return;
    switch (batch.kind) {
      case 'IDENTIFIED':
        return this.answered(batch.identity, null);
      case 'CONTACT_FAILED':
        this.failuresRecorded += 1;
        return recordContactFailed(recorder, lease, batch.failure);
      case 'NODES':
        return recordNodeList(recorder, lease, batch.nodes, signal);
      case 'NODES_CHANGED':
        return recordNodes(recorder, lease, batch.nodes);
      case 'NODES_DELETED':
        return recordNodesDeleted(recorder, lease, batch.uids);
      case 'PODS':
        await recordPodList(recorder, lease, batch.pods, signal);
        this.failuresBeforeLists = this.failuresRecorded;
        return this.tellContact();
      case 'PODS_CHANGED':
        return recordPods(recorder, lease, batch.pods);
      case 'PODS_DELETED':
        return recordPodsDeleted(recorder, lease, batch.uids);
    }
  }
}
