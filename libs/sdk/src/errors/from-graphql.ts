import { AwpError, type AwpErrorDetails } from './awp-error.js';
import {
  CursorExpiredError,
  ForbiddenError,
  FutureCursorError,
  RateLimitedError,
  UnauthenticatedError,
} from './kinds.js';
import { redact } from './redact.js';
import { retryTime } from './retry-time.js';

/** An entry of `errors` in a GraphQL answer, as far as it can be trusted before it is looked at. */
export interface GraphQLFailure {
  message?: unknown;
  extensions?: Record<string, unknown> | null;
}

/** What is known about the answer from outside of it. */
export interface AnswerContext {
  operation: string | undefined;
  /** Everything that was sent, to be kept out of the message. */
  sent: unknown;
  now: number;
  requestId?: string | undefined;
  retryAfter?: Date | undefined;
  /** Holds when the server did not say itself. */
  retryable?: boolean;
  /** Holds when the server gave none. */
  code?: string;
  partialData?: unknown;
}

const CLASSES: Record<string, new (message: string, details: AwpErrorDetails) => AwpError> = {
  UNAUTHENTICATED: UnauthenticatedError,
  FORBIDDEN: ForbiddenError,
  RATE_LIMITED: RateLimitedError,
  CURSOR_EXPIRED: CursorExpiredError,
  FUTURE_CURSOR: FutureCursorError,
};

/** The error of an answer: its first entry decides, as the server puts the gravest first. */
export function errorFromGraphQL(failures: readonly GraphQLFailure[], context: AnswerContext): AwpError {
  const { message, extensions } = failures[0] ?? {};
  const said = typeof message === 'string' ? redact(message, context.sent) : 'the server gave no message';
  const code = typeof extensions?.code === 'string' ? extensions.code : (context.code ?? 'INTERNAL');
  return errorWithCode(code, said, {
    ...context,
    requestId: typeof extensions?.requestId === 'string' ? extensions.requestId : context.requestId,
    retryable: typeof extensions?.retryable === 'boolean' ? extensions.retryable : context.retryable,
    remedy: typeof extensions?.remedy === 'string' ? redact(extensions.remedy, context.sent) : undefined,
    retryAfter: retryTime(extensions?.retryAfter, context.now) ?? context.retryAfter,
  });
}

/** The class that belongs to a code; `AwpError` itself for the many codes that need none. */
export function errorWithCode(code: string, said: string, details: Omit<AwpErrorDetails, 'code'>): AwpError {
  const Class = CLASSES[code] ?? AwpError;
  return new Class(`${details.operation ?? 'The call'} failed with ${code}: ${said}`, { ...details, code });
}
