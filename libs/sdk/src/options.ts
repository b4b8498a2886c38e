/** What the SDK asks of `fetch`. The global one fits; so does that of undici. */
export type FetchLike = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    signal: AbortSignal;
    redirect: 'manual';
  },
) => Promise<{
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

export interface SocketEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
}

/** What the SDK asks of a WebSocket. The global one fits; so does that of the package `ws`. */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: SocketEvent) => void): void;
}

export type WebSocketConstructor = new (url: string, protocols?: string | string[]) => WebSocketLike;

export interface ClientOptions {
  /**
   * Where the graph is, such as `https://awp.example.com/graphql`; without a path `/graphql` is meant. Subscriptions
   * use the same address with `ws` for `http`, unless `webSocketUrl` says otherwise.
   */
  url: string | URL;
  webSocketUrl?: string | URL;
  /**
   * The access token (`awp_...`), or a function that returns one. A function is asked before every attempt and every
   * connection, so a token that was renewed in between is used; if the server refuses its token it is asked once more
   * before the call fails. What the function throws reaches you unchanged.
   */
  token: string | (() => string | Promise<string>);
  /** Milliseconds that a call may take, all attempts and waits together. Default 30,000. */
  timeoutMs?: number;
  /** How often a call is tried again when that may help. Default 4; 0 turns it off. */
  retries?: number;
  /** Default: the global `fetch`. */
  fetch?: FetchLike;
  /** Default: the global `WebSocket`. Node 20 has none: pass the class of the package `ws`. */
  webSocket?: WebSocketConstructor;
}

/** Every call takes these as its last argument. */
export interface CallOptions {
  /** Ends the call at once, between attempts too; it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  timeoutMs?: number | undefined;
  /** Instead of the client's. */
  retries?: number | undefined;
}

export interface MutationOptions extends CallOptions {
  /**
   * Makes the server do the mutation once however often it arrives. Default: a new one for each call, kept through the
   * retries of that call. Give one of your own to be safe across restarts of your program.
   */
  idempotencyKey?: string | undefined;
}
