import { LifecycleEventsDocument, type LifecycleEvent } from '../_generated/documents.js';
import { fullJitter, type Backoff } from '../backoff.js';
import type { AwpError } from '../errors/awp-error.js';
import type { Runtime } from '../runtime.js';
import { operationOf } from '../typed-document.js';
import { connect, NOT_UNDERSTOOD, type Ending } from './connection.js';
import { EventBuffer } from './event-buffer.js';
import type { EventOptions } from './event-options.js';
import { reactionTo } from './reaction.js';

const RECONNECT: Backoff = { baseMs: 500, capMs: 30_000 };
/** For the token, the handshake and the acknowledgement together. */
const CONNECT_MS = 10_000;
const QUIET_MS = 15_000;
/** A connection that lasted this long was a good one: what failed before it no longer counts. */
const GOOD_AFTER_MS = 10_000;
/** The server may say when to come back, but not "never". */
const LONGEST_HINT_MS = 300_000;

type Result = IteratorResult<LifecycleEvent, undefined>;
interface Consumer {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Lifecycle events across reconnections, in order, each once. The server delivers at least once when a stream resumes
 * from its cursor; what is not newer than the last event is dropped here, which makes it once.
 *
 * An iterator by hand, because `return()` of an async generator waits for a pending `next()`, that is, for the next
 * event, which may be tomorrow's.
 */
export class EventStream implements AsyncIterableIterator<LifecycleEvent, undefined> {
  readonly #options: EventOptions;
  readonly #runtime: Runtime;
  readonly #buffer: EventBuffer<LifecycleEvent>;
  readonly #consumers: Consumer[] = [];
  readonly #onAbort = (): void => this.#end();
  #cursor: string | undefined;
  #sequence = -Infinity;
  #state: 'idle' | 'running' | 'paused' | 'ended' = 'idle';
  #error: { error: unknown } | undefined;
  /** Stops whatever is under way: a connection, an attempt at one, the wait before one. */
  #stop = (): void => {};
  #failures = 0;
  #tokenRefused = false;
  #token: string | undefined;

  constructor(options: EventOptions, runtime: Runtime, buffer = new EventBuffer<LifecycleEvent>()) {
    this.#options = options;
    this.#runtime = runtime;
    this.#buffer = buffer;
    this.#cursor = options.after;
    if (options.signal?.aborted) this.#state = 'ended';
    else options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result> {
    const event = this.#buffer.shift();
    if (this.#state === 'idle' || (this.#state === 'paused' && this.#buffer.isLow)) this.#open();
    if (event) return Promise.resolve({ done: false, value: event });
    if (this.#error) return Promise.reject(this.#takeError());
    if (this.#state === 'ended') return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve, reject) => this.#consumers.push({ resolve, reject }));
  }

  return(): Promise<Result> {
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(error: unknown): Promise<Result> {
    this.#end();
    return Promise.reject(error);
  }

  #open(): void {
    this.#state = 'running';
    const { clock, tokenIsRenewable } = this.#runtime;
    let disconnect = (): void => {};
    let stopped = false;
    let readyAt: number | undefined;
    const cancelTimer = clock.after(CONNECT_MS, () => onEnd({ kind: 'silent' }));
    const stop = (): void => {
      stopped = true;
      cancelTimer();
      disconnect();
    };
    const onEnd = (ending: Ending): void => {
      if (stopped) return;
      stop();
      if (readyAt !== undefined && clock.now() - readyAt >= GOOD_AFTER_MS) this.#forgetFailures();
      this.#react(ending, tokenIsRenewable);
    };
    this.#stop = stop;

    this.#runtime
      .token()
      .then((token) => {
        if (stopped) return;
        this.#token = token;
        disconnect = connect({
          url: this.#runtime.webSocketUrl,
          WebSocket: this.#runtime.webSocket(),
          connectionParams: { authorization: `Bearer ${token}` },
          request: this.#request(),
          clock,
          quietMs: QUIET_MS,
          onReady: () => {
            cancelTimer();
            readyAt = clock.now();
            this.#tell({ state: 'connected' });
          },
          onNext: (data, characters) => {
            const event = (data as { lifecycleEvents?: LifecycleEvent } | null)?.lifecycleEvents;
            if (event) this.#receive(event, characters);
            else onEnd({ kind: 'closed', code: NOT_UNDERSTOOD });
          },
          onEnd,
        });
      })
      .catch((error: unknown) => {
        if (!stopped) this.#fail(error);
      });
  }

  #request() {
    const query = LifecycleEventsDocument.toString();
    const variables = { after: this.#cursor, filter: this.#options.filter };
    return { query, variables, operationName: operationOf(query).name };
  }

  #receive(event: LifecycleEvent, characters: number): void {
    if (event.sequence <= this.#sequence) return;
    this.#sequence = event.sequence;
    this.#cursor = event.cursor;
    this.#forgetFailures();
    const consumer = this.#consumers.shift();
    if (consumer) return consumer.resolve({ done: false, value: event });
    this.#buffer.push(event, characters);
    if (!this.#buffer.isFull) return;
    this.#stop();
    this.#state = 'paused';
    this.#tell({ state: 'paused' });
  }

  #react(ending: Ending, tokenIsRenewable: boolean): void {
    const { clock, random } = this.#runtime;
    const { operationName, variables } = this.#request();
    const context = { operation: operationName, sent: [variables, this.#token], now: clock.now() };
    const { kind, error } = reactionTo(ending, context);
    if (kind === 'fail') return this.#fail(error);
    if (kind === 'renew-token') {
      if (this.#tokenRefused || !tokenIsRenewable) return this.#fail(error);
      this.#tokenRefused = true;
    }
    this.#failures += 1;
    if (this.#failures > (this.#options.maxReconnects ?? 20)) return this.#fail(error);
    const hint = error.retryAfter && Math.min(LONGEST_HINT_MS, Math.max(0, error.retryAfter.getTime() - clock.now()));
    this.#wait(hint ?? fullJitter(this.#failures, RECONNECT, random), error);
  }

  #wait(delayMs: number, error: AwpError): void {
    this.#stop = this.#runtime.clock.after(delayMs, () => this.#open());
    this.#tell({ state: 'reconnecting', code: error.code, delayMs });
  }

  #tell(change: Parameters<NonNullable<EventOptions['onConnection']>>[0]): void {
    try {
      this.#options.onConnection?.(change);
    } catch (error) {
      this.#fail(error); // we are in a handler of the socket, where it would be nobody's
    }
  }

  #forgetFailures(): void {
    this.#failures = 0;
    this.#tokenRefused = false;
  }

  /** What has arrived is still delivered; the error comes after it. */
  #fail(error: unknown): void {
    if (this.#state === 'ended') return;
    this.#error = { error };
    this.#finish();
    const [first, ...others] = this.#consumers.splice(0);
    first?.reject(this.#takeError());
    for (const consumer of others) consumer.resolve({ done: true, value: undefined });
  }

  #end(): void {
    this.#error = undefined;
    this.#buffer.clear();
    this.#finish();
    for (const consumer of this.#consumers.splice(0)) consumer.resolve({ done: true, value: undefined });
  }

  #finish(): void {
    this.#state = 'ended';
    this.#stop();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  #takeError(): unknown {
    const failure = this.#error;
    this.#error = undefined;
    return failure?.error;
  }
}
