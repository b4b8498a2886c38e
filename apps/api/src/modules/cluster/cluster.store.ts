import type { Cluster, ClusterPolicy, ContactFailure } from '@awp/domain';
import { readKeysetPage } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import { mustAffectOne, type Sql } from '../../persistence/sql';

/** Where a cluster is and with what to get in. All null for SIMULATED. */
export interface ClusterEndpoint {
  readonly apiServerUrl: string | null;
  readonly caSha256: string | null;
  readonly kubeconfigContext: string | null;
  readonly credentialId: string | null;
}

/** The latest that is known of a cluster. `observedAt` also vouches for its machines: their watch was open then. */
export interface ClusterObservationRecord {
  readonly observedAt: Date | null;
  readonly kubernetesVersion: string | null;
  readonly lastFailure: ContactFailure | null;
}

export interface StoredCluster extends Cluster {
  readonly endpoint: ClusterEndpoint;
  readonly observation: ClusterObservationRecord;
}

interface ClusterRow {
  id: string;
  key: string;
  name: string;
  provider: Cluster['provider'];
  api_server_url: string | null;
  ca_sha256: string | null;
  kubeconfig_context: string | null;
  credential_id: string | null;
  kubernetes_uid: string;
  desired: Cluster['desired'];
  contact: Cluster['contact'];
  contact_reason: { code: string; message: string; since: string };
  policy: ClusterPolicy;
  created_at: Date;
  version: number;
  observed_at: Date | null;
  kubernetes_version: string | null;
  last_failure: ContactFailure | null;
}

const FROM = 'cluster JOIN cluster_observation ON cluster_id = id';

export async function findClusters(sql: Sql, ids: readonly string[]): Promise<StoredCluster[]> {
  const { rows } = await sql.query<ClusterRow>(`SELECT * FROM ${FROM} WHERE id = ANY ($1)`, [ids]);
  return rows.map(toCluster);
}

export async function findCluster(sql: Sql, id: string): Promise<StoredCluster | null> {
  return (await findClusters(sql, [id]))[0] ?? null;
}

/** The cluster with this key that is not detached. */
export async function findClusterByKey(sql: Sql, key: string): Promise<StoredCluster | null> {
  const { rows } = await sql.query<ClusterRow>(`SELECT * FROM ${FROM} WHERE key = $1 AND desired <> 'DETACHED'`, [key]);
  return rows[0] === undefined ? null : toCluster(rows[0]);
}

export async function findClusterByKubernetesUid(sql: Sql, uid: string): Promise<StoredCluster | null> {
  const { rows } = await sql.query<ClusterRow>(
    `SELECT * FROM ${FROM} WHERE kubernetes_uid = $1 AND desired <> 'DETACHED'`,
    [uid],
  );
  return rows[0] === undefined ? null : toCluster(rows[0]);
}

export async function anyCluster(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM cluster LIMIT 1');
  return rows.length > 0;
}

export function pageClusters(sql: Sql, request: PageRequest): Promise<Page<StoredCluster>> {
  return readKeysetPage<ClusterRow, StoredCluster>(
    sql,
    {
      from: FROM,
      columns: '*',
      conditions: [],
      parameters: [],
      order: { name: 'KEY', columns: ['key', 'id'], direction: 'ASC', keyOf: (cluster) => [cluster.key, cluster.id] },
      toItem: toCluster,
    },
    request,
  );
}

/** Clusters that were in contact and of which nothing was heard for longer than their policy allows. */
export async function findSilentClusters(sql: Sql, now: Date): Promise<StoredCluster[]> {
  const { rows } = await sql.query<ClusterRow>(
    `SELECT * FROM ${FROM} WHERE desired <> 'DETACHED' AND contact = 'CONNECTED'
        AND (observed_at IS NULL OR observed_at < $1::timestamptz - make_interval(secs => (policy ->> 'observationStaleAfterSeconds')::int))`,
    [now],
  );
  return rows.map(toCluster);
}

/** False when its key or its Kubernetes is registered already. */
export async function insertCluster(
  sql: Sql,
  cluster: Cluster,
  endpoint: ClusterEndpoint,
  version: string,
  now: Date,
): Promise<boolean> {
  const { affected } = await sql.query(
    `INSERT INTO cluster (id, key, name, provider, api_server_url, ca_sha256, kubeconfig_context, credential_id, kubernetes_uid,
                          desired, contact, contact_reason, policy, created_at, version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
    [
      cluster.id,
      cluster.key,
      cluster.name,
      cluster.provider,
      endpoint.apiServerUrl,
      endpoint.caSha256,
      endpoint.kubeconfigContext,
      endpoint.credentialId,
      cluster.kubernetesUid,
      cluster.desired,
      cluster.contact,
      cluster.contactReason,
      cluster.policy,
      cluster.createdAt,
      cluster.version,
    ],
  );
  if (affected === 0) return false;
  await sql.query('INSERT INTO cluster_observation (cluster_id, observed_at, kubernetes_version) VALUES ($1, $2, $3)', [
    cluster.id,
    now,
    version,
  ]);
  return true;
}

/** Writes what the deciders may change, if nobody else did since `cluster.version` was read. */
export async function updateCluster(sql: Sql, cluster: Cluster): Promise<void> {
  const result = await sql.query(
    `UPDATE cluster SET desired = $3, contact = $4, contact_reason = $5, policy = $6, version = version + 1
      WHERE id = $1 AND version = $2`,
    [cluster.id, cluster.version, cluster.desired, cluster.contact, cluster.contactReason, cluster.policy],
  );
  mustAffectOne(result, cluster.id, cluster.version);
}

/** A cluster that nobody observes needs no credential: what is not kept cannot leak. */
export async function forgetCredential(sql: Sql, cluster: StoredCluster): Promise<void> {
  await sql.query('UPDATE cluster SET credential_id = NULL WHERE id = $1', [cluster.id]);
  await sql.query('DELETE FROM credential WHERE id = $1', [cluster.endpoint.credentialId]);
}

export async function recordClusterContact(sql: Sql, id: string, kubernetesVersion: string, now: Date): Promise<void> {
  await sql.query(
    'UPDATE cluster_observation SET observed_at = $2, kubernetes_version = $3, last_failure = NULL WHERE cluster_id = $1',
    [id, now, kubernetesVersion],
  );
}

export async function recordClusterFailure(sql: Sql, id: string, failure: ContactFailure): Promise<void> {
  await sql.query('UPDATE cluster_observation SET last_failure = $2 WHERE cluster_id = $1', [id, failure]);
}

function toCluster(row: ClusterRow): StoredCluster {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    provider: row.provider,
    kubernetesUid: row.kubernetes_uid,
    desired: row.desired,
    contact: row.contact,
    contactReason: { ...row.contact_reason, since: new Date(row.contact_reason.since) },
    policy: row.policy,
    createdAt: row.created_at,
    version: row.version,
    endpoint: {
      apiServerUrl: row.api_server_url,
      caSha256: row.ca_sha256,
      kubeconfigContext: row.kubeconfig_context,
      credentialId: row.credential_id,
    },
    observation: {
      observedAt: row.observed_at,
      kubernetesVersion: row.kubernetes_version,
      lastFailure: row.last_failure,
    },
  };
}
