import { ConfigurationError } from '../errors/kinds.js';
import type { CallOptions } from '../options.js';
import type { Runtime } from '../runtime.js';
import { operationOf, type TypedDocument } from '../typed-document.js';
import { call } from './call.js';

/** Sends a document of the caller. */
export async function query<Result, Variables extends object>(
  document: TypedDocument<Result, Variables>,
  variables: Variables | undefined,
  options: CallOptions | undefined,
  runtime: Runtime,
): Promise<Result> {
  const text = document.toString();
  if (text === '[object Object]') {
    throw new ConfigurationError('Documents are sent as text: generate them in string mode (documentMode: "string")');
  }
  const { kind } = operationOf(text);
  if (kind === 'subscription')
    throw new ConfigurationError('query() sends queries and mutations; follow events with events()');
  if (kind === 'query') return call(document, variables, options, runtime);
  const keyed = withIdempotencyKey(variables);
  // Without a key the server cannot tell a second attempt from a second wish.
  return keyed
    ? call(document, keyed, options, runtime)
    : call(document, variables, { ...options, retries: 0 }, runtime);
}

/** Every mutation of the graph takes its key in `input`; where there is no `input`, there is no place for a key. */
function withIdempotencyKey<Variables extends object>(variables: Variables | undefined): Variables | undefined {
  const { input } = (variables ?? {}) as { input?: { idempotencyKey?: unknown } };
  if (typeof input !== 'object' || input === null) return undefined;
  return {
    ...(variables as Variables),
    input: { ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() },
  };
}
