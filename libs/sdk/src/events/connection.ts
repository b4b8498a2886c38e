import type { Clock } from '../clock.js';
import type { GraphQLFailure } from '../errors/from-graphql.js';
import type { WebSocketConstructor } from '../options.js';

/**
 * One subscription over one socket, in the protocol graphql-transport-ws:
 * connection_init -> connection_ack -> subscribe -> next* -> (error | complete). Either side may ping at any time.
 */
export interface ConnectionSetup {
  url: string;
  WebSocket: WebSocketConstructor;
  connectionParams: Record<string, string>;
  request: { query: string; variables: object; operationName: string | undefined };
  clock: Clock;
  /** Once connected: after this long without a word from the server it is asked for one; after as long again it counts as gone. */
  quietMs: number;
  onReady(): void;
  onNext(data: unknown, characters: number): void;
  /** Called once, and last. Not called after the caller closed the connection. */
  onEnd(ending: Ending): void;
}

export type Ending =
  | { kind: 'closed'; code: number }
  | { kind: 'failed'; errors: GraphQLFailure[] }
  | { kind: 'completed' }
  | { kind: 'silent' };

export const NOT_UNDERSTOOD = 4400;
const NORMAL = 1000;
const ID = '1';

interface Message {
  type: string;
  payload?: unknown;
}

/** Connects; the result closes. */
export function connect(setup: ConnectionSetup): () => void {
  const socket = new setup.WebSocket(setup.url, 'graphql-transport-ws');
  const send = (message: Message & { id?: string }): void => socket.send(JSON.stringify(message));
  let over = false;
  let cancelWatch = (): void => {};

  const close = (): void => {
    over = true;
    cancelWatch();
    socket.close(NORMAL);
  };
  const end = (ending: Ending): void => {
    close();
    setup.onEnd(ending);
  };
  const watch = (onQuiet: () => void): void => {
    cancelWatch();
    cancelWatch = setup.clock.after(setup.quietMs, onQuiet);
  };
  const heard = (): void => {
    watch(() => {
      watch(() => end({ kind: 'silent' }));
      send({ type: 'ping' });
    });
  };

  const receive = (message: Message | undefined, characters: number): void => {
    switch (message?.type) {
      case 'connection_ack':
        send({ id: ID, type: 'subscribe', payload: setup.request });
        return setup.onReady();
      case 'ping':
        return send({ type: 'pong' });
      case 'pong':
        return;
      case 'next': {
        const { data, errors } = (message.payload ?? {}) as { data?: unknown; errors?: GraphQLFailure[] };
        return errors?.length ? end({ kind: 'failed', errors }) : setup.onNext(data, characters);
      }
      case 'error':
        return end({ kind: 'failed', errors: Array.isArray(message.payload) ? message.payload : [] });
      case 'complete':
        return end({ kind: 'completed' });
      case undefined:
      default:
        return end({ kind: 'closed', code: NOT_UNDERSTOOD });
    }
  };

  socket.addEventListener('open', () => {
    if (!over) send({ type: 'connection_init', payload: setup.connectionParams });
  });
  socket.addEventListener('message', ({ data }) => {
    if (over) return;
    heard();
    receive(parsed(data), typeof data === 'string' ? data.length : 0);
  });
  socket.addEventListener('close', ({ code }) => {
    if (!over) end({ kind: 'closed', code: code ?? 1006 });
  });
  // Every error is followed by a close, which tells more. Without a listener some implementations would throw it.
  socket.addEventListener('error', () => {});
  return close;
}

function parsed(data: unknown): Message | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined; // answered as a message that was not understood
  }
}
