import { systemClock, type Clock } from './clock.js';
import { ConfigurationError } from './errors/kinds.js';
import type { ClientOptions, FetchLike, WebSocketConstructor } from './options.js';

/** What all calls of one client share. */
export interface Runtime {
  url: string;
  webSocketUrl: string;
  token: () => Promise<string>;
  /** A token that is a plain string does not get better by asking again. */
  tokenIsRenewable: boolean;
  timeoutMs: number;
  retries: number;
  fetch: FetchLike;
  webSocket: () => WebSocketConstructor;
  clock: Clock;
  random: () => number;
}

/** Chance and time are parameters for the tests alone. */
export function createRuntime(
  options: ClientOptions,
  clock = systemClock,
  random: () => number = Math.random,
): Runtime {
  const url = address(options.url, ['http:', 'https:']);
  const { token } = options;
  return {
    url: url.href,
    webSocketUrl: options.webSocketUrl ? address(options.webSocketUrl, ['ws:', 'wss:']).href : socketAddress(url),
    token: async () => sendable(typeof token === 'function' ? await token() : token),
    tokenIsRenewable: typeof token === 'function',
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 4,
    fetch: options.fetch ?? globalFetch,
    webSocket: () => options.webSocket ?? globalWebSocket(),
    clock,
    random,
  };
}

function address(given: string | URL, protocols: string[]): URL {
  const url = parsed(given);
  if (!url || !protocols.includes(url.protocol)) {
    throw new ConfigurationError(`The address of the graph must be a URL with ${protocols.join(' or ')}`);
  }
  if (url.username || url.password) throw new ConfigurationError('Credentials belong in `token`, not in the address');
  if (url.pathname === '/') url.pathname = '/graphql';
  return url;
}

function parsed(given: string | URL): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined; // its message would quote the address, which may hold a password
  }
}

function socketAddress(url: URL): string {
  const socket = new URL(url);
  socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return socket.href;
}

/** Refused here, because fetch would quote a header it cannot send. */
function sendable(token: unknown): string {
  if (typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new ConfigurationError('The token must be text without spaces or line breaks');
}

const globalFetch: FetchLike = (url, init) => {
  if (typeof fetch === 'function') return fetch(url, init);
  throw new ConfigurationError('This runtime has no fetch: pass one as createClient({ fetch })', 'FETCH_MISSING');
};

function globalWebSocket(): WebSocketConstructor {
  const { WebSocket } = globalThis as { WebSocket?: WebSocketConstructor };
  if (WebSocket) return WebSocket;
  throw new ConfigurationError(
    'This runtime has no WebSocket: pass one as createClient({ webSocket }), for example the class of the package "ws"',
    'WEBSOCKET_MISSING',
  );
}
