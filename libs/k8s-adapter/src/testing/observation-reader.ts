import type { ClusterObservation, ClusterObserver } from '@awp/domain';

/** Reads an observer one observation at a time, each within a bounded wait. */
export class ObservationReader {
  private readonly abort = new AbortController();
  private readonly iterator: AsyncIterator<ClusterObservation>;

  constructor(observer: ClusterObserver) {
    this.iterator = observer.observe(this.abort.signal)[Symbol.asyncIterator]();
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  async next(withinMs = 30_000): Promise<ClusterObservation> {
    const result = await bounded(this.iterator.next(), withinMs, 'an observation');
    if (result.done) throw new Error('the observer ended by itself');
    return result.value;
  }

  /** Skips to the first observation of the kind, and of it what `matches`. */
  async nextOf<Kind extends ClusterObservation['kind']>(
    kind: Kind,
    matches: (observation: Extract<ClusterObservation, { kind: Kind }>) => boolean = () => true,
    withinMs = 30_000,
  ): Promise<Extract<ClusterObservation, { kind: Kind }>> {
    const deadline = performance.now() + withinMs;
    for (;;) {
      const observation = await this.next(deadline - performance.now());
      if (observation.kind !== kind) continue;
      const found = observation as Extract<ClusterObservation, { kind: Kind }>;
      if (matches(found)) return found;
    }
  }

  /** Aborts, and resolves with what was still reported after that. */
  async stop(withinMs = 5_000): Promise<ClusterObservation[]> {
    this.abort.abort();
    const late: ClusterObservation[] = [];
    for (;;) {
      const result = await bounded(this.iterator.next(), withinMs, 'the end of the observer');
      if (result.done) return late;
      late.push(result.value);
    }
  }
}

async function bounded<T>(promise: Promise<T>, withinMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${Math.round(withinMs)} ms for ${what}`)), withinMs);
  });
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
