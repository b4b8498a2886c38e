import {
  createAccessToken as decideCreate,
  quoted,
  revokeAccessToken as decideRevoke,
  type Role,
  type Secret,
} from '@awp/domain';
import { ApiError } from '../../graphql/api-error';
import type { Context } from '../../graphql/context';
import type { Outcome } from '../../graphql/outcome';
import { runMutation, type Mutation } from '../../graphql/run-mutation';
import { onRecord } from '../../lifecycle/on-record';
import { newId } from '../../persistence/ids';
import { findProjects } from '../project/project.store';
import { findAccessTokens, insertAccessToken, revokeStoredToken } from './access-token.store';
import { hashSecret, newTokenSecret } from './token-secret';

export interface CreateAccessTokenCommand {
  readonly idempotencyKey?: string | null;
  readonly name: string;
  readonly role: Role;
  readonly projectId?: string | null;
  readonly expiresInSeconds: number;
}

/** The secret is null when the outcome is a remembered one: it is not kept anywhere. */
export async function createAccessToken(
  context: Context,
  input: CreateAccessTokenCommand,
): Promise<{ outcome: Outcome; secret: Secret | null }> {
  const projectId = input.projectId ?? null;
  const mutation: Mutation = { name: 'createAccessToken', action: 'accessToken.create', projectId, input };
  let made: { readonly id: string; readonly secret: Secret } | null = null;
  const outcome = await runMutation(context, mutation, async (tx, caller) => {
    if (projectId !== null && (await findProjects(tx, [projectId])).length === 0) {
      return {
        refusals: [{ code: 'NOT_FOUND', field: 'projectId', message: `no project has the id ${quoted(projectId)}` }],
      };
    }
    const { name, role, expiresInSeconds } = input;
    const decision = decideCreate({
      id: newId('token'),
      name,
      role,
      projectId,
      expiresInSeconds,
      actor: caller.tokenId,
      now: context.now(),
    });
    if (!decision.accepted) return { refusals: decision.refusals };
    const secret = newTokenSecret();
    made = { id: decision.state.id, secret };
    await insertAccessToken(tx, decision.state, hashSecret(secret));
    tx.emit(...onRecord(decision.events, { subjectKind: 'ACCESS_TOKEN', projectId }, context.origin()));
    return { subjectId: decision.state.id };
  });
  // A try that was rolled back made a secret too, of a token that does not exist.
  const { id, secret } = (made as { id: string; secret: Secret } | null) ?? { id: null, secret: null };
  return { outcome, secret: 'subjectId' in outcome && outcome.subjectId === id ? secret : null };
}

export async function revokeAccessToken(
  context: Context,
  input: { id: string; idempotencyKey?: string | null },
): Promise<Outcome> {
  const projectId = context.caller?.projectId ?? null;
  const mutation: Mutation = { name: 'revokeAccessToken', action: 'accessToken.revoke', projectId, input };
  return runMutation(context, mutation, async (tx, caller) => {
    const current = (await findAccessTokens(tx, [input.id]))[0];
    // What the caller may not revoke does not exist for it: it must not learn which ids do.
    if (current === undefined || !context.may('accessToken.revoke', current.projectId)) {
      return {
        refusals: [{ code: 'NOT_FOUND', field: 'id', message: `no access token has the id ${quoted(input.id)}` }],
      };
    }
    const decision = decideRevoke(current, caller.tokenId, context.now());
    if (!decision.accepted) return { refusals: decision.refusals };
    if (!(await revokeStoredToken(tx, decision.state)))
      throw new ApiError('CONCURRENCY_CONFLICT', `${current.id} was revoked at the same moment`);
    const place = { subjectKind: 'ACCESS_TOKEN' as const, projectId: current.projectId };
    tx.emit(...onRecord(decision.events, place, context.origin()));
    return { subjectId: current.id };
  });
}
