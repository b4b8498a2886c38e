import { noResources, type Machine, type NodeMapping, type Project, type Resources, type Workload } from '@awp/domain';
import DataLoader from 'dataloader';
import { findAccessTokens, type StoredAccessToken } from '../modules/access/access-token.store';
import { findClusters, type StoredCluster } from '../modules/cluster/cluster.store';
import type { Credential } from '../modules/credential/credential';
import { findCredentials } from '../modules/credential/credential.store';
import { findMachineTotals, type MachineTotals } from '../modules/machine/machine-totals.store';
import type { MachineObservation } from '../modules/machine/machine.rows';
import { findCordoned, findFormerNodes, findMachineObservations, findMachines } from '../modules/machine/machine.store';
import { findProjects } from '../modules/project/project.store';
import { findMachineRequests, findWorkloadPods, type WorkloadPod } from '../modules/workload/workload-pod.store';
import { findWorkloads } from '../modules/workload/workload.store';
import type { Sql } from '../persistence/sql';

/**
 * Turns "one per field" into "one query per kind". Each lives as long as one answer, and is made when it is first
 * needed: a subscription needs new ones for every event, and few of them.
 */
export class Loaders {
  private readonly made = new Map<string, DataLoader<string, unknown>>();

  constructor(private readonly sql: Sql) {}

  get project(): DataLoader<string, Project | null> {
    return this.byId('project', findProjects);
  }

  get accessToken(): DataLoader<string, StoredAccessToken | null> {
    return this.byId('accessToken', findAccessTokens);
  }

  get credential(): DataLoader<string, Credential | null> {
    return this.byId('credential', findCredentials);
  }

  get cluster(): DataLoader<string, StoredCluster | null> {
    return this.byId('cluster', findClusters);
  }

  get machineTotals(): DataLoader<string, MachineTotals> {
    return this.once('machineTotals', async (ids) => {
      const totals = await findMachineTotals(this.sql, ids);
      return ids.map((id) => totals.get(id)!);
    });
  }

  get machine(): DataLoader<string, Machine | null> {
    return this.byId('machine', findMachines);
  }

  get machineObservation(): DataLoader<string, MachineObservation | null> {
    return this.once('machineObservation', async (ids) => {
      const found = await findMachineObservations(this.sql, ids);
      return inOrder(ids, found, ({ machineId }) => machineId);
    });
  }

  /** Whether a machine is cordoned; null when it was never observed. */
  get cordoned(): DataLoader<string, boolean | null> {
    return this.once('cordoned', async (ids) => {
      const cordoned = await findCordoned(this.sql, ids);
      return ids.map((id) => cordoned.get(id) ?? null);
    });
  }

  /** What the Pods on a machine's Node ask for. */
  get machineRequests(): DataLoader<string, Resources> {
    return this.once('machineRequests', async (ids) => {
      const requests = await findMachineRequests(this.sql, ids);
      return ids.map((id) => requests.get(id) ?? noResources);
    });
  }

  get formerNodes(): DataLoader<string, NodeMapping[]> {
    return this.once('formerNodes', async (ids) => {
      const grouped = Map.groupBy(await findFormerNodes(this.sql, ids), ({ machineId }) => machineId);
      return ids.map((id) => grouped.get(id) ?? []);
    });
  }

  get workload(): DataLoader<string, Workload | null> {
    return this.byId('workload', findWorkloads);
  }

  workloadPods(first: number): DataLoader<string, WorkloadPod[]> {
    return this.once(`workloadPods ${first}`, async (ids) => {
      const grouped = Map.groupBy(await findWorkloadPods(this.sql, ids, first), ({ workloadId }) => workloadId);
      return ids.map((id) => grouped.get(id) ?? []);
    });
  }

  private byId<T extends { id: string }>(
    name: string,
    find: (sql: Sql, ids: readonly string[]) => Promise<T[]>,
  ): DataLoader<string, T | null> {
    return this.once(name, async (ids) => inOrder(ids, await find(this.sql, ids), ({ id }) => id));
  }

  private once<T>(name: string, load: (ids: readonly string[]) => Promise<T[]>): DataLoader<string, T> {
    const known = this.made.get(name) as DataLoader<string, T> | undefined;
    if (known !== undefined) return known;
    const loader = new DataLoader<string, T>(load);
    this.made.set(name, loader);
    return loader;
  }
}

/** One item for each id asked for, null where there is none. */
function inOrder<T>(ids: readonly string[], items: readonly T[], keyOf: (item: T) => string): (T | null)[] {
  const found = new Map(items.map((item) => [keyOf(item), item]));
  return ids.map((id) => found.get(id) ?? null);
}
