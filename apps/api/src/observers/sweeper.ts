import { isStale, loseContact } from '@awp/domain';
import type { App } from '../app';
import { deleteOldIdempotencyRecords } from '../graphql/idempotency.store';
import { pruneLog } from '../lifecycle/event-log';
import { bySweep, onRecord } from '../lifecycle/on-record';
import { deleteOldSignInLinks } from '../modules/access/sign-in-link.store';
import { findCluster, findSilentClusters, updateCluster } from '../modules/cluster/cluster.store';
import { ConcurrencyConflict } from '../persistence/sql';

const LOOK_MS = 1_000;
const CLEAN_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
const IDEMPOTENCY_DAYS = 7;

/** Tells, once, what follows from time passing, and drops what is past its retention. Every replica runs one. */
export class Sweeper {
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<void> | null = null;
  /** Since when this replica has been able to look. */
  private lookingSince: Date;
  private lastCleaned = 0;
  private stopped = false;

  constructor(private readonly app: Pick<App, 'db' | 'now' | 'log' | 'config'>) {
    this.lookingSince = app.now();
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.sweeping = this.sweep()
        .catch((error: unknown) => this.pauseEnded(error))
        .finally(() => {
          if (!this.stopped) this.start();
        });
    }, LOOK_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.sweeping;
  }

  private async sweep(): Promise<void> {
    for (const cluster of await findSilentClusters(this.app.db, this.app.now())) await this.tellContactLost(cluster.id);
    const now = this.app.now().getTime();
    if (now - this.lastCleaned < CLEAN_EVERY_MS) return;
    this.lastCleaned = now;
    await this.clean(now);
  }

  private pauseEnded(error: unknown): void {
    this.app.log.warn({ err: error }, 'the sweep failed; trying again');
    this.lookingSince = this.app.now();
  }

  private async tellContactLost(clusterId: string): Promise<void> {
    const now = this.app.now();
    try {
      await this.app.db.withTransaction(async (tx) => {
        const cluster = (await findCluster(tx, clusterId))!;
        const { observationStaleAfterSeconds: lifetime } = cluster.policy;
        // Something may have been heard since the look.
        if (!isStale(cluster.observation.observedAt, lifetime, now)) return;
        // After a pause of all replicas, or of the database, nothing was heard of any cluster, and that is no news of
        // the clusters: first their observers get as long as ever.
        if (!isStale(this.lookingSince, lifetime, now)) return;
        const decision = loseContact(cluster, cluster.observation.lastFailure, now);
        if (!decision.accepted || decision.events.length === 0) return;
        await updateCluster(tx, decision.state);
        tx.emit(...onRecord(decision.events, { subjectKind: 'CLUSTER', clusterId }, bySweep(now)));
      });
    } catch (error) {
      // Another replica told it at the same moment.
      if (!(error instanceof ConcurrencyConflict)) throw error;
    }
  }

  private async clean(now: number): Promise<void> {
    const { db, config } = this.app;
    await pruneLog(db, new Date(now - config.eventRetentionDays * DAY_MS), 10_000);
    await deleteOldIdempotencyRecords(db, new Date(now - IDEMPOTENCY_DAYS * DAY_MS));
    await deleteOldSignInLinks(db, new Date(now));
  }
}
