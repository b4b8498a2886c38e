/** Counts what arrives at all subscribers together; each must get every event once and in order. */
export class Arrivals {
  private subscribers = 0;
  private sent = 0;
  private missing = 0;
  private reached = (_time: number): void => undefined;
  private failed = (_error: Error): void => undefined;

  /** Numbers for the next `count` events, and when the last of them has reached the last subscriber. */
  expect(count: number): { numbers: number[]; reached: Promise<number> } {
    const numbers = Array.from({ length: count }, (_, index) => this.sent + index);
    this.sent += count;
    this.missing = count * this.subscribers;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.reached = resolve;
    this.failed = reject;
    return { numbers, reached: promise };
  }

  /** One more subscriber, from the next event on: to be called with the number of each event as it arrives. */
  addSubscriber(): (number: number) => void {
    this.subscribers += 1;
    let next = this.sent;
    return (number) => {
      const now = performance.now();
      if (number !== next) this.failed(new Error(`expected event ${next} to arrive; got ${number}`));
      next += 1;
      this.missing -= 1;
      if (this.missing === 0) this.reached(now);
    };
  }

  /** A subscription ended: what is waited for will not come. */
  lost(error: Error): void {
    this.failed(error);
  }
}
