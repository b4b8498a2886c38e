import type { InputFailure, Machine } from '../_generated/documents.js';
import { AwpError, type AwpErrorDetails } from './awp-error.js';

/** The token is missing, unknown, expired or revoked. A token given as a function was asked once more before this. */
export class UnauthenticatedError extends AwpError {
  static override readonly label = 'UnauthenticatedError';
}

/** The token is good, its role or project does not allow this. */
export class ForbiddenError extends AwpError {
  static override readonly label = 'ForbiddenError';
}

/** The server answered 429 more often than the call may be retried. */
export class RateLimitedError extends AwpError {
  static override readonly label = 'RateLimitedError';
}

/** No answer: refused, reset, not resolved, cut off. The message has the system's code, such as ECONNREFUSED. */
export class NetworkError extends AwpError {
  static override readonly label = 'NetworkError';
}

/** The deadline of the call passed; it spans all of its attempts and the waits between them. */
export class TimeoutError extends AwpError {
  static override readonly label = 'TimeoutError';
}

/** The log no longer reaches back to this cursor: read the present state, then follow without one. */
export class CursorExpiredError extends AwpError {
  static override readonly label = 'CursorExpiredError';
}

/** The cursor is ahead of the log: it belongs to another server, or the server was restored from a backup. */
export class FutureCursorError extends AwpError {
  static override readonly label = 'FutureCursorError';
}

/** The client was made or called in a way that cannot work: a bad URL, no WebSocket in this runtime. */
export class ConfigurationError extends AwpError {
  static override readonly label = 'ConfigurationError';

  constructor(message: string, code = 'BAD_CONFIGURATION') {
    super(message, { code });
  }
}

/**
 * The server understood the mutation and refused it. Nothing was changed.
 *
 * @example
 * ```ts
 * import { createClient, RejectedError } from '@awp/sdk';
 *
 * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
 * try {
 *   await client.projects.create({ key: 'payments', name: 'Payments' });
 * } catch (error) {
 *   if (!(error instanceof RejectedError)) throw error;
 *   for (const failure of error.failures) console.error(failure.code, failure.field, failure.message, failure.remedy);
 * }
 * ```
 */
export class RejectedError extends AwpError {
  static override readonly label = 'RejectedError';
  /** Everything that was wrong with the input. `code` of the error is the code of the first. */
  readonly failures: readonly InputFailure[];

  constructor(failures: readonly InputFailure[], details: Omit<AwpErrorDetails, 'code' | 'retryable'>) {
    const parts = failures.map(({ code, field }) => (field === null ? code : `${code} at ${field}`));
    super(`${details.operation} was rejected: ${parts.join(', ')}`, {
      ...details,
      code: failures[0]?.code ?? 'REJECTED',
      retryable: failures.length > 0 && failures.every((failure) => failure.retryable),
    });
    this.failures = failures;
  }
}

/** What was waited for can no longer come: the machine was removed, or never was. */
export class WaitFailedError extends AwpError {
  static override readonly label = 'WaitFailedError';
  readonly #machine: Machine | null;

  constructor(message: string, code: 'MACHINE_NOT_FOUND' | 'MACHINE_REMOVED', machine: Machine | null) {
    super(message, { code, operation: 'waitFor' });
    this.#machine = machine;
  }

  /** The machine as last seen, with the reason of its lifecycle; null when there is none with this id. */
  get machine(): Machine | null {
    return this.#machine;
  }
}
