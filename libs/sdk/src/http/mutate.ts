import type { InputFailure } from '../_generated/documents.js';
import { redact } from '../errors/redact.js';
import { RejectedError } from '../errors/kinds.js';
import type { MutationOptions } from '../options.js';
import type { Runtime } from '../runtime.js';
import { operationOf, type TypedDocument } from '../typed-document.js';
import { call } from './call.js';

type Rejected = { __typename: 'Rejected'; errors: InputFailure[] };
type Ok<Payload> = Exclude<Payload, { __typename: 'Rejected' }>;
type Keyed = { idempotencyKey?: string | null | undefined };

/** Sends a mutation under one idempotency key. Returns its Ok payload; a rejection is thrown. */
export async function mutate<Input extends Keyed, Payload extends { __typename: string }, Field extends string>(
  field: Field,
  document: TypedDocument<Record<Field, Payload>, { input: Input }>,
  input: Input,
  options: MutationOptions | undefined,
  runtime: Runtime,
): Promise<Ok<Payload>> {
  const idempotencyKey = options?.idempotencyKey ?? crypto.randomUUID();
  const data = await call(document, { input: { ...input, idempotencyKey } }, options, runtime);
  const payload: Payload | Rejected = data[field];
  if (isRejected(payload)) throw rejection(operationOf(document.toString()).name, payload.errors, input);
  return payload as Ok<Payload>;
}

function isRejected(payload: { __typename: string }): payload is Rejected {
  return payload.__typename === 'Rejected';
}

function rejection(operation: string | undefined, failures: InputFailure[], sent: unknown): RejectedError {
  const clean = (text: string): string => redact(text, sent);
  const redacted = failures.map((failure) => ({
    ...failure,
    message: clean(failure.message),
    remedy: failure.remedy === null ? null : clean(failure.remedy),
  }));
  return new RejectedError(redacted, { operation });
}
