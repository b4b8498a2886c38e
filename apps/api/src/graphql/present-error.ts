import { errorCatalogue, type ErrorCode } from '@awp/domain';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { ArgumentValidationError } from 'type-graphql';
import { StreamEnded } from '../lifecycle/lifecycle-stream';
import { isDatabaseUnavailable, isUnstorableText } from '../persistence/database-errors';
import { InvalidCursor } from '../persistence/page';
import { ConcurrencyConflict } from '../persistence/sql';
import { ApiError } from './api-error';

export type PresentError = (error: unknown, requestId: string) => GraphQLFormattedError;

interface Meaning {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * The one gate through which errors leave, over HTTP and WebSocket alike. What was thrown on purpose keeps its code
 * and message; anything else is logged under the request id and becomes INTERNAL, which tells nothing. Where
 * introspection is off, names of the schema are not suggested either.
 */
export function errorGate(log: Logger, introspection: boolean): PresentError {
  return (error, requestId) => {
    const graphqlError = error instanceof GraphQLError ? error : null;
    const root = rootOf(error);
    const { code, message } = meaningOfOwn(root) ?? meaningOfRequestError(graphqlError, root) ?? fault;
    if (code === 'INTERNAL') log.error({ err: root, requestId }, 'a fault while answering a request');
    const { remedy, retryable } = errorCatalogue[code];
    return {
      message: introspection ? message : message.replace(/ Did you mean .*\?$/, ''),
      ...(graphqlError?.locations ? { locations: graphqlError.locations } : {}),
      ...(graphqlError?.path ? { path: graphqlError.path } : {}),
      extensions: { code, remedy, retryable, requestId },
    };
  };
}

const fault: Meaning = { code: 'INTERNAL', message: 'the server met a fault' };

/** GraphQL and Apollo wrap what was thrown, sometimes twice. */
function rootOf(error: unknown): unknown {
  let root = error;
  while (root instanceof GraphQLError && root.originalError != null) root = root.originalError;
  return root;
}

/** What was thrown on purpose, here or by the database. */
function meaningOfOwn(error: unknown): Meaning | null {
  if (error instanceof ApiError || error instanceof StreamEnded) return { code: error.code, message: error.message };
  if (error instanceof ArgumentValidationError) return { code: 'INVALID_INPUT', message: constraintsOf(error) };
  if (error instanceof InvalidCursor) return { code: 'INVALID_CURSOR', message: error.message };
  if (error instanceof ConcurrencyConflict) return { code: 'CONCURRENCY_CONFLICT', message: error.message };
  if (isUnstorableText(error)) return { code: 'INVALID_INPUT', message: 'expected text without U+0000' };
  return isDatabaseUnavailable(error) ? { code: 'UNAVAILABLE', message: 'the database did not answer in time' } : null;
}

function constraintsOf(error: ArgumentValidationError): string {
  const failures = error.extensions.validationErrors;
  return (
    failures.flatMap(({ constraints }) => Object.values(constraints ?? {})).join('; ') || 'an argument is not allowed'
  );
}

/**
 * GraphQL's own complaints about a document or its variables, whose text is for the caller. They are raised before
 * any resolver runs and so have no path, and nothing but GraphQL errors in them.
 */
function meaningOfRequestError(error: GraphQLError | null, root: unknown): Meaning | null {
  if (error === null || !(root instanceof GraphQLError) || error.path !== undefined) return null;
  const { message } = error;
  // In the words, and the spelling, of graphql 16.15.
  if (message.startsWith('Syntax Error: Document contains more that')) return { code: 'QUERY_TOO_LONG', message };
  if (message.startsWith('Operation batching disabled')) return { code: 'BATCHING_OFF', message };
  return { code: 'BAD_REQUEST', message: withoutValues(message) };
}

/** A document should hold no secrets, but where GraphQL quotes a value of it, the rule alone says enough. */
function withoutValues(message: string): string {
  return message
    .replace(/(cannot represent[^:]*): [\s\S]*$/, '$1.')
    .replace(/(found (?:Block)?String) "[\s\S]*$/, '$1.');
}
