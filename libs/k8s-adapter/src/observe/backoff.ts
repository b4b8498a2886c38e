/** Waits between tries: doubling from `firstMs` to `mostMs`, each with full jitter so that replicas spread out. */
export class Backoff {
  private tries = 0;

  constructor(
    private readonly firstMs: number,
    private readonly mostMs: number,
    private readonly random: () => number,
  ) {}

  nextMs(): number {
    const ceiling = Math.min(this.firstMs * 2 ** this.tries, this.mostMs);
    this.tries += 1;
    return Math.max(this.firstMs / 2, Math.round(this.random() * ceiling));
  }

  reset(): void {
    this.tries = 0;
  }
}
