import type { Clock } from '../clock.js';
import { Handover } from './handover.js';

interface Timer {
  at: number;
  ms: number;
  then: () => void;
}

/** A clock that stands still until a test moves it, and tells which timers were set. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #set = new Handover<number>();
  #now = 1_900_000_000_000;

  now(): number {
    return this.#now;
  }

  after(ms: number, then: () => void): () => void {
    const timer = { at: this.#now + ms, ms, then };
    this.#timers.add(timer);
    this.#set.give(ms);
    return () => this.#timers.delete(timer);
  }

  /** The length of the next timer that was or will be set and that `matches`. */
  async timer(matches: (ms: number) => boolean): Promise<number> {
    for (;;) {
      const ms = await this.#set.take();
      if (matches(ms)) return ms;
    }
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    for (const timer of due) if (this.#timers.delete(timer)) timer.then();
  }

  get pending(): number {
    return this.#timers.size;
  }
}
