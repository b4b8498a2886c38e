import { describe, expect, it } from '@jest/globals';
import { retryTime } from './retry-time.js';

const now = Date.parse('2030-01-01T00:00:00Z');

describe('the time to come back', () => {
  it.each([
    ['seconds', '120', '2030-01-01T00:02:00.000Z'],
    ['seconds as a number', 1.5, '2030-01-01T00:00:01.500Z'],
    ['an HTTP date', 'Tue, 01 Jan 2030 00:00:05 GMT', '2030-01-01T00:00:05.000Z'],
    ['RFC 3339', '2030-01-01T00:00:07Z', '2030-01-01T00:00:07.000Z'],
  ])('is read from %s', (_, hint, time) => {
    expect(retryTime(hint, now)?.toISOString()).toBe(time);
  });

  it.each([['soon'], [null], [undefined], [Number.NaN], [{}]])('is unknown from %p', (hint) => {
    expect(retryTime(hint, now)).toBeUndefined();
  });
});
