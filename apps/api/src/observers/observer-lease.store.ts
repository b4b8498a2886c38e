import type { Sql } from '../persistence/sql';

/** Says that this replica, and no other, observes a cluster until then. `fence` grows with each change of hands. */
export interface ObserverLease {
  readonly clusterId: string;
  readonly fence: number;
}

export const LEASE_SECONDS = 15;

/** Takes clusters that nobody observes. By the database's clock, so that replicas need not agree on the time. */
export async function claimClusters(sql: Sql, owner: string): Promise<ObserverLease[]> {
  const { rows } = await sql.query<{ cluster_id: string; fence: string }>(
    `INSERT INTO observer_lease AS lease (cluster_id, owner, lease_until, fence)
       SELECT id, $1, now() + make_interval(secs => $2), 1 FROM cluster
        WHERE desired <> 'DETACHED' AND contact <> 'IDENTITY_CHANGED'
     ON CONFLICT (cluster_id) DO UPDATE
       SET owner = EXCLUDED.owner, lease_until = EXCLUDED.lease_until, fence = lease.fence + 1
       WHERE lease.lease_until < now()
     RETURNING cluster_id, fence`,
    [owner, LEASE_SECONDS],
  );
  return rows.map((row) => ({ clusterId: row.cluster_id, fence: Number(row.fence) }));
}

/** Keeps what this replica has; returns the clusters it still holds and that are still to be observed. */
export async function renewLeases(sql: Sql, owner: string): Promise<Set<string>> {
  const { rows } = await sql.query<{ cluster_id: string }>(
    `UPDATE observer_lease SET lease_until = now() + make_interval(secs => $2) FROM cluster
      WHERE id = cluster_id AND owner = $1 AND desired <> 'DETACHED' AND contact <> 'IDENTITY_CHANGED'
      RETURNING cluster_id`,
    [owner, LEASE_SECONDS],
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

/** Holds the lease for the rest of the transaction. Throws LeaseLost when another replica took over. */
export async function assertLease(sql: Sql, lease: ObserverLease): Promise<void> {
  const { rows } = await sql.query('SELECT 1 FROM observer_lease WHERE cluster_id = $1 AND fence = $2 FOR SHARE', [
    lease.clusterId,
    lease.fence,
  ]);
  if (rows.length === 0) throw new LeaseLost(`another replica observes ${lease.clusterId} now`);
}
