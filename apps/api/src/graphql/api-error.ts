import { errorCatalogue, type ErrorCode } from '@awp/domain';
import { GraphQLError } from 'graphql';

/** An error on purpose: its code is in the catalogue and its message is for the caller. */
export class ApiError extends GraphQLError {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message, {
      extensions: { code, remedy: errorCatalogue[code].remedy, retryable: errorCatalogue[code].retryable },
    });
  }
}
