/** One sample: how long it took, in milliseconds. `round` is the same number for both sides. */
export type Sample = (round: number) => Promise<number>;

export interface Bounds {
  /** Rounds that are not counted: caches fill, code gets compiled. */
  readonly warmUpRounds: number;
  readonly rounds: number;
  /** For all of it. Rounds that do not fit are left out; the warm-up may take half of it. */
  readonly seconds: number;
}

/** Measures ours, peer, ours, peer: whatever drifts on this machine meanwhile hits both alike. */
export async function takeTurns(
  ours: Sample,
  peer: Sample,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<{ ours: number[]; peer: number[] }> {
  const samples = { ours: [] as number[], peer: [] as number[] };
  const begun = performance.now();
  const timeLeft = (share: number): boolean => performance.now() - begun < bounds.seconds * 1000 * share;
  let round = 0;
  for (; round < bounds.warmUpRounds && timeLeft(0.5); round += 1) {
    signal.throwIfAborted();
    await ours(round);
    await peer(round);
  }
  do {
    signal.throwIfAborted();
    samples.ours.push(await ours(round));
    samples.peer.push(await peer(round));
    round += 1;
  } while (samples.ours.length < bounds.rounds && timeLeft(1));
  return samples;
}
