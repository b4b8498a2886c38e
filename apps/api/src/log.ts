import { pino, type Logger } from 'pino';

/**
 * One JSON line per entry on stderr; stdout is for people. Of an error only type, message, code and stack are
 * written: a database error carries the parameters of its query, and some of those are nobody's business.
 */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined, serializers: { err: describeError } }, pino.destination(2));
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  };
}
