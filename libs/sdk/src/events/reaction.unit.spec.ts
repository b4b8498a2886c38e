import { describe, expect, it } from '@jest/globals';
import {
  CursorExpiredError,
  ForbiddenError,
  FutureCursorError,
  NetworkError,
  UnauthenticatedError,
} from '../errors/kinds.js';
import { AwpError } from '../errors/awp-error.js';
import { reactionTo } from './reaction.js';

const context = { operation: 'LifecycleEvents', sent: [], now: 0 };
const onClose = (code: number) => reactionTo({ kind: 'closed', code }, context);
const onFailure = (code: string, extensions: object = {}) =>
  reactionTo({ kind: 'failed', errors: [{ message: 'no', extensions: { code, ...extensions } }] }, context);

describe('the reaction to the end of a connection', () => {
  it.each([1000, 1001, 1005, 1006, 1011, 1012, 1013, 1014, 4408, 4500])(
    'connects again after close code %i',
    (code) => {
      expect(onClose(code)).toMatchObject({ kind: 'reconnect', error: expect.any(NetworkError) });
    },
  );

  it.each([4401, 4403])('asks for another token after close code %i', (code) => {
    expect(onClose(code)).toMatchObject({ kind: 'renew-token', error: expect.any(UnauthenticatedError) });
  });

  it.each([1002, 1003, 1007, 1008, 1009, 1010, 4400, 4406, 4409, 4429])('gives up after close code %i', (code) => {
    expect(onClose(code)).toMatchObject({ kind: 'fail', error: { code: 'PROTOCOL', retryable: false } });
  });

  it.each([
    ['CURSOR_EXPIRED', CursorExpiredError],
    ['FUTURE_CURSOR', FutureCursorError],
    ['FORBIDDEN', ForbiddenError],
    ['QUERY_TOO_COSTLY', AwpError],
  ])('ends typed on %s', (code, Class) => {
    expect(onFailure(code)).toMatchObject({ kind: 'fail', error: expect.any(Class) });
    expect(onFailure(code).error.code).toBe(code);
  });

  it('asks for another token on UNAUTHENTICATED', () => {
    expect(onFailure('UNAUTHENTICATED').kind).toBe('renew-token');
  });

  it('connects again after a failure that the server calls retryable', () => {
    expect(onFailure('UNAVAILABLE', { retryable: true, retryAfter: 3 })).toMatchObject({
      kind: 'reconnect',
      error: { retryAfter: new Date(3_000) },
    });
  });

  it('connects again when the server falls silent or completes what has no end', () => {
    expect(reactionTo({ kind: 'silent' }, context).kind).toBe('reconnect');
    expect(reactionTo({ kind: 'completed' }, context).kind).toBe('reconnect');
  });
});
