import {
  DetachClusterDocument,
  GetClusterDocument,
  ListClustersDocument,
  RegisterClusterDocument,
  type Cluster,
  type RegisterClusterInput,
} from './_generated/documents.js';
import { call } from './http/call.js';
import { mutate } from './http/mutate.js';
import type { CallOptions, MutationOptions } from './options.js';
import { pagePromise, type PageParams, type PagePromise } from './page.js';
import type { Runtime } from './runtime.js';

/** What tells one thing of its kind from all others: its id, or the key it was given. */
export type IdOrKey = { id: string; key?: never } | { key: string; id?: never };

export interface Clusters {
  /**
   * Clusters by key.
   *
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * for await (const cluster of client.clusters.list()) console.log(cluster.key, cluster.health.status);
   * ```
   */
  list(params?: PageParams, options?: CallOptions): PagePromise<Cluster>;

  /** The cluster, or null when there is none or the token may not see it. */
  get(which: IdOrKey, options?: CallOptions): Promise<Cluster | null>;

  /**
   * Makes a cluster known. Its machines are discovered from then on; nothing is changed in it.
   *
   * @example
   * ```ts
   * import { readFile } from 'node:fs/promises';
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const content = await readFile('kubeconfig.yaml', 'utf8');
   * const cluster = await client.clusters.register({ key: 'edge', name: 'Edge', kubeconfig: { content } });
   * console.log(cluster.id);
   * ```
   * @throws RejectedError when the key is taken or the kubeconfig cannot be used.
   */
  register(input: Omit<RegisterClusterInput, 'idempotencyKey'>, options?: MutationOptions): Promise<Cluster>;

  /** Forgets the cluster's credential and stops observing it. Nothing is changed in it. */
  detach(id: string, options?: MutationOptions): Promise<Cluster>;
}

export function clusters(runtime: Runtime): Clusters {
  return {
    list: ({ first, after } = {}, options) =>
      pagePromise(after, async (cursor) => {
        const data = await call(ListClustersDocument, { first, after: cursor }, options, runtime);
        return data.clusters;
      }),
    get: async ({ id, key }, options) => (await call(GetClusterDocument, { id, key }, options, runtime)).cluster,
    register: async (input, options) => {
      const payload = await mutate('registerCluster', RegisterClusterDocument, input, options, runtime);
      return payload.cluster;
    },
    detach: async (id, options) => {
      const payload = await mutate('detachCluster', DetachClusterDocument, { id }, options, runtime);
      return payload.cluster;
    },
  };
}
