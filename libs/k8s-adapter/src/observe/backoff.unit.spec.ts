import { describe, expect, it } from '@jest/globals';
import { Backoff } from './backoff';

/** The waits of as many tries, with every throw of the dice the same. */
function waits(random: number, tries: number): number[] {
  const backoff = new Backoff(500, 5_000, () => random);
  return Array.from({ length: tries }, () => backoff.nextMs());
}

describe('the wait between tries', () => {
  it('doubles up to the limit when the dice fall high', () => {
    expect(waits(1, 7)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
  });

  it('never falls below half of the first wait', () => {
    expect(waits(0, 4)).toEqual([250, 250, 250, 250]);
  });

  it('is spread over the whole range', () => {
    expect(waits(0.5, 5)).toEqual([250, 500, 1_000, 2_000, 2_500]);
  });

  it('stays at the limit when doubling has long left the range of numbers', () => {
    expect(waits(1, 2_000).at(-1)).toBe(5_000);
  });

  it('starts over after a reset', () => {
    const backoff = new Backoff(500, 5_000, () => 1);
    backoff.nextMs();
    backoff.nextMs();
    backoff.reset();
    expect(backoff.nextMs()).toBe(500);
  });
});
