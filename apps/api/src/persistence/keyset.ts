import { COUNT_LIMIT, decodeCursor, encodeCursor, type Page, type PageRequest } from './page';
import type { Sql } from './sql';

/** One list as SQL: what to select, under which conditions, in which order. */
export interface Listing<Row, T> {
  readonly from: string;
  readonly columns: string;
  /** Conditions joined by AND, their parameters numbered from 1. */
  readonly conditions: readonly string[];
  readonly parameters: readonly unknown[];
  readonly order: KeysetOrder<T>;
  readonly toItem: (row: Row) => T;
}

/** A closed order: columns that end with a unique one, so that pages neither repeat nor miss rows. */
export interface KeysetOrder<T> {
  readonly name: string;
  readonly columns: readonly string[];
  readonly direction: 'ASC' | 'DESC';
  readonly keyOf: (item: T) => readonly string[];
}

/** Reads one page by key, never by offset: page 50 costs what page 1 costs. */
export async function readKeysetPage<Row, T>(
  sql: Sql,
  listing: Listing<Row, T>,
  request: PageRequest,
): Promise<Page<T>> {
  const { order } = listing;
  const conditions = [...listing.conditions];
  const parameters = [...listing.parameters];
  const where = (all: readonly string[]): string => (all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`);
  if (request.after !== null) {
    const key = decodeCursor(request.after, order.name, order.columns.length);
    const slots = key.map((part) => `$${parameters.push(part)}`);
    conditions.push(`(${order.columns.join(', ')}) ${order.direction === 'ASC' ? '>' : '<'} (${slots.join(', ')})`);
  }
  const sortedBy = order.columns.map((column) => `${column} ${order.direction}`).join(', ');
  const { rows } = await sql.query<Row>(
    `SELECT ${listing.columns} FROM ${listing.from} ${where(conditions)} ORDER BY ${sortedBy} LIMIT $${parameters.push(request.first + 1)}`,
    parameters,
  );
  const items = rows.slice(0, request.first).map(listing.toItem);
  return {
    items,
    hasNextPage: rows.length > request.first,
    hasPreviousPage: request.after !== null,
    cursorOf: (item) => encodeCursor(order.name, order.keyOf(item)),
    count: async () => {
      const counted = await sql.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${listing.from} ${where(listing.conditions)} LIMIT ${COUNT_LIMIT + 1}) AS counted`,
        listing.parameters,
      );
      const value = counted.rows[0]!.count;
      return { value: Math.min(value, COUNT_LIMIT), saturated: value > COUNT_LIMIT };
    },
  };
}
