export interface AwpErrorDetails {
  code: string;
  operation?: string | undefined;
  requestId?: string | undefined;
  retryable?: boolean | undefined;
  retryAfter?: Date | undefined;
  remedy?: string | undefined;
  partialData?: unknown;
}

/**
 * What every call of this SDK fails with, unless you aborted it: then it is the reason you gave.
 *
 * An error never carries what you sent: no variables, no headers, no token. Text that repeats a value you sent has
 * `[redacted]` in its place, and there is no `cause`, because errors of fetch quote headers.
 *
 * @example
 * ```ts
 * import { AwpError, createClient } from '@awp/sdk';
 *
 * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
 * try {
 *   await client.viewer();
 * } catch (error) {
 *   if (error instanceof AwpError) console.error(error.code, error.requestId, error.retryable);
 *   else throw error;
 * }
 * ```
 */
export class AwpError extends Error {
  /** Stable and meant for programs: `UNAUTHENTICATED`, `CURSOR_EXPIRED`, `NETWORK` ... See docs/errors.md. */
  readonly code: string;
  /** Name of the GraphQL operation, such as `ListMachines`. */
  readonly operation: string | undefined;
  /** What to quote to the operator of the server, who finds the request in the log by it. */
  readonly requestId: string | undefined;
  /** Whether the same call may succeed later. The SDK has then already tried as often as it was allowed to. */
  readonly retryable: boolean;
  /** The server asked not to be called again before this time. */
  readonly retryAfter: Date | undefined;
  /** What to do about it, in words, when the server knows. */
  readonly remedy: string | undefined;
  // Private, so that neither JSON nor util.inspect prints data of the graph into a log.
  readonly #partialData: unknown;

  constructor(message: string, details: AwpErrorDetails) {
    super(message);
    // Not enumerable, as with built-in errors; and not constructor.name, which minifiers change.
    Object.defineProperty(this, 'name', { value: new.target.label, configurable: true, writable: true });
    this.code = details.code;
    this.operation = details.operation;
    this.requestId = details.requestId;
    this.retryable = details.retryable ?? false;
    this.retryAfter = details.retryAfter;
    this.remedy = details.remedy;
    this.#partialData = details.partialData;
  }

  /** @internal */
  static readonly label: string = 'AwpError';

  /** The part of the answer that came in spite of the error, when there was one. */
  get partialData(): unknown {
    return this.#partialData;
  }

  toJSON(): Record<string, unknown> {
    const { name, message, code, operation, requestId, retryable, remedy } = this;
    return { name, message, code, operation, requestId, retryable, retryAfter: this.retryAfter?.toISOString(), remedy };
  }
}
