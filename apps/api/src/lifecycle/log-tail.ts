import { EventEmitter, once } from 'node:events';
import type { Logger } from 'pino';
import type { Sql } from '../persistence/sql';
import { readBounds, readPage } from './event-log';
import type { StoredLifecycleEvent } from './lifecycle-event';

const PAGE = 500;
const FASTEST_POLL_MS = 50;
const SLOWEST_POLL_MS = 1_000;
const WINDOW_EVENTS = 5_000;

/**
 * This replica's view of the end of the lifecycle log: one reader, shared by all subscribers.
 *
 * It keeps a window of the latest events in memory. A subscriber within the window is served from it; one that fell
 * behind reads the log itself. Nothing is buffered per subscriber, so a slow one costs nobody memory, and a burst can
 * overflow nothing.
 *
 * Polling finds every event; `wake` only makes it sooner.
 */
export class LogTail {
  private window: StoredLifecycleEvent[] = [];
  private position = 0;
  private readonly signals = new EventEmitter().setMaxListeners(0);
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private woken = false;

  constructor(
    private readonly sql: Sql,
    private readonly log: Logger,
  ) {}

  /** The number of the latest event seen. */
  get last(): number {
    return this.position;
  }

  async start(): Promise<void> {
    this.position = (await readBounds(this.sql)).last;
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.signals.emit('wake');
    await this.running;
  }

  /** Hint that there may be new events. */
  wake(): void {
    this.woken = true;
    this.signals.emit('wake');
  }

  /** Calls back each time the log grew; returns how to stop that. */
  onAdvance(listener: () => void): () => void {
    this.signals.on('advance', listener);
    return () => this.signals.off('advance', listener);
  }

  /** The events after `seq`, or null when the window does not reach back that far. */
  after(seq: number): readonly StoredLifecycleEvent[] | null {
    if (seq >= this.position) return [];
    const first = this.window[0];
    if (first === undefined || seq < first.seq - 1) return null;
    // Numbers are dense, so the place in the window is a subtraction.
    return this.window.slice(seq - first.seq + 1);
  }

  private async run(): Promise<void> {
    let wait = FASTEST_POLL_MS;
    while (!this.stopping.signal.aborted) {
      let found = 0;
      this.woken = false;
      try {
        found = await this.advance();
      } catch (error) {
        this.log.warn({ err: error }, 'the lifecycle log could not be read; trying again');
      }
      if (found === PAGE) continue;
      wait = found > 0 ? FASTEST_POLL_MS : Math.min(wait * 2, SLOWEST_POLL_MS);
      if (!this.woken) await this.wakeOrTimeout(wait);
    }
  }

  private async advance(): Promise<number> {
    const { events } = await readPage(this.sql, this.position, PAGE, {});
    if (events.length === 0) return 0;
    if (events[0]!.seq !== this.position + 1 || events.at(-1)!.seq - events[0]!.seq !== events.length - 1) {
      // Cannot happen while every writer takes its numbers from the counter row: someone wrote past it, or the tail
      // was away for longer than the retention.
      this.log.error({ expected: this.position + 1, seen: events[0]!.seq }, 'gap in the lifecycle log');
      this.window = [];
    }
    this.window.push(...events);
    if (this.window.length > WINDOW_EVENTS) this.window = this.window.slice(-WINDOW_EVENTS);
    this.position = events.at(-1)!.seq;
    this.signals.emit('advance');
    return events.length;
  }

  private async wakeOrTimeout(milliseconds: number): Promise<void> {
    const timeout = AbortSignal.timeout(milliseconds);
    // An abort is the timeout: the ordinary end of an idle wait.
    await once(this.signals, 'wake', { signal: AbortSignal.any([timeout, this.stopping.signal]) }).catch(
      () => undefined,
    );
  }
}
