import { randomUUID } from 'node:crypto';
import type { ClusterObserver } from '@awp/domain';
import { findCluster, type StoredCluster } from '../modules/cluster/cluster.store';
import { observeCluster } from './observe-cluster';
import { claimClusters, releaseLease, renewLeases, type ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';

const TICK_MS = 3_000;

interface Running {
  readonly lease: ObserverLease;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/**
 * This replica's share of the observing: it takes clusters that nobody observes, keeps the leases of those it observes,
 * and lets go of those that were detached or that another replica took over.
 */
export class ClusterObservers {
  private readonly owner = randomUUID();
  private readonly running = new Map<string, Running>();
  private readonly ending = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private stopped = false;

  constructor(
    private readonly recorder: Recorder,
    private readonly observerFor: (cluster: StoredCluster) => ClusterObserver,
  ) {}

  /** Looks now, and then again every few seconds. */
  look(): void {
    if (this.stopped || this.looking !== null) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.looking = this.tick()
      .catch((error: unknown) => this.warn(error, 'observer leases could not be kept; trying again'))
      .finally(() => {
        this.looking = null;
        if (!this.stopped) this.timer = setTimeout(() => this.look(), TICK_MS);
      });
  }

  /** Stops observing and gives the leases back. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.looking;
    for (const one of [...this.running.values()]) this.end(one);
    await Promise.all(this.ending);
  }

  private async tick(): Promise<void> {
    const kept = await renewLeases(this.recorder.db, this.owner, [...this.running.keys()]);
    for (const [clusterId, one] of [...this.running]) if (!kept.has(clusterId)) this.end(one);
    for (const lease of await claimClusters(this.recorder.db, this.owner)) await this.begin(lease);
  }

  /** A lease without an observer would keep everybody else away: it is given back when none can be started. */
  private async begin(lease: ObserverLease): Promise<void> {
    try {
      const cluster = await findCluster(this.recorder.db, lease.clusterId);
      if (cluster === null || this.stopped) return await releaseLease(this.recorder.db, lease, this.owner);
      const stop = new AbortController();
      const done = observeCluster(this.recorder, lease, this.observerFor(cluster), stop.signal);
      this.running.set(lease.clusterId, { lease, stop, done });
      this.recorder.log.info({ clusterId: lease.clusterId, key: cluster.key }, 'observing cluster');
    } catch (error) {
      this.warn(error, 'a cluster could not be observed; its lease is given back');
      await releaseLease(this.recorder.db, lease, this.owner);
    }
  }

  /** Not waited for: what it still records must not hold up the leases of the others. */
  private end(one: Running): void {
    this.running.delete(one.lease.clusterId);
    one.stop.abort();
    const ended = one.done
      .then(() => releaseLease(this.recorder.db, one.lease, this.owner))
      .catch((error: unknown) => this.warn(error, 'a lease was not given back; it runs out by itself'))
      .finally(() => this.ending.delete(ended));
    this.ending.add(ended);
  }

  private warn(error: unknown, message: string): void {
    this.recorder.log.warn({ err: error }, message);
  }
}
