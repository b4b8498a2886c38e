import { errorCatalogue, type ErrorCode } from '@awp/domain';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { StreamEnded } from '../lifecycle/lifecycle-stream';
import { InvalidCursor } from '../persistence/page';
import { ConcurrencyConflict } from '../persistence/sql';
import { ApiError } from './api-error';

/** GraphQL's own complaints about a document or its variables: their text is for the caller. */
const REQUEST_ERRORS = new Set([
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/**
 * The one gate through which errors leave, over HTTP and WebSocket alike. What was thrown on purpose keeps its code
 * and message; anything else is logged under the request id and becomes INTERNAL, which tells nothing.
 */
export function presentError(error: unknown, requestId: string, log: Logger): GraphQLFormattedError {
  const graphqlError = error instanceof GraphQLError ? error : null;
  const { code, message } = meaningOf(error, graphqlError);
  if (code === 'INTERNAL')
    log.error({ err: graphqlError?.originalError ?? error, requestId }, 'a fault while answering a request');
  const { remedy, retryable } = errorCatalogue[code];
  return {
    message,
    ...(graphqlError?.locations ? { locations: graphqlError.locations } : {}),
    ...(graphqlError?.path ? { path: graphqlError.path } : {}),
    extensions: { code, remedy, retryable, requestId },
  };
}

function meaningOf(thrown: unknown, graphqlError: GraphQLError | null): { code: ErrorCode; message: string } {
  const error = graphqlError?.originalError ?? thrown;
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  if (error instanceof StreamEnded) return { code: error.code, message: error.message };
  if (error instanceof InvalidCursor) return { code: 'INVALID_CURSOR', message: error.message };
  if (error instanceof ConcurrencyConflict) return { code: 'CONCURRENCY_CONFLICT', message: error.message };
  if (isDatabaseUnavailable(error)) return { code: 'UNAVAILABLE', message: 'the database did not answer in time' };
  const code = graphqlError?.extensions['code'];
  if (graphqlError !== null && graphqlError.originalError == null && isRequestError(graphqlError, code)) {
    return { code: codeOfRequestError(graphqlError.message), message: graphqlError.message };
  }
  return { code: 'INTERNAL', message: 'the server met a fault' };
}

function isRequestError(error: GraphQLError, code: unknown): boolean {
  // Without a path it was raised before any resolver ran: while parsing, validating or reading variables.
  return (typeof code === 'string' && REQUEST_ERRORS.has(code)) || (code === undefined && error.path === undefined);
}

function codeOfRequestError(message: string): ErrorCode {
  return message.startsWith('Syntax Error: Document contains more than') ? 'QUERY_TOO_LONG' : 'BAD_REQUEST';
}

const CONNECTION_ERRORS = new Set([
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

function isDatabaseUnavailable(error: unknown): boolean {
  const { code, driverError, message } = error as {
    code?: unknown;
    driverError?: { code?: unknown };
    message?: unknown;
  };
  const found = driverError?.code ?? code;
  if (typeof found === 'string' && CONNECTION_ERRORS.has(found)) return true;
  // pg's pool and client report these without a code (pg 8.23, pg-pool 3).
  return (
    typeof message === 'string' && /^(timeout exceeded when trying to connect|Connection terminated)/.test(message)
  );
}
