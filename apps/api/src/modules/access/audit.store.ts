import type { Sql } from '../../persistence/sql';

/** Who tried what, and what came of it. */
export interface AuditEntry {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subjectId: string | null;
  /** OK, or the codes of the refusals. */
  readonly outcome: string;
  readonly requestId: string;
}

export async function insertAuditEntry(sql: Sql, entry: AuditEntry): Promise<void> {
  await sql.query(
    'INSERT INTO audit_entry (at, actor, action, subject_id, outcome, request_id) VALUES ($1, $2, $3, $4, $5, $6)',
    [entry.at, entry.actor, entry.action, entry.subjectId, entry.outcome, entry.requestId],
  );
}
