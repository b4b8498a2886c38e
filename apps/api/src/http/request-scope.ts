import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

interface RequestScope {
  readonly requestId: string;
  readonly traceId: string | null;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Gives each request an id, which the answer's header, its errors, the log, the audit row and its events all carry. */
export function requestScope(request: Request, response: Response, next: NextFunction): void {
  const scope = newScope(request.headers.traceparent as string | undefined);
  response.setHeader('x-request-id', scope.requestId);
  scopes.run(scope, next);
}

export function newScope(traceparent: string | undefined): RequestScope {
  // W3C trace context: version-traceid-parentid-flags.
  const traceId = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '')?.[1] ?? null;
  return { requestId: randomUUID(), traceId };
}

/** The scope of the request being answered; a new one outside any. */
export function currentScope(): RequestScope {
  return scopes.getStore() ?? newScope(undefined);
}
