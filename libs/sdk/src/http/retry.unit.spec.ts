import { describe, expect, it } from '@jest/globals';
import { AwpError } from '../errors/awp-error.js';
import { retryDelay, type RetryState } from './retry.js';

const now = 1_000_000;
const state: RetryState = { failures: 1, retries: 4, remainingMs: 30_000, now, random: () => 1 };
const passing = new AwpError('busy', { code: 'BUSY', retryable: true });
const hinted = (ms: number) => new AwpError('busy', { code: 'BUSY', retryable: true, retryAfter: new Date(now + ms) });

describe('the wait before another attempt', () => {
  it('grows with the failures', () => {
    expect([1, 2, 3, 4].map((failures) => retryDelay(passing, { ...state, failures }))).toEqual([200, 400, 800, 1_600]);
  });

  it('is the one the server asked for, when it did', () => {
    expect(retryDelay(hinted(7_000), state)).toBe(7_000);
    expect(retryDelay(hinted(-7_000), state)).toBe(0);
  });

  it('is refused when it would outlast the deadline', () => {
    expect(retryDelay(hinted(31_000), state)).toBeUndefined();
    expect(retryDelay(passing, { ...state, remainingMs: 150 })).toBeUndefined();
  });

  it('is refused after the allowed retries', () => {
    expect(retryDelay(passing, { ...state, failures: 5 })).toBeUndefined();
    expect(retryDelay(passing, { ...state, retries: 0 })).toBeUndefined();
  });

  it('is refused for what will not pass, and for what is not an error of the call', () => {
    expect(retryDelay(new AwpError('no', { code: 'FORBIDDEN' }), state)).toBeUndefined();
    expect(retryDelay(new TypeError('a bug'), state)).toBeUndefined();
  });
});
