import { workloadKinds } from '@awp/domain';
import type { WorkloadFilter } from './workload.store';
import type { WorkloadFilterInput } from './workload.type';

const ALL_BUT_SYSTEM = workloadKinds.filter((kind) => kind !== 'SYSTEM');

/** What a caller asked for; the cluster's own workloads only when they are named. */
export function filterOf(wanted: WorkloadFilterInput | null): WorkloadFilter {
  return { kinds: wanted?.kinds ?? ALL_BUT_SYSTEM, states: wanted?.states ?? null };
}
