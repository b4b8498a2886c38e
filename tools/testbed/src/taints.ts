import type { V1Taint } from '@kubernetes/client-node';

/** Key and effect name a taint, as in `kubectl taint`: one of them replaces the other. */
export function withTaint(taints: V1Taint[], added: V1Taint): V1Taint[] {
  return [...taints.filter((taint) => !(taint.key === added.key && taint.effect === added.effect)), added];
}

/** Without an effect, every taint of that key goes. */
export function withoutTaint(taints: V1Taint[], key: string, effect?: string): V1Taint[] {
  return taints.filter((taint) => taint.key !== key || (effect !== undefined && taint.effect !== effect));
}
