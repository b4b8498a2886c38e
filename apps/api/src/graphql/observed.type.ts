import { isStale, type ObservationSource } from '@awp/domain';
import { Field, InterfaceType, registerEnumType } from 'type-graphql';
import { DateTime } from './scalars';

export const ObservationSourceEnum = {
  KUBERNETES_API: 'KUBERNETES_API',
  PREFLIGHT_SSH: 'PREFLIGHT_SSH',
  CANARY: 'CANARY',
  OPERATOR: 'OPERATOR',
  SIMULATION: 'SIMULATION',
  NONE: 'NONE',
} as const satisfies Record<ObservationSource, ObservationSource>;

registerEnumType(ObservationSourceEnum, {
  name: 'ObservationSource',
  description: 'Where an observed value comes from.',
  valuesConfig: {
    KUBERNETES_API: { description: "The cluster's API server." },
    PREFLIGHT_SSH: { description: 'Looked at on the host over SSH.' },
    CANARY: { description: 'Tried out by a small workload of ours.' },
    OPERATOR: { description: 'Declared by a person.' },
    SIMULATION: { description: 'Made up: the cluster is SIMULATED.' },
    NONE: { description: 'Never observed.' },
  },
});

@InterfaceType({
  description: 'Something observed: when, from where, and whether to still believe it.',
  resolveType: () => undefined,
})
export abstract class Observed {
  @Field(() => DateTime, {
    nullable: true,
    description: 'When this was last known to be so; null when it was never observed.',
  })
  observedAt: Date | null;

  @Field(() => Boolean, {
    description:
      "True when observedAt is older than the cluster's policy.observationStaleAfterSeconds allows, or null: do not rely on the value.",
  })
  stale: boolean;

  @Field(() => ObservationSourceEnum, { description: 'Where the value comes from.' })
  source: ObservationSource;
}

/** The three fields of Observed for something a cluster's observer saw. */
export function observedBy(
  cluster: {
    readonly provider: string;
    readonly policy: { readonly observationStaleAfterSeconds: number };
    readonly observation: { readonly observedAt: Date | null };
  },
  now: Date,
): { observedAt: Date | null; stale: boolean; source: ObservationSource } {
  const { observedAt } = cluster.observation;
  const source = observedAt === null ? 'NONE' : cluster.provider === 'SIMULATED' ? 'SIMULATION' : 'KUBERNETES_API';
  return { observedAt, stale: isStale(observedAt, cluster.policy.observationStaleAfterSeconds, now), source };
}
