import type { Sql } from '../persistence/sql';

/** Says that this replica, and no other, observes a cluster until then. `fence` grows with each change of hands. */
export interface ObserverLease {
  readonly clusterId: string;
  readonly fence: number;
}

export const LEASE_SECONDS = 15;

/** Clusters taken in one go: few, so that replicas that start together share them. */
const CLAIM_AT_MOST = 10;

/** Of these a lease is of use: nobody observes what was detached or is another cluster than the one registered. */
const TO_BE_OBSERVED = "desired <> 'DETACHED' AND contact <> 'IDENTITY_CHANGED'";

/**
 * Takes clusters that nobody observes. By the database's clock, so that replicas need not agree on the time. Leases
 * that hold are not touched: a locked row here would wait for, and hold up, whoever records an observation.
 */
export async function claimClusters(sql: Sql, owner: string): Promise<ObserverLease[]> {
  const { rows } = await sql.query<{ cluster_id: string; fence: string }>(
    `INSERT INTO observer_lease AS lease (cluster_id, owner, lease_until, fence)
       SELECT id, $1, now() + make_interval(secs => $2), 1 FROM cluster
        WHERE ${TO_BE_OBSERVED}
          AND NOT EXISTS (SELECT 1 FROM observer_lease AS held WHERE held.cluster_id = id AND held.lease_until >= now())
        LIMIT $3
     ON CONFLICT (cluster_id) DO UPDATE
       SET owner = EXCLUDED.owner, lease_until = EXCLUDED.lease_until, fence = lease.fence + 1
       WHERE lease.lease_until < now()
     RETURNING cluster_id, fence`,
    [owner, LEASE_SECONDS, CLAIM_AT_MOST],
  );
  return rows.map((row) => ({ clusterId: row.cluster_id, fence: Number(row.fence) }));
}

/** Keeps these; returns those that it still holds and that are still to be observed. */
export async function renewLeases(sql: Sql, owner: string, clusterIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql.query<{ cluster_id: string }>(
    `UPDATE observer_lease SET lease_until = now() + make_interval(secs => $2) FROM cluster
      WHERE id = cluster_id AND owner = $1 AND cluster_id = ANY ($3) AND ${TO_BE_OBSERVED}
      RETURNING cluster_id`,
    [owner, LEASE_SECONDS, clusterIds],
  );
  return new Set(rows.map((row) => row.cluster_id));
}

/** Gives a cluster back at once, so that another replica need not wait. */
export async function releaseLease(sql: Sql, lease: ObserverLease, owner: string): Promise<void> {
  await sql.query(
    "UPDATE observer_lease SET lease_until = now() - interval '1 second' WHERE cluster_id = $1 AND owner = $2 AND fence = $3",
    [lease.clusterId, owner, lease.fence],
  );
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Holds the lease, and the cluster as one to be observed, for the rest of the transaction: nothing is recorded after a
 * change of hands or a detach. Throws LeaseLost.
 */
export async function assertLease(sql: Sql, lease: ObserverLease): Promise<void> {
  const { rows } = await sql.query(
    `SELECT 1 FROM observer_lease JOIN cluster ON id = cluster_id
      WHERE cluster_id = $1 AND fence = $2 AND ${TO_BE_OBSERVED} FOR SHARE`,
    [lease.clusterId, lease.fence],
  );
  if (rows.length === 0) throw new LeaseLost(`this replica does not observe ${lease.clusterId} any more`);
}
