import { errorCatalogue, isStale, type ErrorCode, type HealthReason, type HealthStatus } from '../shared';
import type { Cluster } from './cluster';

/** How many machines in service are in which health, counted from rows. */
export type MachineTally = Readonly<Record<'healthy' | 'degraded' | 'unreachable' | 'unknown', number>>;

export interface ClusterHealth {
  readonly status: HealthStatus;
  readonly reasons: readonly HealthReason[];
  readonly stale: boolean;
}

/**
 * Whether the cluster is healthy and, if not, why. A cluster that does not answer is never HEALTHY, whatever was
 * seen of it before; machines count only once they are in service.
 */
export function clusterHealth(
  cluster: Cluster,
  observedAt: Date | null,
  machines: MachineTally,
  now: Date,
): ClusterHealth {
  const stale = isStale(observedAt, cluster.policy.observationStaleAfterSeconds, now);
  const contact = (code: string, remedy: string | null): HealthReason => ({
    code,
    message: cluster.contactReason.message,
    since: cluster.contactReason.since,
    remedy,
    subjectId: null,
  });
  if (cluster.desired === 'DETACHED') {
    const reason = {
      code: 'CLUSTER_DETACHED',
      message: 'nothing observes this cluster',
      since: cluster.contactReason.since,
    };
    return {
      status: 'UNKNOWN',
      reasons: [{ ...reason, remedy: errorCatalogue.CLUSTER_DETACHED.remedy, subjectId: null }],
      stale,
    };
  }
  if (cluster.contact === 'LOST' || cluster.contact === 'IDENTITY_CHANGED') {
    const { code } = cluster.contactReason;
    return { status: 'UNREACHABLE', reasons: [contact(code, remedyOf(code))], stale };
  }
  if (stale) {
    const message = observedAt === null ? 'never observed' : `nothing heard since ${observedAt.toISOString()}`;
    const since = observedAt ?? cluster.createdAt;
    return {
      status: 'UNKNOWN',
      reasons: [{ code: 'OBSERVATION_STALE', message, since, remedy: null, subjectId: null }],
      stale,
    };
  }
  const reasons = machineReasons(cluster, machines, observedAt ?? now);
  return { status: reasons.length === 0 ? 'HEALTHY' : 'DEGRADED', reasons, stale };
}

function machineReasons(cluster: Cluster, machines: MachineTally, since: Date): HealthReason[] {
  const remedy = `query cluster(key: "${cluster.key}") { machines(filter: { lifecycle: [DEGRADED, UNREACHABLE] }) { nodes { name health { reasons { message remedy } } } } }`;
  const say = (code: string, count: number, what: string): HealthReason[] =>
    count === 0
      ? []
      : [
          {
            code,
            message: `${count} machine${count === 1 ? '' : 's'} in service ${what}`,
            since,
            remedy,
            subjectId: null,
          },
        ];
  return [
    ...say('MACHINES_UNREACHABLE', machines.unreachable, 'cannot be reached'),
    ...say('MACHINES_DEGRADED', machines.degraded, 'degraded'),
    ...say('MACHINES_UNKNOWN', machines.unknown, 'of unknown health'),
  ];
}

function remedyOf(code: string): string | null {
  return code in errorCatalogue ? errorCatalogue[code as ErrorCode].remedy : null;
}
