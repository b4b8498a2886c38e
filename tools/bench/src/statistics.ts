/** The value that a share `q` (0 to 1) of the samples does not exceed, interpolated between neighbours. */
export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0) throw new RangeError('no samples');
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (above - below) * (place - Math.floor(place));
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** Rounded to so many digits after the point: what was measured is not known more exactly. */
export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
