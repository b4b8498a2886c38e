import {
  GetServerInfoDocument,
  GetViewerDocument,
  type LifecycleEvent,
  type ServerInfo,
  type Viewer,
} from './_generated/documents.js';
import { accessTokens, type AccessTokens } from './access-tokens.js';
import { clusters, type Clusters } from './clusters.js';
import type { EventOptions } from './events/event-options.js';
import { EventStream } from './events/event-stream.js';
import { call } from './http/call.js';
import { query } from './http/query.js';
import { machines, type Machines } from './machines.js';
import type { CallOptions, ClientOptions } from './options.js';
import { projects, type Projects } from './projects.js';
import { createRuntime, type Runtime } from './runtime.js';
import type { TypedDocument } from './typed-document.js';
import { workloads, type Workloads } from './workloads.js';

/** Variables may be left out when the document needs none. */
export type QueryArguments<Variables> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: CallOptions]
    : [variables: Variables, options?: CallOptions];

export interface AwpClient {
  readonly clusters: Clusters;
  readonly machines: Machines;
  readonly workloads: Workloads;
  readonly projects: Projects;
  /** For admins. */
  readonly accessTokens: AccessTokens;

  /** Version, limits and trust tiers of the server. */
  serverInfo(options?: CallOptions): Promise<ServerInfo>;

  /** Who the token is: its name, role, project and end. */
  viewer(options?: CallOptions): Promise<Viewer>;

  /**
   * Lifecycle events, in order, each once, for as long as the loop runs: the stream reconnects by itself and resumes
   * after the last event. At most 1,000 events (or 4 Mi characters) wait for a slow loop; then the socket is closed,
   * and opened again from the last event when the loop has caught up.
   *
   * The loop ends when `signal` aborts or it is left. It throws CursorExpiredError or FutureCursorError when there is
   * no way to resume, UnauthenticatedError or ForbiddenError when the token no longer allows it, and NetworkError when
   * `maxReconnects` connections in a row failed.
   *
   * @example
   * ```ts
   * import { createClient } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const signal = AbortSignal.timeout(60_000);
   * for await (const event of client.events({ filter: { types: ['MachineLifecycleChanged'] }, signal })) {
   *   if (event.__typename !== 'MachineLifecycleEvent') continue;
   *   console.log(event.machine.name, event.from, '->', event.to, event.cursor);
   * }
   * ```
   */
  events(options?: EventOptions): AsyncIterableIterator<LifecycleEvent, undefined>;

  /**
   * Sends a document of yours, with the retries, errors and deadline of all other calls. A mutation that takes `input`
   * gets an idempotency key in it; one that does not is tried once only.
   *
   * @example
   * ```ts
   * import { createClient, type TypedDocument } from '@awp/sdk';
   *
   * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
   * const document = 'query Names($first: Int) { machines(first: $first) { nodes { name } } }' as TypedDocument<
   *   { machines: { nodes: { name: string }[] } },
   *   { first?: number }
   * >;
   * const { machines } = await client.query(document, { first: 10 });
   * console.log(machines.nodes.map(({ name }) => name));
   * ```
   */
  query<Result, Variables extends object>(
    document: TypedDocument<Result, Variables>,
    ...rest: QueryArguments<Variables>
  ): Promise<Result>;
}

/**
 * A client of one AWP server. It holds no connection and needs no closing.
 *
 * @example
 * ```ts
 * import { createClient } from '@awp/sdk';
 *
 * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
 * console.log((await client.viewer()).role);
 * ```
 */
export function createClient(options: ClientOptions): AwpClient {
  return clientOn(createRuntime(options));
}

/** Made of closures, so that a client in a log shows no token. */
export function clientOn(runtime: Runtime): AwpClient {
  return {
    clusters: clusters(runtime),
    machines: machines(runtime),
    workloads: workloads(runtime),
    projects: projects(runtime),
    accessTokens: accessTokens(runtime),
    serverInfo: async (options) => (await call(GetServerInfoDocument, {}, options, runtime)).serverInfo,
    viewer: async (options) => (await call(GetViewerDocument, {}, options, runtime)).viewer,
    events: (options = {}) => new EventStream(options, runtime),
    query: (document, ...[variables, options]) => query(document, variables, options, runtime),
  };
}
