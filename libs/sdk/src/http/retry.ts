import { fullJitter, type Backoff } from '../backoff.js';
import { AwpError } from '../errors/awp-error.js';

export const CALL_BACKOFF: Backoff = { baseMs: 200, capMs: 5_000 };

export interface RetryState {
  /** Attempts that failed so far, this one included. */
  failures: number;
  retries: number;
  remainingMs: number;
  now: number;
  random: () => number;
}

/** Milliseconds until the next attempt; undefined when there should be none. */
export function retryDelay(error: unknown, state: RetryState): number | undefined {
  if (!(error instanceof AwpError) || !error.retryable || state.failures > state.retries) return undefined;
  const hint = error.retryAfter && Math.max(0, error.retryAfter.getTime() - state.now);
  const delay = hint ?? fullJitter(state.failures, CALL_BACKOFF, state.random);
  // A wait that outlasts the deadline could only turn a good error into a timeout.
  return delay < state.remainingMs ? delay : undefined;
}
