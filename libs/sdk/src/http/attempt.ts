import { AwpError } from '../errors/awp-error.js';
import { errorFromGraphQL, errorWithCode, type AnswerContext, type GraphQLFailure } from '../errors/from-graphql.js';
import { NetworkError } from '../errors/kinds.js';
import { retryTime } from '../errors/retry-time.js';
import type { Runtime } from '../runtime.js';

export interface Request {
  operation: string | undefined;
  query: string;
  variables: object | undefined;
}

interface Answer {
  data?: unknown;
  errors?: GraphQLFailure[];
}

/** Sends a request once. Returns `data`; anything else is an error that knows whether another attempt may help. */
export async function attempt(
  request: Request,
  token: string,
  signal: AbortSignal,
  runtime: Runtime,
): Promise<unknown> {
  const { status, requestId, retryAfter, text } = await post(request, token, signal, runtime);
  const answer = parsed(text);
  const failed = answer?.errors && answer.errors.length > 0;
  if (answer?.data && !failed && isSuccess(status)) return answer.data;

  const context: AnswerContext = {
    operation: request.operation,
    sent: [request.variables, token],
    now: runtime.clock.now(),
    requestId,
    retryAfter: retryTime(retryAfter, runtime.clock.now()),
    retryable: status === 429 || (status >= 502 && status <= 504),
    partialData: answer?.data ?? undefined,
  };
  // Apollo answers 400 with GraphQL errors when variables do not fit: the body says more than the status.
  if (failed)
    throw errorFromGraphQL(answer.errors ?? [], { ...context, code: isSuccess(status) ? 'INTERNAL' : codeOf(status) });
  throw errorWithCode(codeOf(status), `HTTP ${status} without a GraphQL answer`, context);
}

async function post(request: Request, token: string, signal: AbortSignal, runtime: Runtime) {
  const { operation, query, variables } = request;
  const body = JSON.stringify({ query, variables, operationName: operation });
  try {
    const response = await runtime.fetch(runtime.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json, application/json',
        authorization: `Bearer ${token}`,
      },
      body,
      signal,
      redirect: 'manual', // a redirect would carry the body, and with it a kubeconfig, to somebody else
    });
    return {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  } catch (error) {
    if (error instanceof AwpError) throw error;
    throw new NetworkError(`${operation ?? 'The call'} got no answer (${systemCode(error)})`, {
      code: 'NETWORK',
      operation,
      retryable: true,
    });
  }
}

function parsed(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? (answer as Answer) : undefined;
  } catch {
    return undefined; // a page of a proxy; the status tells what is wrong
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function codeOf(status: number): string {
  if (isSuccess(status)) return 'BAD_RESPONSE';
  return { 401: 'UNAUTHENTICATED', 403: 'FORBIDDEN', 429: 'RATE_LIMITED' }[status] ?? `HTTP_${status}`;
}

/** Of a failed fetch only the system's code is kept: its messages quote addresses and headers. */
function systemCode(error: unknown): string {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
    at = cause;
  }
  return 'unknown reason';
}
