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
 * This replica's share of the observing: it takes clusters that nobody observes, keeps their leases, and lets go of
 * those that were detached or that another replica took over.
 */
export class ClusterObservers {
  private readonly owner = randomUUID();
  private readonly running = new Map<string, Running>();
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
      .catch((error: unknown) =>
        this.recorder.log.warn({ err: error }, 'observer leases could not be kept; trying again'),
      )
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
    await Promise.all([...this.running.values()].map((one) => this.end(one)));
  }

  private async tick(): Promise<void> {
    const kept = await renewLeases(this.recorder.db, this.owner);
    for (const [clusterId, one] of this.running) if (!kept.has(clusterId)) await this.end(one);
    for (const lease of await claimClusters(this.recorder.db, this.owner)) await this.begin(lease);
  }

  private async begin(lease: ObserverLease): Promise<void> {
    const cluster = await findCluster(this.recorder.db, lease.clusterId);
    if (cluster === null || this.stopped) return;
    const stop = new AbortController();
    const done = observeCluster(this.recorder, lease, this.observerFor(cluster), stop.signal);
    this.running.set(lease.clusterId, { lease, stop, done });
    this.recorder.log.info({ clusterId: lease.clusterId, key: cluster.key }, 'observing cluster');
  }

  private async end(one: Running): Promise<void> {
    one.stop.abort();
    await one.done;
    this.running.delete(one.lease.clusterId);
    await releaseLease(this.recorder.db, one.lease, this.owner);
  }
}
