import type { Sql } from '../../persistence/sql';

export async function insertSignInLink(sql: Sql, codeHash: Buffer, expiresAt: Date): Promise<void> {
  await sql.query('INSERT INTO sign_in_link (code_hash, expires_at) VALUES ($1, $2)', [codeHash, expiresAt]);
}

/** True for the first use before its expiry, and never again. */
export async function useSignInLink(sql: Sql, codeHash: Buffer, now: Date): Promise<boolean> {
  const { affected } = await sql.query(
    'UPDATE sign_in_link SET used_at = $2 WHERE code_hash = $1 AND used_at IS NULL AND expires_at > $2',
    [codeHash, now],
  );
  return affected === 1;
}

export async function deleteOldSignInLinks(sql: Sql, now: Date): Promise<void> {
  await sql.query('DELETE FROM sign_in_link WHERE expires_at < $1', [now]);
}
