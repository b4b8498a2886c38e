/** Things handed over one by one: whoever asks early waits, whoever comes early is kept. */
export class Handover<T> {
  readonly #kept: T[] = [];
  readonly #waiting: ((item: T) => void)[] = [];

  give(item: T): void {
    const taker = this.#waiting.shift();
    if (taker) taker(item);
    else this.#kept.push(item);
  }

  take(): Promise<T> {
    const item = this.#kept.shift();
    return item === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(item);
  }

  get size(): number {
    return this.#kept.length;
  }
}
