import { errorCatalogue, type Action } from '@awp/domain';
import { insertAuditEntry } from '../modules/access/audit.store';
import { ConcurrencyConflict } from '../persistence/sql';
import type { Transaction } from '../persistence/transaction';
import type { Caller, Context } from './context';
import { claimIdempotencyKey, findIdempotencyRecord, rememberOutcome, type IdempotencyKey } from './idempotency.store';
import type { Outcome } from './outcome';

export interface Mutation {
  readonly name: string;
  readonly action: Action;
  /** Project of the subject; null for what belongs to none. */
  readonly projectId: string | null;
  readonly input: { readonly idempotencyKey?: string | null };
}

/**
 * Runs one mutation: authorise, answer a repeated call from memory, otherwise decide and store in one transaction with
 * the idempotency record and the audit row. `work` may run again after a lost race, so it has no effect outside.
 */
export async function runMutation(
  context: Context,
  mutation: Mutation,
  work: (tx: Transaction, caller: Caller) => Promise<Outcome>,
): Promise<Outcome> {
  const caller = context.assertMay(mutation.action, mutation.projectId);
  const key = idempotencyKeyOf(context, mutation, caller);
  try {
    return await context.app.db.withTransaction(async (tx) => {
      if (key !== null && !(await claimIdempotencyKey(tx, key, context.now()))) return repeatedAnswer(tx, key);
      const outcome = await work(tx, caller);
      // A refusal that may pass later must not be remembered: the retry is to be tried.
      if (key !== null) await rememberOutcome(tx, key, isLasting(outcome) ? outcome : null);
      await insertAuditEntry(tx, {
        at: context.now(),
        actor: caller.tokenId,
        action: mutation.name,
        subjectId: 'subjectId' in outcome ? outcome.subjectId : null,
        outcome: 'subjectId' in outcome ? 'OK' : outcome.refusals.map((refusal) => refusal.code).join(','),
        requestId: context.requestId,
      });
      return outcome;
    });
  } catch (error) {
    if (error instanceof ConcurrencyConflict)
      return { refusals: [{ code: 'CONCURRENCY_CONFLICT', message: error.message }] };
    throw error;
  }
}

/** The remembered answer to a call made before, for mutations that do slow work before their transaction. */
export async function findRepeatedAnswer(context: Context, mutation: Mutation): Promise<Outcome | null> {
  const key = idempotencyKeyOf(context, mutation, context.assertMay(mutation.action, mutation.projectId));
  const known = key !== null && (await findIdempotencyRecord(context.app.db, key));
  return known ? answerOf(known.sameRequest, known.outcome) : null;
}

function idempotencyKeyOf(context: Context, mutation: Mutation, caller: Caller): IdempotencyKey | null {
  const { idempotencyKey, ...input } = mutation.input;
  if (idempotencyKey == null) return null;
  const requestHash = context.app.sealer.fingerprint(JSON.stringify([mutation.name, canonical(input)]));
  return { actor: caller.tokenId, key: idempotencyKey, requestHash };
}

async function repeatedAnswer(tx: Transaction, key: IdempotencyKey): Promise<Outcome> {
  const known = await findIdempotencyRecord(tx, key);
  // Taken but gone again: the first call ended in a refusal that is not remembered. The caller may try again.
  if (known === null)
    return { refusals: [{ code: 'CONCURRENCY_CONFLICT', message: 'the first call with this key was just refused' }] };
  return answerOf(known.sameRequest, known.outcome);
}

function answerOf(sameRequest: boolean, outcome: Outcome): Outcome {
  if (sameRequest) return outcome;
  return {
    refusals: [
      { code: 'IDEMPOTENCY_CONFLICT', field: 'idempotencyKey', message: 'this key was used with another input' },
    ],
  };
}

function isLasting(outcome: Outcome): boolean {
  return 'subjectId' in outcome || outcome.refusals.every((refusal) => !errorCatalogue[refusal.code].retryable);
}

/** The same input gives the same text, whatever the order of its fields; a field left out equals one that is null. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).filter(([, field]) => field != null);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, canonical(field)]);
}
