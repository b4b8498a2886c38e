import type { LifecycleChange } from '../shared';

/** What a token may do, each role including the ones before it. */
export type Role = 'VIEWER' | 'OPERATOR' | 'ADMIN';
export const roles: readonly Role[] = ['VIEWER', 'OPERATOR', 'ADMIN'];

/** A bearer token as the server knows it: the secret itself is never kept, only its hash. */
export interface AccessToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** Null: the whole server. Otherwise the token acts within this project only. */
  readonly projectId: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

export type AccessEvent = LifecycleChange<'AccessTokenCreated' | 'AccessTokenRevoked'>;

/** Why a token does not authenticate at `now`; null when it does. */
export function whyInvalid(token: AccessToken, now: Date): 'REVOKED' | 'EXPIRED' | null {
  if (token.revokedAt !== null) return 'REVOKED';
  return token.expiresAt.getTime() <= now.getTime() ? 'EXPIRED' : null;
}
