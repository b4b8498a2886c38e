/** What a store needs of the database. The pool and a transaction both offer it, so a store never picks its own connection. */
export interface Sql {
  query<Row>(statement: string, parameters?: readonly unknown[]): Promise<QueryResult<Row>>;
}

export interface QueryResult<Row> {
  readonly rows: Row[];
  /** Rows changed by an INSERT, UPDATE or DELETE. */
  readonly affected: number;
}

/** A conditional write found another version than the one that was decided on. */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict';

  constructor(subjectId: string, expectedVersion: number) {
    super(`${subjectId} is no longer at version ${expectedVersion}`);
  }
}

/** For `UPDATE ... WHERE id AND version`: anything but one row means that somebody was faster. */
export function mustAffectOne(result: { affected: number }, subjectId: string, expectedVersion: number): void {
  if (result.affected !== 1) throw new ConcurrencyConflict(subjectId, expectedVersion);
}
