import type { Logger } from 'pino';
import { DataSource, type QueryRunner } from 'typeorm';
import { appendEvents } from '../lifecycle/event-log';
import { migrations } from './migrations';
import { ConcurrencyConflict, type QueryResult, type Sql } from './sql';
import { Transaction } from './transaction';

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Logger;
  /** Connections of this replica. The sum over all replicas should stay near 32: writers queue on one counter row. */
  readonly poolSize: number;
}

/** Serialization failure and deadlock: the whole transaction may run again. */
const RETRYABLE_SQLSTATES = new Set(['40001', '40P01']);
const MAX_TRIES = 3;

/** The connection pool and the one way to run a transaction. */
export class Database implements Sql {
  private readonly committed = new Set<() => void>();

  private constructor(
    private readonly source: DataSource,
    readonly url: string,
  ) {}

  static async open(options: DatabaseOptions): Promise<Database> {
    const source = new DataSource({
      type: 'postgres',
      url: options.url,
      synchronize: false,
      migrations,
      migrationsTableName: 'migration',
      migrationsTransactionMode: 'each',
      applicationName: 'awp-api',
      poolSize: options.poolSize,
      poolErrorHandler: (error: Error) =>
        options.log.warn({ err: error }, 'an idle database connection broke; the pool replaces it'),
      connectTimeoutMS: 5_000,
      extra: {
        statement_timeout: 15_000,
        lock_timeout: 5_000,
        idle_in_transaction_session_timeout: 30_000,
        // The timeouts above need a server that answers; these see to one that is gone without a word.
        query_timeout: 20_000,
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
      },
    });
    refuseSynchronize(source);
    await source.initialize();
    return new Database(source, options.url);
  }

  async query<Row>(statement: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    const runner = this.source.createQueryRunner();
    try {
      return await run<Row>(runner, statement, parameters);
    } finally {
      await runner.release();
    }
  }

  /**
   * Runs `work` in one READ COMMITTED transaction, appends the events it emitted as the last statements before the
   * commit, and runs all of it again after a deadlock or a lost race. `work` must therefore have no effect outside.
   */
  async withTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.tryTransaction(work);
      } catch (error) {
        if (tries >= MAX_TRIES || !mayRunAgain(error)) throw error;
      }
    }
  }

  /** Calls back after each commit that appended events. */
  onCommittedEvents(listener: () => void): void {
    this.committed.add(listener);
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  /** For the migration runner, which needs TypeORM's own view of it. */
  get dataSource(): DataSource {
    return this.source;
  }

  private async tryTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction('READ COMMITTED');
      const tx = new Transaction((statement, parameters) => run(runner, statement, parameters));
      const result = await work(tx);
      if (tx.emitted.length > 0) await appendEvents(tx, tx.emitted);
      await runner.commitTransaction();
      if (tx.emitted.length > 0) for (const listener of this.committed) listener();
      return result;
    } catch (error) {
      // The backend may be gone: the error that led here is the one to report.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

async function run<Row>(
  runner: QueryRunner,
  statement: string,
  parameters: readonly unknown[],
): Promise<QueryResult<Row>> {
  const result = await runner.query(statement, [...parameters], true);
  return { rows: result.records as Row[], affected: result.affected ?? 0 };
}

function mayRunAgain(error: unknown): boolean {
  if (error instanceof ConcurrencyConflict) return true;
  const code = (error as { driverError?: { code?: string } }).driverError?.code;
  return code !== undefined && RETRYABLE_SQLSTATES.has(code);
}

/** `synchronize` rewrites tables to match classes and drops what it does not know: never on data anyone wants to keep. */
export function refuseSynchronize(source: DataSource): void {
  if (source.options.synchronize) {
    throw new Error('Refusing to start: TypeORM synchronize is on; the schema is changed by migrations only.');
  }
}
