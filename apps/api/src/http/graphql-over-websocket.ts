import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type ExecutionArgs,
  type GraphQLSchema,
} from 'graphql';
import type { Context as ConnectionContext, SubscribePayload } from 'graphql-ws';
import { useServer, type Extra } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { whyInvalid } from '@awp/domain';
import type { App } from '../app';
import { admissionRules, costOf } from '../graphql/admission';
import { ApiError } from '../graphql/api-error';
import { Context, type Caller } from '../graphql/context';
import { limits } from '../graphql/limits';
import type { PresentError } from '../graphql/present-error';
import { authenticate } from '../modules/access/authenticate';
import { findAccessTokens } from '../modules/access/access-token.store';
import { newScope } from './request-scope';

/** Close codes that clients act on: 4403 asks for a fresh token and connects again, 1001 only connects again. */
const CLOSE_FORBIDDEN = 4403;
const CLOSE_GOING_AWAY = 1001;
const PING_MS = 12_000;
const INIT_WAIT_MS = 3_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type SocketExtra = Extra & Record<PropertyKey, unknown> & { caller?: Caller; expiry?: NodeJS.Timeout };
type Connection = ConnectionContext<{ authorization?: unknown; traceparent?: unknown } | undefined, SocketExtra>;

export interface GraphqlSockets {
  /** Closes all sockets, a few at a time over `spreadMs`: clients that all came back at once would be a stampede. */
  close(spreadMs: number): Promise<void>;
}

/** graphql-transport-ws on /graphql, through the same admission and the same error gate as HTTP. */
export function serveGraphqlSockets(
  app: App,
  schema: GraphQLSchema,
  server: Server,
  introspection: boolean,
  presentError: PresentError,
): GraphqlSockets {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.maxBodyBytes });
  const rules = [...specifiedRules, ...admissionRules(introspection)];
  let closing = false;

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Nobody else listens yet, and an error nobody listens to ends the process.
    socket.on('error', () => socket.destroy());
    const refusal = whyNoUpgrade(request, app.config.allowedOrigins, closing);
    if (refusal === null)
      sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket, request));
    else socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });

  const handling = useServer<Connection['connectionParams'], SocketExtra>(
    {
      schema,
      connectionInitWaitTimeout: INIT_WAIT_MS,
      onConnect: async (connection) => {
        const { authorization } = connection.connectionParams ?? {};
        const caller = await authenticate(app, typeof authorization === 'string' ? authorization : undefined).catch(
          (error: unknown) => {
            // A refused token closes with 4403; a database that is down must not look like one.
            if (error instanceof ApiError) return null;
            throw reported(app, error);
          },
        );
        if (caller === null) return false;
        const { extra } = connection;
        extra.caller = caller;
        closeAtExpiry(extra, caller, app);
        return true;
      },
      onSubscribe: (connection, _id, payload) => admit(app, schema, rules, connection, payload),
      onNext: (connection, _id, _payload, args, result) => {
        if (!result.errors?.length) return undefined;
        const { requestId } = args.contextValue as Context;
        return { ...result, errors: result.errors.map((error) => presentError(error, requestId)) } as never;
      },
      onError: (connection, _id, _payload, errors) => {
        const presented = errors.map((error) => presentError(error, newScope(undefined).requestId));
        if (presented.some((error) => error.extensions?.['code'] === 'UNAUTHENTICATED')) {
          setImmediate(() => connection.extra.socket.close(CLOSE_FORBIDDEN, 'Forbidden'));
        }
        return presented;
      },
      onClose: (connection) => clearTimeout(connection.extra.expiry),
    },
    sockets,
    PING_MS,
  );

  return {
    close: async (spreadMs) => {
      closing = true;
      await closeSpread([...sockets.clients], spreadMs);
      await handling.dispose();
    },
  };
}

/** A timer ends at 24.8 days; a token may last longer. */
function closeAtExpiry(extra: SocketExtra, caller: Caller, app: App): void {
  const left = caller.expiresAt.getTime() - app.now().getTime();
  extra.expiry = setTimeout(
    () => {
      if (left > LONGEST_TIMER_MS) closeAtExpiry(extra, caller, app);
      else extra.socket.close(CLOSE_FORBIDDEN, 'Token expired');
    },
    Math.min(left, LONGEST_TIMER_MS),
  );
}

/** graphql-ws prints what it is thrown and sends its message to the peer: the log gets the error, it a bare word. */
function reported(app: App, error: unknown): Error {
  app.log.error({ err: error }, 'a fault while answering a socket');
  return new Error('Unavailable');
}

/** Why a socket is not opened, as an HTTP status line; null when it is. */
function whyNoUpgrade(request: IncomingMessage, allowedOrigins: readonly string[], closing: boolean): string | null {
  if (closing) return '503 Service Unavailable';
  if (request.url?.split('?', 1)[0] !== '/graphql') return '404 Not Found';
  // Browsers send cookies and reach private addresses for any page: only pages of known origins may connect.
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return null;
  return URL.canParse(origin) && new URL(origin).host === host ? null : '403 Forbidden';
}

/** Parses, validates and prices an operation; a refusal is answered with its errors. */
async function admit(
  app: App,
  schema: GraphQLSchema,
  rules: typeof specifiedRules,
  connection: Connection,
  payload: SubscribePayload,
): Promise<ExecutionArgs | readonly GraphQLError[]> {
  if (Object.keys(connection.subscriptions).length > limits.maxSubscriptionsPerSocket) {
    return [new ApiError('TOO_MANY_SUBSCRIPTIONS', `expected at most ${limits.maxSubscriptionsPerSocket} at once`)];
  }
  const { requestId, traceId } = newScope(connection.connectionParams?.traceparent as string | undefined);
  const caller = connection.extra.caller!;
  try {
    const [token] = await findAccessTokens(app.db, [caller.tokenId]);
    if (token === undefined || whyInvalid(token, app.now()) !== null)
      return [new ApiError('UNAUTHENTICATED', 'the access token is no longer valid')];
    const document = parse(payload.query, { maxTokens: limits.maxTokens });
    const errors = validate(schema, document, rules, { maxErrors: 20 });
    if (errors.length > 0) return errors;
    const operationName = payload.operationName ?? undefined;
    const operation = getOperationAST(document, operationName);
    if (!operation) return [new ApiError('BAD_REQUEST', 'expected operationName to name an operation of the document')];
    const variableValues = payload.variables ?? {};
    costOf(schema, document, operation, variableValues);
    return {
      schema,
      document,
      operationName,
      variableValues,
      contextValue: new Context(app, caller, null, requestId, traceId),
    };
  } catch (error) {
    // A fault too is told to this subscription alone, through the gate, and not thrown at the socket.
    return [error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })];
  }
}

async function closeSpread(sockets: readonly WebSocket[], spreadMs: number): Promise<void> {
  const closed = sockets.map((socket, index) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once('close', () => resolve());
    setTimeout(() => socket.close(CLOSE_GOING_AWAY, 'Going away'), (spreadMs * index) / sockets.length);
    // A peer that does not answer the close is cut off.
    const cut = setTimeout(() => socket.terminate(), spreadMs + 2_000);
    return promise.finally(() => clearTimeout(cut));
  });
  await Promise.all(closed);
}
