import pg from 'pg';

/** Tables that a list fills, those that are referred to first. */
const TABLES = ['machine', 'machine_observation', 'workload', 'workload_pod', 'lifecycle_event'] as const;
const ROWS_PER_STATEMENT = 500;

export const insertInto = (table: string): string =>
  `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`;

interface Statement {
  readonly text: string;
  readonly rows: string;
}

/** Writes, row for row, what the product wrote: one statement for each 500 rows, and nothing is asked or decided. */
export class RawInserts implements AsyncDisposable {
  private statements: Statement[] = [];
  private readonly client: pg.Client;

  constructor(url: string) {
    this.client = new pg.Client({ connectionString: url });
  }

  async connect(): Promise<void> {
    await this.client.connect();
  }

  /** Takes the rows that are there as those to insert; returns how many. */
  async learn(): Promise<number> {
    this.statements = [];
    let count = 0;
    for (const table of TABLES) {
      const { rows } = await this.client.query<{ row: object }>(`SELECT to_jsonb(t) AS row FROM ${table} AS t`);
      count += rows.length;
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
        const some = rows.slice(from, from + ROWS_PER_STATEMENT).map(({ row }) => row);
        this.statements.push({ text: insertInto(table), rows: JSON.stringify(some) });
      }
    }
    return count;
  }

  async clear(): Promise<void> {
    await this.client.query(`TRUNCATE ${TABLES.join(', ')} CASCADE`);
    await this.client.query('UPDATE lifecycle_head SET last_seq = 0, first_seq = 1');
  }

  /** Inserts them all; milliseconds. */
  async insert(): Promise<number> {
    const begun = performance.now();
    for (const { text, rows } of this.statements) await this.client.query(text, [rows]);
    return performance.now() - begun;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.end();
  }
}
