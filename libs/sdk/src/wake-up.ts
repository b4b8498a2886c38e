import type { Clock } from './clock.js';

/** Remembers one ring until somebody waits for it, so that what happens while one looks is not missed. */
export class WakeUp {
  #rung = false;
  #wake = (): void => {};

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Resolves at the next ring, or after a while without one. */
  async rungWithin(ms: number, clock: Clock): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const cancel = clock.after(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#rung = false;
  }
}
