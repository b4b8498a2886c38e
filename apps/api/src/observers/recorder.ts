import type { Logger } from 'pino';
import type { Database } from '../persistence/database';

/** What it takes to put observations on record. */
export interface Recorder {
  readonly db: Database;
  readonly log: Logger;
  readonly now: () => Date;
}
