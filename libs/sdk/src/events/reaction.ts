import { AwpError } from '../errors/awp-error.js';
import { errorFromGraphQL, type AnswerContext } from '../errors/from-graphql.js';
import { NetworkError, UnauthenticatedError } from '../errors/kinds.js';
import type { Ending } from './connection.js';

/** What a stream does about the end of a connection. The error is what it ends with when it may not go on. */
export interface Reaction {
  kind: 'reconnect' | 'renew-token' | 'fail';
  error: AwpError;
}

const FORBIDDEN = 4403;
const UNAUTHORIZED = 4401;

/**
 * Close codes after which another try would end the same way: protocol and data errors of RFC 6455, and of
 * graphql-transport-ws a message or subprotocol it does not know, a second subscriber or init on one socket.
 * Everything else may pass: 1001 and 1012 (the server goes, another comes), 1006 (the wire), 4500, 4408 ...
 */
const FATAL = new Set([1002, 1003, 1007, 1008, 1009, 1010, 4400, 4406, 4409, 4429]);

export function reactionTo(ending: Ending, context: AnswerContext): Reaction {
  const { operation } = context;
  switch (ending.kind) {
    case 'silent':
      return { kind: 'reconnect', error: disconnected('the server fell silent', operation) };
    case 'completed':
      return { kind: 'reconnect', error: disconnected('the server ended the subscription', operation) };
    case 'failed': {
      const error = errorFromGraphQL(ending.errors, context);
      if (error instanceof UnauthenticatedError) return { kind: 'renew-token', error };
      return { kind: error.retryable ? 'reconnect' : 'fail', error };
    }
    case 'closed':
      return reactionToClose(ending.code, operation);
  }
}

function reactionToClose(code: number, operation: string | undefined): Reaction {
  if (code === FORBIDDEN || code === UNAUTHORIZED) {
    const message = `${operation} failed with UNAUTHENTICATED: the server closed the socket with ${code}`;
    return { kind: 'renew-token', error: new UnauthenticatedError(message, { code: 'UNAUTHENTICATED', operation }) };
  }
  if (FATAL.has(code)) {
    const message = `${operation} cannot go on: the socket was closed with ${code}`;
    return { kind: 'fail', error: new AwpError(message, { code: 'PROTOCOL', operation }) };
  }
  return { kind: 'reconnect', error: disconnected(`the socket was closed with ${code}`, operation) };
}

function disconnected(why: string, operation: string | undefined): NetworkError {
  return new NetworkError(`${operation} lost its connection: ${why}`, { code: 'NETWORK', operation, retryable: true });
}
