import type { MachineTally, Resources } from '@awp/domain';
import type { Sql } from '../../persistence/sql';

/** What the machines of one cluster add up to, counted from rows in one statement. */
export interface MachineTotals {
  readonly inService: MachineTally;
  readonly schedulable: CapacityTotal;
  readonly cordoned: CapacityTotal;
  readonly unreachable: CapacityTotal;
}

export interface CapacityTotal {
  readonly machines: number;
  readonly allocatable: Resources;
}

interface TotalsRow {
  cluster_id: string;
  split: 'schedulable' | 'cordoned' | 'unreachable';
  health: 'HEALTHY' | 'DEGRADED' | 'UNREACHABLE' | 'UNKNOWN';
  in_service: boolean;
  machines: number;
  cpu: string;
  memory: string;
  storage: string;
  pods: string;
  gpus: string;
}

/** Machines that exist, adopted or not, by whether new work could land there. */
export async function findMachineTotals(sql: Sql, clusterIds: readonly string[]): Promise<Map<string, MachineTotals>> {
  const amount = (name: string): string => `COALESCE(sum((node -> 'allocatable' ->> '${name}')::numeric), 0)`;
  const { rows } = await sql.query<TotalsRow>(
    `SELECT cluster_id, health, enrollment_state = 'ENROLLED' AS in_service,
            CASE WHEN health = 'UNREACHABLE' THEN 'unreachable' WHEN unschedulable THEN 'cordoned' ELSE 'schedulable' END AS split,
            count(*)::int AS machines, ${amount('cpuMillis')} AS cpu, ${amount('memoryBytes')} AS memory,
            ${amount('ephemeralStorageBytes')} AS storage, ${amount('pods')} AS pods, ${amount('gpus')} AS gpus
       FROM machine JOIN machine_observation ON machine_id = id
      WHERE cluster_id = ANY ($1) AND enrollment_state <> 'REMOVED'
      GROUP BY 1, 2, 3, 4`,
    [clusterIds],
  );
  return new Map(clusterIds.map((id) => [id, totalsOf(rows.filter((row) => row.cluster_id === id))]));
}

function totalsOf(rows: readonly TotalsRow[]): MachineTotals {
  const sum = (
    some: readonly TotalsRow[],
    field: 'machines' | 'cpu' | 'memory' | 'storage' | 'pods' | 'gpus',
  ): number => some.reduce((total, row) => total + Number(row[field]), 0);
  const split = (name: TotalsRow['split']): CapacityTotal => {
    const some = rows.filter((row) => row.split === name);
    const allocatable = {
      cpuMillis: sum(some, 'cpu'),
      memoryBytes: sum(some, 'memory'),
      ephemeralStorageBytes: sum(some, 'storage'),
      pods: sum(some, 'pods'),
      gpus: sum(some, 'gpus'),
    };
    return { machines: sum(some, 'machines'), allocatable };
  };
  const inService = (health: TotalsRow['health']): number =>
    sum(
      rows.filter((row) => row.in_service && row.health === health),
      'machines',
    );
  return {
    inService: {
      healthy: inService('HEALTHY'),
      degraded: inService('DEGRADED'),
      unreachable: inService('UNREACHABLE'),
      unknown: inService('UNKNOWN'),
    },
    schedulable: split('schedulable'),
    cordoned: split('cordoned'),
    unreachable: split('unreachable'),
  };
}
