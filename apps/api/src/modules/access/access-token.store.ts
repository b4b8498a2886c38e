import type { AccessToken, Role } from '@awp/domain';
import { readKeysetPage } from '../../persistence/keyset';
import type { Page, PageRequest } from '../../persistence/page';
import type { Sql } from '../../persistence/sql';

interface AccessTokenRow {
  id: string;
  name: string;
  role: Role;
  project_id: string | null;
  created_at: Date;
  created_by: string;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

/** A token with what is only observed of it. */
export type StoredAccessToken = AccessToken & { readonly lastUsedAt: Date | null };

const COLUMNS = 'id, name, role, project_id, created_at, created_by, expires_at, revoked_at, last_used_at';

const toAccessToken = (row: AccessTokenRow): StoredAccessToken => ({
  id: row.id,
  name: row.name,
  role: row.role,
  projectId: row.project_id,
  createdAt: row.created_at,
  createdBy: row.created_by,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
});

export async function findAccessTokens(sql: Sql, ids: readonly string[]): Promise<StoredAccessToken[]> {
  const { rows } = await sql.query<AccessTokenRow>(`SELECT ${COLUMNS} FROM access_token WHERE id = ANY ($1)`, [ids]);
  return rows.map(toAccessToken);
}

export async function findAccessTokenByHash(sql: Sql, secretHash: Buffer): Promise<StoredAccessToken | null> {
  const { rows } = await sql.query<AccessTokenRow>(`SELECT ${COLUMNS} FROM access_token WHERE secret_hash = $1`, [
    secretHash,
  ]);
  return rows[0] === undefined ? null : toAccessToken(rows[0]);
}

/** `only`: the project whose admin asks; null for the whole server. */
export function pageAccessTokens(
  sql: Sql,
  request: PageRequest,
  only: string | null,
): Promise<Page<StoredAccessToken>> {
  return readKeysetPage<AccessTokenRow, StoredAccessToken>(
    sql,
    {
      from: 'access_token',
      columns: COLUMNS,
      conditions: only === null ? [] : ['project_id = $1'],
      parameters: only === null ? [] : [only],
      order: { name: 'CREATED', columns: ['id'], direction: 'DESC', keyOf: (token) => [token.id] },
      toItem: toAccessToken,
    },
    request,
  );
}

export async function insertAccessToken(sql: Sql, token: AccessToken, secretHash: Buffer): Promise<void> {
  await sql.query(
    `INSERT INTO access_token (id, name, role, project_id, secret_hash, created_at, created_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [token.id, token.name, token.role, token.projectId, secretHash, token.createdAt, token.createdBy, token.expiresAt],
  );
}

/** False when it was revoked meanwhile. */
export async function revokeStoredToken(sql: Sql, token: AccessToken): Promise<boolean> {
  const { affected } = await sql.query('UPDATE access_token SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
    token.id,
    token.revokedAt,
  ]);
  return affected === 1;
}

const TOUCH_EVERY_MS = 60_000;

/** Once a minute is exact enough, and keeps reads from writing on every request. */
export function isTouchDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= TOUCH_EVERY_MS;
}

export async function touchAccessToken(sql: Sql, id: string, now: Date): Promise<void> {
  // Two requests at the same moment: the later time stays.
  await sql.query('UPDATE access_token SET last_used_at = GREATEST(last_used_at, $2::timestamptz) WHERE id = $1', [
    id,
    now,
  ]);
}
