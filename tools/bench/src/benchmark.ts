import type { Result } from './result.ts';

/** What a benchmark is given. */
export interface Surroundings {
  /** A PostgreSQL that waits for the disk; each benchmark creates its own database there. */
  readonly serverUrl: string;
  /** For people, on stderr. */
  readonly say: (line: string) => void;
  /** Aborted when the run is to end early. */
  readonly signal: AbortSignal;
}

export type Benchmark = (surroundings: Surroundings) => Promise<Result>;
