import { may, type Action, type Role } from '@awp/domain';
import type { App } from '../app';
import { byCall, type Origin } from '../lifecycle/on-record';
import { ApiError } from './api-error';
import { Loaders } from './loaders';

/** Who is calling, as its access token says. */
export interface Caller {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly role: Role;
  readonly projectId: string | null;
  readonly expiresAt: Date;
}

/** What resolvers get: one per HTTP request, one per operation on a socket. */
export class Context {
  /** Loads by id in batches. A subscription renews it for each event, so that nothing is answered from an older look. */
  loaders: Loaders;

  constructor(
    readonly app: App,
    readonly caller: Caller | null,
    /** Why the caller's token was refused, when it sent one that is no good. */
    private readonly refusal: ApiError | null,
    readonly requestId: string,
    readonly traceId: string | null,
  ) {
    this.loaders = new Loaders(app.db);
  }

  renewLoaders(): void {
    this.loaders = new Loaders(this.app.db);
  }

  now(): Date {
    return this.app.now();
  }

  /** What this call changes goes on record as coming from it. */
  origin(): Origin {
    return byCall(this.assertMay('server.view').tokenId, this.requestId, this.traceId, this.now());
  }

  /** The one authorisation call. `projectId` is the project of the subject, null for what belongs to none. */
  assertMay(action: Action, projectId: string | null = null): Caller {
    const { caller } = this;
    if (caller === null) throw this.refusal ?? new ApiError('UNAUTHENTICATED', 'expected an access token, got none');
    if (!may(caller, action, projectId)) {
      const why =
        caller.projectId !== null && may({ ...caller, projectId: null }, action, projectId)
          ? `a token of project ${caller.projectId}, outside of what is the project's`
          : `the role ${caller.role}`;
      throw new ApiError('FORBIDDEN', `${action} is not allowed to ${why}`);
    }
    return caller;
  }

  may(action: Action, projectId: string | null = null): boolean {
    return this.caller !== null && may(this.caller, action, projectId);
  }
}
