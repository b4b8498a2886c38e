import type { Sql } from '../persistence/sql';
import { filterToSql, type EventFilter } from './event-filter';
import type { NewLifecycleEvent, StoredLifecycleEvent } from './lifecycle-event';

/** Which numbers the log holds: `first` may be past `last` when it is empty. */
export interface LogBounds {
  readonly first: number;
  readonly last: number;
}

interface EventRow {
  seq: string;
  type: string;
  subject_kind: StoredLifecycleEvent['subjectKind'];
  subject_id: string;
  cluster_id: string | null;
  project_id: string | null;
  from_value: string | null;
  to_value: string | null;
  reason: StoredLifecycleEvent['reason'];
  actor: string;
  cause_kind: StoredLifecycleEvent['cause']['kind'];
  cause_reference: string | null;
  trace_id: string | null;
  occurred_at: Date;
}

/**
 * Gives the events the next numbers and stores them. Must be the last statements of a READ COMMITTED transaction: the
 * counter's row lock is held from here to the commit, which makes the numbers dense and commit-ordered, and makes
 * every writer wait on this row.
 */
export async function appendEvents(sql: Sql, events: readonly NewLifecycleEvent[]): Promise<void> {
  const { rows } = await sql.query<{ last_seq: string }>(
    'UPDATE lifecycle_head SET last_seq = last_seq + $1 RETURNING last_seq',
    [events.length],
  );
  const firstSeq = Number(rows[0]!.last_seq) - events.length + 1;
  const records = events.map((event, index) => ({
    seq: firstSeq + index,
    type: event.type,
    subject_kind: event.subjectKind,
    subject_id: event.subjectId,
    cluster_id: event.clusterId,
    project_id: event.projectId,
    from_value: event.from,
    to_value: event.to,
    reason: event.reason,
    actor: event.actor,
    cause_kind: event.cause.kind,
    cause_reference: event.cause.reference,
    trace_id: event.traceId,
    occurred_at: event.occurredAt.toISOString(),
  }));
  await sql.query(
    'INSERT INTO lifecycle_event SELECT * FROM jsonb_populate_recordset(NULL::lifecycle_event, $1::jsonb)',
    [JSON.stringify(records)],
  );
}

export async function readBounds(sql: Sql): Promise<LogBounds> {
  const { rows } = await sql.query<{ first_seq: string; last_seq: string }>(
    'SELECT first_seq, last_seq FROM lifecycle_head',
  );
  return { first: Number(rows[0]!.first_seq), last: Number(rows[0]!.last_seq) };
}

export interface LogPage {
  readonly events: readonly StoredLifecycleEvent[];
  readonly bounds: LogBounds;
  /** Up to where the page looked: after it nothing that matches was passed over. */
  readonly lookedUpTo: number;
}

/** The next events after `after` that match. Bounds and events come from one statement, hence from one snapshot. */
export async function readPage(sql: Sql, after: number, limit: number, filter: EventFilter): Promise<LogPage> {
  const { condition, parameters } = filterToSql(filter, 3);
  const { rows } = await sql.query<Partial<EventRow> & { first_seq: string; last_seq: string }>(
    `SELECT head.first_seq, head.last_seq, page.*
       FROM lifecycle_head AS head
       LEFT JOIN LATERAL (
         SELECT * FROM lifecycle_event WHERE seq > $1 AND ${condition} ORDER BY seq LIMIT $2
       ) AS page ON true`,
    [after, limit, ...parameters],
  );
  const bounds = { first: Number(rows[0]!.first_seq), last: Number(rows[0]!.last_seq) };
  const events = rows.filter((row) => row.seq != null).map((row) => toEvent(row as EventRow));
  const lookedUpTo = events.length === limit ? events.at(-1)!.seq : Math.max(after, bounds.last);
  return { events, bounds, lookedUpTo };
}

/** Drops events older than `before` from the front of the log, at most `limit` in one go. Returns how many. */
export async function pruneLog(sql: Sql, before: Date, limit: number): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(
    `WITH doomed AS (
       SELECT seq FROM lifecycle_event WHERE seq < COALESCE(
         (SELECT min(seq) FROM lifecycle_event WHERE occurred_at >= $1), (SELECT last_seq + 1 FROM lifecycle_head)
       ) ORDER BY seq LIMIT $2
     ), gone AS (
       DELETE FROM lifecycle_event WHERE seq IN (SELECT seq FROM doomed) RETURNING seq
     ), moved AS (
       UPDATE lifecycle_head SET first_seq = GREATEST(first_seq, (SELECT max(seq) + 1 FROM gone))
       WHERE EXISTS (SELECT 1 FROM gone)
     )
     SELECT count(*) FROM gone`,
    [before, limit],
  );
  return Number(rows[0]!.count);
}

function toEvent(row: EventRow): StoredLifecycleEvent {
  return {
    seq: Number(row.seq),
    type: row.type,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    clusterId: row.cluster_id,
    projectId: row.project_id,
    from: row.from_value,
    to: row.to_value,
    reason: row.reason,
    actor: row.actor,
    cause: { kind: row.cause_kind, reference: row.cause_reference },
    traceId: row.trace_id,
    occurredAt: row.occurred_at,
  };
}
