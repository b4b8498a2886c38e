/** As wide as the product's log, with a number of its own. */
export const CREATE_TABLE = `
CREATE TABLE bench_event (LIKE lifecycle_event INCLUDING ALL);
CREATE SEQUENCE bench_event_seq;
ALTER TABLE bench_event ALTER COLUMN seq SET DEFAULT nextval('bench_event_seq')`;

export const INSERT = `
INSERT INTO bench_event (type, subject_kind, subject_id, to_value, reason, actor, cause_kind, occurred_at)
SELECT 'ProjectCreated', 'PROJECT', 'project_bench', to_value, '{"code":"BENCH","message":"written by a benchmark"}', 'bench',
       'MUTATION', now()
  FROM unnest($1::text[]) WITH ORDINALITY AS new (to_value, place) ORDER BY place`;

export const NOTIFY = 'NOTIFY bench_relay';

export const LISTEN = 'LISTEN bench_relay';

export const READ = `
SELECT seq, type, subject_id, from_value, to_value, actor, occurred_at, reason FROM bench_event WHERE seq > $1 ORDER BY seq`;
