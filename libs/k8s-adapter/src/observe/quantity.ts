const MULTIPLIERS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * A Kubernetes quantity (`1500m`, `1.5Gi`, `1e3`) as a number; NaN when the text is none. (The client library's own
 * reader is not exported, and refuses fractions such as `1.5Gi`.)
 */
export function parseQuantity(text: string): number {
  const parts = /^([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)([numkMGTPE]|[KMGTPE]i)?$/.exec(text);
  const multiplier = MULTIPLIERS[parts?.[2] ?? ''];
  return parts === null || multiplier === undefined ? Number.NaN : Number(parts[1]) * multiplier;
}
