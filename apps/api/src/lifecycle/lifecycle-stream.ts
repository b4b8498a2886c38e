import type { ErrorCode } from '@awp/domain';
import type { Sql } from '../persistence/sql';
import { matches, type EventFilter } from './event-filter';
import { readBounds, readPage } from './event-log';
import type { StoredLifecycleEvent } from './lifecycle-event';
import type { LogTail } from './log-tail';

const PAGE = 200;

/** Why a stream ended before its reader wanted it to. */
export class StreamEnded extends Error {
  override readonly name = 'StreamEnded';

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export interface StreamOptions {
  /** Number of the last event already known; null starts with what happens from now on. */
  readonly after: number | null;
  readonly filter: EventFilter;
  /**
   * Looks at every event before it is delivered, also at those the filter hides; throws StreamEnded to end the
   * stream there. This is where a revoked token stops, exactly at its revocation.
   */
  readonly guard: (event: StoredLifecycleEvent) => void;
}

/**
 * The lifecycle log from one cursor on: history first, then live, without a seam, because both are the same log read
 * by number. The reader pulls; what it does not take stays in the log.
 *
 * A hand-written iterator: `return()` of an async generator would wait for a pending `next()`, which here may take
 * for ever.
 */
export class LifecycleStream implements AsyncIterableIterator<StoredLifecycleEvent> {
  private batch: readonly StoredLifecycleEvent[] = [];
  private nextInBatch = 0;
  private ended = false;
  private failure: Error | null = null;
  private release: (() => void) | null = null;

  private constructor(
    private readonly sql: Sql,
    private readonly tail: LogTail,
    private readonly options: StreamOptions,
    private position: number,
  ) {}

  /** Rejects with StreamEnded when the cursor is outside the log. */
  static async open(sql: Sql, tail: LogTail, options: StreamOptions): Promise<LifecycleStream> {
    const bounds = await readBounds(sql);
    if (options.after !== null && options.after > bounds.last) {
      throw new StreamEnded('FUTURE_CURSOR', `the cursor is ahead of the log, which ends at ${bounds.last}`);
    }
    const stream = new LifecycleStream(sql, tail, options, options.after ?? bounds.last);
    stream.checkRetention(bounds.first);
    return stream;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<StoredLifecycleEvent>> {
    while (!this.ended) {
      const event = this.takeFromBatch();
      if (event !== null) return { done: false, value: event };
      if (!this.ended && !(await this.fill())) await this.advanceOrEnd();
    }
    if (this.failure !== null) {
      const failure = this.failure;
      this.failure = null;
      throw failure;
    }
    return { done: true, value: undefined };
  }

  return(): Promise<IteratorResult<StoredLifecycleEvent>> {
    this.end(null);
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the stream from outside; a waiting `next()` rejects with the failure, or completes when there is none. */
  end(failure: Error | null): void {
    if (this.ended) return;
    this.ended = true;
    this.failure = failure;
    this.batch = [];
    this.release?.();
  }

  private takeFromBatch(): StoredLifecycleEvent | null {
    while (this.nextInBatch < this.batch.length) {
      const event = this.batch[this.nextInBatch++]!;
      try {
        this.options.guard(event);
      } catch (error) {
        this.end(error as Error);
        return null;
      }
      if (matches(this.options.filter, event)) return event;
    }
    return null;
  }

  /** Fetches the next events, from memory if they are there. False when there are none yet. */
  private async fill(): Promise<boolean> {
    const recent = this.tail.after(this.position);
    if (recent !== null) {
      this.takeBatch(recent.slice(0, PAGE));
      return recent.length > 0;
    }
    // Unfiltered, since the guard has to see every event that passes.
    const page = await readPage(this.sql, this.position, PAGE, {});
    if (this.ended) return true;
    this.checkRetention(page.bounds.first);
    this.takeBatch(page.events);
    return page.events.length > 0;
  }

  private takeBatch(events: readonly StoredLifecycleEvent[]): void {
    this.batch = events;
    this.nextInBatch = 0;
    this.position = events.at(-1)?.seq ?? this.position;
  }

  private checkRetention(firstKept: number): void {
    if (this.position >= firstKept - 1) return;
    throw new StreamEnded(
      'CURSOR_EXPIRED',
      `events up to ${firstKept - 1} are past the retention; the cursor is at ${this.position}`,
    );
  }

  private async advanceOrEnd(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stopListening = this.tail.onAdvance(resolve);
    this.release = resolve;
    // The log may have grown between the last look and the listening.
    if (this.ended || this.tail.last > this.position) resolve();
    await promise;
    stopListening();
    this.release = null;
  }
}
