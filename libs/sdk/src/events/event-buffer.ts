/** At most this many events wait for a consumer, and at most this many characters of them. */
export const MAX_EVENTS = 1_000;
export const MAX_CHARACTERS = 4 * 1024 * 1024;

/** Events that arrived and were not taken yet. A WebSocket cannot be told to pause, so the buffer tells when to hang up. */
export class EventBuffer<T> {
  readonly #entries: { event: T; characters: number }[] = [];
  #characters = 0;

  constructor(readonly maxEvents = MAX_EVENTS) {}

  push(event: T, characters: number): void {
    this.#entries.push({ event, characters });
    this.#characters += characters;
  }

  shift(): T | undefined {
    const entry = this.#entries.shift();
    this.#characters -= entry?.characters ?? 0;
    return entry?.event;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#characters = 0;
  }

  get isFull(): boolean {
    return this.#entries.length >= this.maxEvents || this.#characters >= MAX_CHARACTERS;
  }

  /** Low enough that a new connection is worth its handshake. */
  get isLow(): boolean {
    return this.#entries.length <= this.maxEvents / 4 && this.#characters <= MAX_CHARACTERS / 4;
  }
}
