/** Codes of the system and of PostgreSQL for "not now": refused, cut, cancelled by timeout, shutting down, too many. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '55P03',
]);

/** Whether an error says that the database did not answer, rather than that it answered something unwelcome. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  const found = driverError?.code ?? code;
  if (typeof found === 'string' && CODES.has(found)) return true;
  // pg and pg-pool report these without a code (pg 8.23).
  return /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/.test(error.message);
}

/** PostgreSQL's codes for text it cannot keep: U+0000, or bytes that are no UTF-8. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** Whether a value that was sent cannot be stored or compared as text. */
export function isUnstorableText(error: unknown): boolean {
  const { code, driverError } = (error ?? {}) as { code?: unknown; driverError?: { code?: unknown } };
  return UNSTORABLE.has(String(driverError?.code ?? code));
}
