import type { ClusterObservation } from '@awp/domain';

/**
 * Between a watch, which pushes, and its reader, which pulls. Bounded: when the reader falls too far behind, what
 * waits is dropped and `overflowed` says that a complete list is due, which is worth more than the dropped pieces.
 */
export class ObservationQueue {
  private items: ClusterObservation[] = [];
  private wake: (() => void) | null = null;
  closed = false;
  overflowed = false;

  constructor(private readonly limit: number) {}

  push(observation: ClusterObservation): void {
    if (this.closed) return;
    if (this.items.length >= this.limit) {
      this.items = [];
      this.overflowed = true;
    }
    this.items.push(observation);
    this.wake?.();
  }

  /** No more will come; what is there can still be read. */
  close(): void {
    this.closed = true;
    this.wake?.();
  }

  async *read(): AsyncGenerator<ClusterObservation> {
    for (;;) {
      const item = this.items.shift();
      if (item !== undefined) {
        yield item;
      } else if (this.closed) {
        return;
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.wake = resolve;
        await promise;
        this.wake = null;
      }
    }
  }
}
