import { accept, checkName, refuse, type Decision, type Refusal } from '../shared';
import type { AccessEvent, AccessToken, Role } from './access';

const MINUTE = 60;
const YEAR = 366 * 24 * 3600;

export interface CreateAccessToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly projectId: string | null;
  readonly expiresInSeconds: number;
  readonly actor: string;
  readonly now: Date;
}

export function createAccessToken(command: CreateAccessToken): Decision<AccessToken, AccessEvent> {
  const refusals = [...checkName(command.name, 'name'), ...checkLifetime(command.expiresInSeconds)];
  if (refusals.length > 0) return refuse(...refusals);
  const { id, role, projectId, now, actor } = command;
  const expiresAt = new Date(now.getTime() + command.expiresInSeconds * 1000);
  return accept<AccessToken, AccessEvent>(
    { id, name: command.name.trim(), role, projectId, createdAt: now, createdBy: actor, expiresAt, revokedAt: null },
    {
      type: 'AccessTokenCreated',
      subjectId: id,
      from: null,
      to: role,
      reason: { code: 'CREATED', message: `created by ${actor}` },
    },
  );
}

/** A second revocation is refused, so that the first one's actor and time stay the record. */
export function revokeAccessToken(token: AccessToken, actor: string, now: Date): Decision<AccessToken, AccessEvent> {
  if (token.revokedAt !== null) {
    const message = `revoked at ${token.revokedAt.toISOString()}`;
    return refuse({ code: 'ACCESS_TOKEN_REVOKED', message, subjectId: token.id });
  }
  return accept<AccessToken, AccessEvent>(
    { ...token, revokedAt: now },
    {
      type: 'AccessTokenRevoked',
      subjectId: token.id,
      from: token.role,
      to: null,
      reason: { code: 'REVOKED', message: `revoked by ${actor}` },
    },
  );
}

function checkLifetime(seconds: number): Refusal[] {
  if (Number.isInteger(seconds) && seconds >= MINUTE && seconds <= YEAR) return [];
  return [
    {
      code: 'INVALID_INPUT',
      field: 'expiresInSeconds',
      message: `expected ${MINUTE} to ${YEAR} seconds; got ${seconds}`,
    },
  ];
}
