import { noResources, type Machine, type NodeMapping, type Project, type Resources, type Workload } from '@awp/domain';
import DataLoader from 'dataloader';
import { findAccessTokens, type StoredAccessToken } from '../modules/access/access-token.store';
import { findClusters, type StoredCluster } from '../modules/cluster/cluster.store';
import type { Credential } from '../modules/credential/credential';
import { findCredentials } from '../modules/credential/credential.store';
import { findMachineTotals, type MachineTotals } from '../modules/machine/machine-totals.store';
import type { MachineObservation } from '../modules/machine/machine.rows';
import { findFormerNodes, findMachineObservations, findMachines } from '../modules/machine/machine.store';
import { findProjects } from '../modules/project/project.store';
import {
  findMachineRequests,
  findWorkloadPods,
  findWorkloads,
  type WorkloadPod,
} from '../modules/workload/workload.store';
import type { Sql } from '../persistence/sql';

/** Turns "one per field" into "one query per kind". Each lives as long as one answer. */
export class Loaders {
  readonly project: DataLoader<string, Project | null>;
  readonly accessToken: DataLoader<string, StoredAccessToken | null>;
  readonly credential: DataLoader<string, Credential | null>;
  readonly cluster: DataLoader<string, StoredCluster | null>;
  readonly machineTotals: DataLoader<string, MachineTotals>;
  readonly machine: DataLoader<string, Machine | null>;
  readonly machineObservation: DataLoader<string, MachineObservation | null>;
  readonly workload: DataLoader<string, Workload | null>;
  readonly workloadPods: DataLoader<string, WorkloadPod[]>;
  /** What the Pods on a machine's Node ask for. */
  readonly machineRequests: DataLoader<string, Resources>;
  readonly formerNodes: DataLoader<string, NodeMapping[]>;

  constructor(sql: Sql) {
    const byId = <T extends { id: string }>(
      find: (sql: Sql, ids: readonly string[]) => Promise<T[]>,
    ): DataLoader<string, T | null> => batched(async (ids) => indexed(await find(sql, ids), (item) => item.id));
    this.project = byId(findProjects);
    this.accessToken = byId(findAccessTokens);
    this.credential = byId(findCredentials);
    this.cluster = byId(findClusters);
    this.machine = byId(findMachines);
    this.machineObservation = batched(async (ids) =>
      indexed(await findMachineObservations(sql, ids), (item) => item.machineId),
    );
    this.machineTotals = new DataLoader(async (ids) => {
      const totals = await findMachineTotals(sql, ids);
      return ids.map((id) => totals.get(id)!);
    });
    this.workload = byId(findWorkloads);
    this.workloadPods = new DataLoader(async (ids) => {
      const pods = await findWorkloadPods(sql, ids);
      return ids.map((id) => pods.filter((pod) => pod.workloadId === id));
    });
    this.machineRequests = new DataLoader(async (ids) => {
      const requests = await findMachineRequests(sql, ids);
      return ids.map((id) => requests.get(id) ?? noResources);
    });
    this.formerNodes = new DataLoader(async (ids) => {
      const mappings = await findFormerNodes(sql, ids);
      return ids.map((id) => mappings.filter((mapping) => mapping.machineId === id));
    });
  }
}

function batched<T>(find: (ids: readonly string[]) => Promise<Map<string, T>>): DataLoader<string, T | null> {
  return new DataLoader(async (ids) => {
    const found = await find(ids);
    return ids.map((id) => found.get(id) ?? null);
  });
}

function indexed<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  return new Map(items.map((item) => [keyOf(item), item]));
}
