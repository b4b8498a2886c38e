/** A way of events from a writer in this process through another process to subscribers in this one. */
export interface Channel extends AsyncDisposable {
  /** Commits these events in one transaction; resolves with the time at which the commit returned. */
  commit(numbers: readonly number[]): Promise<number>;
  /** Connects one more subscriber, and calls back with the number of each event as it arrives. */
  subscribe(arrive: (number: number) => void, lost: (error: Error) => void): Promise<void>;
}
