import { createClient, type Client } from 'graphql-ws';
import { WebSocket } from 'ws';

export interface GraphqlError {
  readonly message: string;
  readonly extensions: {
    readonly code: string;
    readonly requestId: string;
    readonly remedy: string;
    readonly retryable: boolean;
  };
}

export interface GraphqlAnswer<T> {
  readonly status: number;
  readonly data: T;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: { readonly cost: { readonly requested: number; readonly limit: number } };
}

/** One operation over HTTP, as any client would send it. */
export async function postGraphql<T>(
  url: string,
  body: object | string,
  token: string | null,
): Promise<GraphqlAnswer<T>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer<T>, 'status'>) };
}

/** A client of the socket that does not reconnect, so that tests see every close. */
export function socketClient(url: string, token: string, onClosed?: (code: number) => void): Client {
  return createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: () => ({ authorization: `Bearer ${token}` }),
    on: { closed: (event) => onClosed?.((event as { code: number }).code) },
  });
}

/** A subscription whose events are taken one by one; each wait is bounded. */
export class TestSubscription<T> {
  private readonly events: AsyncIterableIterator<{ data?: T | null; errors?: readonly unknown[] }>;

  constructor(client: Client, query: string, variables?: Record<string, unknown>) {
    this.events = client.iterate<T>({ query, variables });
  }

  async next(withinMs = 10_000): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no event within ${withinMs} ms`)), withinMs);
    try {
      const result = await Promise.race([this.events.next(), promise]);
      if (result.done) throw new Error('the subscription ended');
      if (result.value.errors) throw new Error(JSON.stringify(result.value.errors));
      return result.value.data!;
    } finally {
      clearTimeout(timer);
    }
  }

  async take(count: number, withinMs?: number): Promise<T[]> {
    const taken: T[] = [];
    while (taken.length < count) taken.push(await this.next(withinMs));
    return taken;
  }

  async stop(): Promise<void> {
    await this.events.return?.();
  }
}
