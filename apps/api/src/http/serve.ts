import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expressMiddleware } from '@as-integrations/express5';
import express, { json, type NextFunction, type Request, type Response } from 'express';
import type { App } from '../app';
import { ApiError } from '../graphql/api-error';
import { Context, type Caller } from '../graphql/context';
import { limits } from '../graphql/limits';
import { errorGate } from '../graphql/present-error';
import { buildGraphSchema } from '../graphql/schema';
import { authenticate } from '../modules/access/authenticate';
import { createApolloServer } from './graphql-over-http';
import { serveGraphqlSockets } from './graphql-over-websocket';
import { Health } from './health';
import { playground } from './playground';
import { refuseRequest } from './refuse-request';
import { currentScope, requestScope } from './request-scope';
import { signInRoute } from './sign-in-route';

export interface Serving {
  readonly url: string;
  /** Stops taking requests: readiness off, sockets closed over `spreadMs`, requests under way finished. */
  stop(spreadMs: number): Promise<void>;
}

/** Listens, and answers GraphQL, health and the playground. */
export async function serve(app: App): Promise<Serving> {
  const introspection =
    app.config.introspection === 'on' || (app.config.introspection === 'auto' && !app.config.production);
  const schema = buildGraphSchema();
  const presentError = errorGate(app.log, introspection);
  const http = express().disable('x-powered-by');
  const server = createServer(http);
  // Slow or silent peers must not hold a connection for ever.
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  const apollo = createApolloServer(app, schema, server, introspection, presentError);
  const sockets = serveGraphqlSockets(app, schema, server, introspection, presentError);
  const health = new Health(app);
  await apollo.start();

  http.use(requestScope, securityHeaders, allowOrigins(app.config.allowedOrigins));
  http.use(health.router);
  http.use(signInRoute(app));
  http.use(
    '/graphql',
    json({ limit: limits.maxBodyBytes }),
    expressMiddleware(apollo, { context: ({ req }) => contextOf(app, req) }),
  );
  http.use(playground());
  http.use(refuseRequest(app.log));

  await listen(server, app.config.port, app.config.host);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${app.config.host === '127.0.0.1' ? 'localhost' : app.config.host}:${port}`,
    stop: async (spreadMs) => {
      health.drain();
      await sockets.close(spreadMs);
      await apollo.stop();
      server.closeAllConnections();
    },
  };
}

async function contextOf(app: App, request: Request): Promise<Context> {
  const { requestId, traceId } = currentScope();
  let caller: Caller | null = null;
  let refusal: ApiError | null = null;
  try {
    caller = await authenticate(app, request.headers.authorization);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Told by the first resolver, in the form of every other error.
    refusal = error;
  }
  return new Context(app, caller, refusal, requestId, traceId);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, () => {
    server.off('error', reject);
    resolve();
  });
  return promise;
}

function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'no-referrer');
  next();
}

function allowOrigins(allowed: readonly string[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.includes(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-headers', 'authorization, content-type, traceparent');
    response.setHeader('vary', 'origin');
    if (request.method === 'OPTIONS') response.status(204).end();
    else next();
  };
}
