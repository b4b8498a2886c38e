import type { LifecycleFilter } from '../_generated/documents.js';

export interface EventOptions {
  /**
   * Cursor of the last event you know; delivery starts with the one after it. Without it delivery starts with what
   * happens from now on, and until the first event has arrived there is nothing to resume from: to miss nothing, pass
   * `latestEventCursor` of `client.serverInfo()`, asked for before you read the state.
   */
  after?: string | undefined;
  filter?: LifecycleFilter | undefined;
  /** Ends the stream at once; the loop over it ends without an error. */
  signal?: AbortSignal | undefined;
  /** How many connections in a row may fail before the stream ends with a NetworkError. Default 20, about 4 minutes. */
  maxReconnects?: number | undefined;
  /** Told when the connection comes and goes. */
  onConnection?: ((change: ConnectionChange) => void) | undefined;
}

export type ConnectionChange =
  | { state: 'connected' }
  /** Another try follows in `delayMs`; `code` says why, as in the errors. */
  | { state: 'reconnecting'; code: string; delayMs: number }
  /** Hung up because the consumer is slow; the stream connects again, from the last event, when it has caught up. */
  | { state: 'paused' };
