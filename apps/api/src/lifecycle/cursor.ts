const PREFIX = 'seq:';

/** The opaque form of an event's number. */
export function encodeEventCursor(seq: number): string {
  return Buffer.from(`${PREFIX}${seq}`).toString('base64url');
}

/** The number in a cursor; null when the text is not one of this log. */
export function decodeEventCursor(cursor: string): number | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const seq = Number(text.slice(PREFIX.length));
  return text.startsWith(PREFIX) && Number.isSafeInteger(seq) && seq >= 0 && encodeEventCursor(seq) === cursor
    ? seq
    : null;
}
