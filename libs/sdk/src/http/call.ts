import { TimeoutError, UnauthenticatedError } from '../errors/kinds.js';
import type { CallOptions } from '../options.js';
import type { Runtime } from '../runtime.js';
import { operationOf, type TypedDocument } from '../typed-document.js';
import { attempt } from './attempt.js';
import { openDeadline } from './deadline.js';
import { retryDelay } from './retry.js';

/** Sends a document until it is answered, may not be retried any more, or time is up. */
export async function call<Result, Variables extends object>(
  document: TypedDocument<Result, Variables>,
  variables: Variables | undefined,
  options: CallOptions | undefined,
  runtime: Runtime,
): Promise<Result> {
  const query = document.toString();
  const request = { operation: operationOf(query).name, query, variables };
  const timeoutMs = options?.timeoutMs ?? runtime.timeoutMs;
  const retries = options?.retries ?? runtime.retries;
  const deadline = openDeadline(
    { signal: options?.signal, timeoutMs },
    () => timedOut(request.operation, timeoutMs),
    runtime.clock,
  );
  let tokenRenewed = false;
  try {
    for (let failures = 0; ;) {
      deadline.signal.throwIfAborted();
      const token = await deadline.race(runtime.token());
      try {
        return (await deadline.race(attempt(request, token, deadline.signal, runtime))) as Result;
      } catch (error) {
        deadline.signal.throwIfAborted(); // fetch reports the end of the deadline as a failure of its own
        if (error instanceof UnauthenticatedError && runtime.tokenIsRenewable && !tokenRenewed) {
          tokenRenewed = true;
          continue;
        }
        failures += 1;
        const state = {
          failures,
          retries,
          remainingMs: deadline.remaining(),
          now: runtime.clock.now(),
          random: runtime.random,
        };
        const delay = retryDelay(error, state);
        if (delay === undefined) throw error;
        await deadline.sleep(delay);
      }
    }
  } finally {
    deadline.close();
  }
}

function timedOut(operation: string | undefined, timeoutMs: number): TimeoutError {
  return new TimeoutError(`${operation ?? 'The call'} took longer than ${timeoutMs} ms`, {
    code: 'TIMEOUT',
    operation,
    retryable: true,
  });
}
