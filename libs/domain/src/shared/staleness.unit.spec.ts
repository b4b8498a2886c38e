import { describe, expect, it } from '@jest/globals';
import { now, secondsLater } from '../testing/builders';
import { isStale } from './staleness';

describe('an observed value', () => {
  it.each([
    ['just now', now, false],
    ['exactly its lifetime ago', secondsLater(-30), false],
    ['a millisecond longer ago', secondsLater(-30.001), true],
    ['never', null, true],
    ['a little in the future, as clocks differ', secondsLater(30), false],
    ['in the future by more than its lifetime', secondsLater(30.001), true],
  ])('that was seen %s is stale: %p, %p', (_when, observedAt, stale) => {
    expect(isStale(observedAt, 30, now)).toBe(stale);
  });
});
