import type { Sql } from '../../persistence/sql';
import type { Credential } from './credential';

interface CredentialRow {
  id: string;
  name: string;
  scope: Credential['scope'];
  kind: Credential['kind'];
  provider: Credential['source']['provider'];
  file_path: string | null;
  sealed: Buffer | null;
  public_fingerprint: string | null;
  created_at: Date;
  last_used_at: Date | null;
  last_result: string | null;
}

export async function findCredentials(sql: Sql, ids: readonly string[]): Promise<Credential[]> {
  const { rows } = await sql.query<CredentialRow>('SELECT * FROM credential WHERE id = ANY ($1)', [ids]);
  return rows.map(toCredential);
}

export async function insertCredential(sql: Sql, credential: Credential): Promise<void> {
  const { source } = credential;
  await sql.query(
    `INSERT INTO credential (id, name, scope, kind, provider, file_path, sealed, public_fingerprint, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      credential.id,
      credential.name,
      credential.scope,
      credential.kind,
      source.provider,
      source.provider === 'FILE' ? source.path : null,
      source.provider === 'SEALED' ? source.sealed : null,
      credential.publicFingerprint,
      credential.createdAt,
    ],
  );
}

export async function recordCredentialUse(sql: Sql, id: string, result: string, now: Date): Promise<void> {
  await sql.query('UPDATE credential SET last_used_at = $2, last_result = $3 WHERE id = $1', [id, now, result]);
}

function toCredential(row: CredentialRow): Credential {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    kind: row.kind,
    source:
      row.provider === 'FILE'
        ? { provider: 'FILE', path: row.file_path! }
        : { provider: 'SEALED', sealed: row.sealed! },
    publicFingerprint: row.public_fingerprint,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastResult: row.last_result,
  };
}
