import { errorCatalogue, type ErrorCode } from '@awp/domain';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { currentScope } from './request-scope';

/** What goes wrong before GraphQL sees a request, answered in the shape of a GraphQL error. */
export function refuseRequest(log: Logger) {
  return (
    error: { status?: number; type?: string; limit?: number },
    _request: Request,
    response: Response,
    next: NextFunction,
  ): void => {
    if (response.headersSent) return next(error);
    const { requestId } = currentScope();
    const [status, code, message] = meaningOf(error);
    if (code === 'INTERNAL') log.error({ err: error, requestId }, 'a fault while answering a request');
    const { remedy, retryable } = errorCatalogue[code];
    response.status(status).json({ errors: [{ message, extensions: { code, remedy, retryable, requestId } }] });
  };
}

function meaningOf(error: { status?: number; type?: string; limit?: number }): [number, ErrorCode, string] {
  if (error.type === 'entity.too.large')
    return [413, 'QUERY_TOO_LONG', `expected a body of at most ${error.limit} bytes`];
  if (error.type === 'entity.parse.failed') return [400, 'BAD_REQUEST', 'expected a body in JSON'];
  if (error.status !== undefined && error.status < 500)
    return [error.status, 'BAD_REQUEST', `the request was refused: ${error.type ?? error.status}`];
  return [500, 'INTERNAL', 'the server met a fault'];
}
