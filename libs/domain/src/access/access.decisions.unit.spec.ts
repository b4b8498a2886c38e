import { describe, expect, it } from '@jest/globals';
import { accepted, aToken, now, refused, secondsLater } from '../testing/builders';
import { whyInvalid } from './access';
import { createAccessToken, revokeAccessToken, type CreateAccessToken } from './access.decisions';

const MINUTE = 60;
const LONGEST = 366 * 86_400;

describe('creating an access token', () => {
  const command = (over: Partial<CreateAccessToken> = {}): CreateAccessToken => ({
    id: 'token_1',
    name: ' CI ',
    role: 'OPERATOR',
    projectId: null,
    expiresInSeconds: 3600,
    actor: 'ops',
    now,
    ...over,
  });

  it('makes one that ends when it was asked to', () => {
    expect(accepted(createAccessToken(command({ projectId: 'project_1' })))).toEqual({
      accepted: true,
      state: {
        id: 'token_1',
        name: 'CI',
        role: 'OPERATOR',
        projectId: 'project_1',
        createdAt: now,
        createdBy: 'ops',
        expiresAt: secondsLater(3600),
        revokedAt: null,
      },
      events: [
        {
          type: 'AccessTokenCreated',
          subjectId: 'token_1',
          from: null,
          to: 'OPERATOR',
          reason: { code: 'CREATED', message: 'created by ops' },
        },
      ],
    });
  });

  it.each([MINUTE, LONGEST])('may last %i s', (expiresInSeconds) => {
    expect(accepted(createAccessToken(command({ expiresInSeconds }))).state.expiresAt).toEqual(
      secondsLater(expiresInSeconds),
    );
  });

  it.each([MINUTE - 1, LONGEST + 1, 0, -1, 60.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'may not last %p s',
    (seconds) => {
      expect(refused(createAccessToken(command({ expiresInSeconds: seconds })))).toEqual([
        {
          code: 'INVALID_INPUT',
          field: 'expiresInSeconds',
          message: `expected 60 to 31622400 seconds; got ${seconds}`,
        },
      ]);
    },
  );

  it('names everything that is wrong at once', () => {
    const refusals = refused(createAccessToken(command({ name: '', expiresInSeconds: 1 })));
    expect(refusals.map(({ field }) => field)).toEqual(['name', 'expiresInSeconds']);
  });
});

describe('revoking an access token', () => {
  it('ends it now, and says who did', () => {
    expect(accepted(revokeAccessToken(aToken(), 'ops', now))).toMatchObject({
      state: { revokedAt: now },
      events: [{ type: 'AccessTokenRevoked', from: 'OPERATOR', to: null, reason: { message: 'revoked by ops' } }],
    });
  });

  it('is refused the second time, so that the first one’s time stays the record', () => {
    const revoked = accepted(revokeAccessToken(aToken(), 'ops', now)).state;
    expect(refused(revokeAccessToken(revoked, 'somebody else', secondsLater(60)))).toEqual([
      { code: 'ACCESS_TOKEN_REVOKED', message: `revoked at ${now.toISOString()}`, subjectId: 'token_1' },
    ]);
  });
});

describe('an access token', () => {
  it.each([
    ['is valid until it ends', aToken({ expiresAt: secondsLater(0.001) }), null],
    ['is expired at the very moment of its end', aToken({ expiresAt: now }), 'EXPIRED'],
    ['is expired after its end', aToken({ expiresAt: secondsLater(-1) }), 'EXPIRED'],
    ['is revoked before its end', aToken({ revokedAt: secondsLater(-1) }), 'REVOKED'],
    ['is revoked rather than expired when it is both', aToken({ revokedAt: now, expiresAt: now }), 'REVOKED'],
  ])('%s', (_what, token, why) => {
    expect(whyInvalid(token, now)).toBe(why);
  });
});
