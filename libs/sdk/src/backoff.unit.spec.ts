import { describe, expect, it } from '@jest/globals';
import { fullJitter } from './backoff.js';

const backoff = { baseMs: 200, capMs: 5_000 };

describe('full jitter', () => {
  it.each([
    [1, 200],
    [2, 400],
    [3, 800],
    [5, 3_200],
    [6, 5_000],
    [2_000, 5_000],
  ])('after %i failures waits at most %i ms, and possibly not at all', (failures, most) => {
    expect(fullJitter(failures, backoff, () => 0)).toBe(0);
    expect(fullJitter(failures, backoff, () => 0.5)).toBe(most / 2);
    expect(fullJitter(failures, backoff, () => 1)).toBe(most);
  });
});
