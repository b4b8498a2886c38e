import type { NewLifecycleEvent } from '../lifecycle/lifecycle-event';
import type { QueryResult, Sql } from './sql';

type RunStatement = <Row>(statement: string, parameters: readonly unknown[]) => Promise<QueryResult<Row>>;

/** One open transaction: run SQL in it, and emit the events that its commit will publish. */
export class Transaction implements Sql {
  readonly emitted: NewLifecycleEvent[] = [];

  constructor(private readonly run: RunStatement) {}

  query<Row>(statement: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    return this.run<Row>(statement, parameters);
  }

  /** Keeps events for the end of the transaction, where they get their numbers. */
  emit(...events: NewLifecycleEvent[]): void {
    this.emitted.push(...events);
  }
}
