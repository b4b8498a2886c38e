export interface Backoff {
  baseMs: number;
  capMs: number;
}

/**
 * How long to wait before try number `failures + 1`: anything from nothing to base * 2^(failures - 1), capped. Full
 * jitter, so that clients that failed together do not come back together.
 */
export function fullJitter(failures: number, { baseMs, capMs }: Backoff, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** Math.max(0, failures - 1));
}
