/** What a list was asked for: `first` rows after a cursor. */
export interface PageRequest {
  readonly first: number;
  readonly after: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly cursorOf: (item: T) => string;
  /** Rows in the whole list, counted up to COUNT_LIMIT. */
  readonly count: () => Promise<{ value: number; saturated: boolean }>;
}

/** Counting further than this costs more than the number is worth. */
export const COUNT_LIMIT = 10_000;

export class InvalidCursor extends Error {
  override readonly name = 'InvalidCursor';
}

/** The sort key of a row, opaque: the order's name first, so that a cursor cannot be used under another order. */
export function encodeCursor(order: string, key: readonly string[]): string {
  return Buffer.from(JSON.stringify([order, ...key])).toString('base64url');
}

/** The sort key in a cursor of this order with `length` parts. Throws InvalidCursor. */
export function decodeCursor(cursor: string, order: string, length: number): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parts) &&
      parts.length === length + 1 &&
      parts[0] === order &&
      parts.every((part) => typeof part === 'string')
    ) {
      return parts.slice(1) as string[];
    }
  } catch {
    // Not JSON: the same answer as the wrong JSON.
  }
  throw new InvalidCursor(`not a cursor of this list in the order ${order}`);
}
