import {
  CreateAccessTokenDocument,
  ListAccessTokensDocument,
  RevokeAccessTokenDocument,
  type AccessToken,
  type CreateAccessTokenInput,
} from './_generated/documents.js';
import { call } from './http/call.js';
import { mutate } from './http/mutate.js';
import type { MutationOptions, CallOptions } from './options.js';
import { pagePromise, type PageParams, type PagePromise } from './page.js';
import type { Runtime } from './runtime.js';

export interface CreatedAccessToken {
  accessToken: AccessToken;
  /**
   * What to authenticate with, shown this once. Null when the server had already made the token for the same
   * idempotency key: revoke it and create another.
   */
  secret: string | null;
}

export interface AccessTokens {
  list(params?: PageParams, options?: CallOptions): PagePromise<AccessToken>;

  /**
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const { accessToken, secret } = await client.accessTokens.create({ name: 'dashboard', role: 'VIEWER' });
   * console.log(accessToken.id, secret === null ? 'was made before' : 'keep the secret now');
   * ```
   */
  create(input: Omit<CreateAccessTokenInput, 'idempotencyKey'>, options?: MutationOptions): Promise<CreatedAccessToken>;

  /** Ends the token at once: its streams end there, and its sockets at their next operation. */
  revoke(id: string, options?: MutationOptions): Promise<AccessToken>;
}

export function accessTokens(runtime: Runtime): AccessTokens {
  return {
    list: ({ first, after } = {}, options) =>
      pagePromise(after, async (cursor) => {
        const data = await call(ListAccessTokensDocument, { first, after: cursor }, options, runtime);
        return data.accessTokens;
      }),
    create: async (input, options) => {
      const { accessToken, secret } = await mutate(
        'createAccessToken',
        CreateAccessTokenDocument,
        input,
        options,
        runtime,
      );
      return { accessToken, secret };
    },
    revoke: async (id, options) => {
      const payload = await mutate('revokeAccessToken', RevokeAccessTokenDocument, { id }, options, runtime);
      return payload.accessToken;
    },
  };
}
