import { createAccessToken, type Secret } from '@awp/domain';
import type { App } from '../../app';
import { byCall, onRecord } from '../../lifecycle/on-record';
import { newId } from '../../persistence/ids';
import { insertAccessToken } from './access-token.store';
import { insertAuditEntry } from './audit.store';
import { insertSignInLink, useSignInLink } from './sign-in-link.store';
import { hashSecret, newTokenSecret } from './token-secret';

const LINK_MINUTES = 10;
const SESSION_HOURS = 12;

/** Makes the code of a one-time sign-in link. Only its hash is kept. */
export async function mintSignInCode(app: Pick<App, 'db' | 'now'>): Promise<{ code: Secret; expiresAt: Date }> {
  const code = newTokenSecret();
  const expiresAt = new Date(app.now().getTime() + LINK_MINUTES * 60_000);
  await insertSignInLink(app.db, hashSecret(code), expiresAt);
  return { code, expiresAt };
}

/** Trades the code of a sign-in link for an admin's access token. Null when it was used before, is too old or unknown. */
export async function signIn(
  app: Pick<App, 'db' | 'now'>,
  code: Secret,
  requestId: string,
): Promise<{ secret: Secret; expiresAt: Date } | null> {
  return app.db.withTransaction(async (tx) => {
    const now = app.now();
    if (!(await useSignInLink(tx, hashSecret(code), now))) return null;
    const decision = createAccessToken({
      id: newId('token'),
      name: 'signed in by link',
      role: 'ADMIN',
      projectId: null,
      expiresInSeconds: SESSION_HOURS * 3600,
      actor: 'sign-in-link',
      now,
    });
    if (!decision.accepted) throw new Error('a sign-in token must be acceptable');
    const secret = newTokenSecret();
    await insertAccessToken(tx, decision.state, hashSecret(secret));
    await insertAuditEntry(tx, {
      at: now,
      actor: 'sign-in-link',
      action: 'signIn',
      subjectId: decision.state.id,
      outcome: 'OK',
      requestId,
    });
    tx.emit(
      ...onRecord(decision.events, { subjectKind: 'ACCESS_TOKEN' }, byCall('sign-in-link', requestId, null, now)),
    );
    return { secret, expiresAt: decision.state.expiresAt };
  });
}
