export { createClient, type AwpClient, type QueryArguments } from './client.js';
export type { AccessTokens, CreatedAccessToken } from './access-tokens.js';
export type { Clusters, IdOrKey } from './clusters.js';
export type { MachineListParams, Machines } from './machines.js';
export type { Projects } from './projects.js';
export type { WorkloadListParams, Workloads } from './workloads.js';
export type { WaitForMachineOptions } from './wait-for-machine.js';
export type { ConnectionChange, EventOptions } from './events/event-options.js';
export type { Page, PageParams, PagePromise } from './page.js';
export type { TypedDocument } from './typed-document.js';
export type {
  CallOptions,
  ClientOptions,
  FetchLike,
  MutationOptions,
  SocketEvent,
  WebSocketConstructor,
  WebSocketLike,
} from './options.js';
export { AwpError, type AwpErrorDetails } from './errors/awp-error.js';
export {
  ConfigurationError,
  CursorExpiredError,
  ForbiddenError,
  FutureCursorError,
  NetworkError,
  RateLimitedError,
  RejectedError,
  TimeoutError,
  UnauthenticatedError,
  WaitFailedError,
} from './errors/kinds.js';
export type * from './graph-types.js';
