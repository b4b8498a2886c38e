import { describe, expect, it } from '@jest/globals';
import { errorCatalogue, type ErrorEntry } from './error-catalogue';

const entries = Object.entries<ErrorEntry>(errorCatalogue);

describe('the error catalogue', () => {
  it.each(entries)('has a cause, a remedy and a code of the usual form: %s', (code, { cause, remedy, retryable }) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(cause).toMatch(/^\S.{9,}\.$/s);
    expect(remedy).toMatch(/^\S.{9,}\.$/s);
    expect(typeof retryable).toBe('boolean');
  });

  it('says retryable of what passes by itself, and of nothing else', () => {
    expect(entries.filter(([, { retryable }]) => retryable).map(([code]) => code)).toEqual([
      'CONCURRENCY_CONFLICT',
      'UNAVAILABLE',
      'INTERNAL',
      'CLUSTER_UNREACHABLE',
      'CLUSTER_ANSWER_INVALID',
      'MACHINE_NODE_MISSING',
      'MACHINE_OBSERVATION_STALE',
    ]);
  });

  it('explains each error once', () => {
    expect(new Set(entries.map(([, { cause }]) => cause)).size).toBe(entries.length);
  });
});
