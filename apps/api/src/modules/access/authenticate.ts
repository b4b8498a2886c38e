import { Secret, whyInvalid } from '@awp/domain';
import type { App } from '../../app';
import { ApiError } from '../../graphql/api-error';
import type { Caller } from '../../graphql/context';
import { findAccessTokenByHash, isTouchDue, touchAccessToken } from './access-token.store';
import { hashSecret } from './token-secret';

/** Who sends this `Authorization` value. Null without one; throws UNAUTHENTICATED for one that is no good. */
export async function authenticate(
  app: Pick<App, 'db' | 'now'>,
  authorization: string | undefined,
): Promise<Caller | null> {
  if (authorization === undefined || authorization === '') return null;
  const [scheme, secret] = authorization.split(' ', 2);
  if (scheme?.toLowerCase() !== 'bearer' || !secret) {
    throw new ApiError('UNAUTHENTICATED', 'expected `Authorization: Bearer <access token>`');
  }
  const token = await findAccessTokenByHash(app.db, hashSecret(new Secret(secret)));
  if (token === null) throw new ApiError('UNAUTHENTICATED', 'the access token is unknown');
  const why = whyInvalid(token, app.now());
  if (why !== null) throw new ApiError('UNAUTHENTICATED', `the access token is ${why.toLowerCase()}`);
  if (isTouchDue(token.lastUsedAt, app.now())) await touchAccessToken(app.db, token.id, app.now());
  return {
    tokenId: token.id,
    tokenName: token.name,
    role: token.role,
    projectId: token.projectId,
    expiresAt: token.expiresAt,
  };
}
