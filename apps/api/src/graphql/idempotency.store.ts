import type { Sql } from '../persistence/sql';
import type { Outcome } from './outcome';

export interface IdempotencyKey {
  readonly actor: string;
  readonly key: string;
  readonly requestHash: Buffer;
}

/** Takes the key for this transaction; a concurrent call with it waits for our commit. False when it was taken before. */
export async function claimIdempotencyKey(sql: Sql, key: IdempotencyKey, now: Date): Promise<boolean> {
  const { affected } = await sql.query(
    'INSERT INTO idempotency_record (actor, key, request_hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [key.actor, key.key, key.requestHash, now],
  );
  return affected === 1;
}

/** Null forgets the key, so that it can be used again. */
export async function rememberOutcome(sql: Sql, key: IdempotencyKey, outcome: Outcome | null): Promise<void> {
  if (outcome === null)
    await sql.query('DELETE FROM idempotency_record WHERE actor = $1 AND key = $2', [key.actor, key.key]);
  else
    await sql.query('UPDATE idempotency_record SET outcome = $3 WHERE actor = $1 AND key = $2', [
      key.actor,
      key.key,
      outcome,
    ]);
}

export async function findIdempotencyRecord(
  sql: Sql,
  key: IdempotencyKey,
): Promise<{ sameRequest: boolean; outcome: Outcome } | null> {
  const { rows } = await sql.query<{ request_hash: Buffer; outcome: Outcome }>(
    'SELECT request_hash, outcome FROM idempotency_record WHERE actor = $1 AND key = $2 AND outcome IS NOT NULL',
    [key.actor, key.key],
  );
  const row = rows[0];
  return row === undefined ? null : { sameRequest: row.request_hash.equals(key.requestHash), outcome: row.outcome };
}

export async function deleteOldIdempotencyRecords(sql: Sql, before: Date): Promise<void> {
  await sql.query('DELETE FROM idempotency_record WHERE created_at < $1', [before]);
}
