/** Time, as far as the SDK needs it. Tests bring their own. */
export interface Clock {
  now(): number;
  /** Runs `then` once after a while; the result cancels it. */
  after(ms: number, then: () => void): () => void;
}

// A longer delay would overflow the timer and fire at once.
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, Math.min(ms, LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};
