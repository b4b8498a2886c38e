import {
  GetWorkloadDocument,
  ListWorkloadsDocument,
  type Workload,
  type WorkloadFilter,
} from './_generated/documents.js';
import { AwpError } from './errors/awp-error.js';
import { call } from './http/call.js';
import type { CallOptions } from './options.js';
import { pagePromise, type PageParams, type PagePromise } from './page.js';
import type { Runtime } from './runtime.js';

export interface WorkloadListParams extends PageParams {
  clusterId: string;
  /** Without kinds, all but the cluster's own (SYSTEM). */
  filter?: WorkloadFilter | null | undefined;
}

export interface Workloads {
  /**
   * What runs in a cluster, waits, and ran.
   *
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const cluster = await client.clusters.get({ key: 'default' });
   * const queued = client.workloads.list({ clusterId: cluster!.id, filter: { states: ['QUEUED'] } });
   * for await (const workload of queued) console.log(workload.name, workload.reason?.message);
   * ```
   * @throws AwpError with the code NOT_FOUND when there is no such cluster.
   */
  list(params: WorkloadListParams, options?: CallOptions): PagePromise<Workload>;

  /** The workload, or null when there is none or the token may not see it. */
  get(id: string, options?: CallOptions): Promise<Workload | null>;
}

export function workloads(runtime: Runtime): Workloads {
  return {
    list: ({ clusterId, first, after, filter }, options) =>
      pagePromise(after, async (cursor) => {
        const { cluster } = await call(
          ListWorkloadsDocument,
          { clusterId, first, after: cursor, filter },
          options,
          runtime,
        );
        if (cluster) return cluster.workloads;
        throw new AwpError('ListWorkloads: there is no such cluster', {
          code: 'NOT_FOUND',
          operation: 'ListWorkloads',
        });
      }),
    get: async (id, options) => (await call(GetWorkloadDocument, { id }, options, runtime)).workload,
  };
}
