import type { Logger } from 'pino';
import type { Config } from './config';
import type { LogTail } from './lifecycle/log-tail';
import type { Sealer } from './modules/credential/sealing';
import type { ClusterObservers } from './observers/cluster-observers';
import type { Database } from './persistence/database';

/** What every part of one running server shares. Made by compose.ts, closed by it. */
export interface App {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly tail: LogTail;
  readonly sealer: Sealer;
  readonly observers: ClusterObservers;
  readonly version: string;
  readonly startedAt: Date;
  /** The one clock, so that tests can set it. */
  readonly now: () => Date;
}
