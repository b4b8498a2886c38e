import {
  CreateProjectDocument,
  GetProjectDocument,
  ListProjectsDocument,
  type CreateProjectInput,
  type Project,
} from './_generated/documents.js';
import type { IdOrKey } from './clusters.js';
import { call } from './http/call.js';
import { mutate } from './http/mutate.js';
import type { CallOptions, MutationOptions } from './options.js';
import { pagePromise, type PageParams, type PagePromise } from './page.js';
import type { Runtime } from './runtime.js';

export interface Projects {
  list(params?: PageParams, options?: CallOptions): PagePromise<Project>;

  /** The project, or null when there is none or the token may not see it. */
  get(which: IdOrKey, options?: CallOptions): Promise<Project | null>;

  /**
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const project = await client.projects.create({ key: 'payments', name: 'Payments' });
   * console.log(project.id);
   * ```
   * @throws RejectedError when the key is taken.
   */
  create(input: Omit<CreateProjectInput, 'idempotencyKey'>, options?: MutationOptions): Promise<Project>;
}

export function projects(runtime: Runtime): Projects {
  return {
    list: ({ first, after } = {}, options) =>
      pagePromise(after, async (cursor) => {
        const data = await call(ListProjectsDocument, { first, after: cursor }, options, runtime);
        return data.projects;
      }),
    get: async ({ id, key }, options) => (await call(GetProjectDocument, { id, key }, options, runtime)).project,
    create: async (input, options) => {
      const payload = await mutate('createProject', CreateProjectDocument, input, options, runtime);
      return payload.project;
    },
  };
}
