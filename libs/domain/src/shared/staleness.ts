/**
 * Whether an observed value should no longer be believed. A value never observed is stale; so is one from the
 * future by more than its lifetime, since then one of the two clocks is wrong.
 */
export function isStale(observedAt: Date | null, lifetimeSeconds: number, now: Date): boolean {
  if (observedAt === null) return true;
  return Math.abs(now.getTime() - observedAt.getTime()) > lifetimeSeconds * 1000;
}
