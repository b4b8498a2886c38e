import { noResources, registerCluster, type ObservedNode, type ObservedPod } from '@awp/domain';
import { pino } from 'pino';
import { insertCluster } from '../modules/cluster/cluster.store';
import { claimClusters, type ObserverLease } from '../observers/observer-lease.store';
import type { Recorder } from '../observers/recorder';
import { Database } from '../persistence/database';
import { newId } from '../persistence/ids';
import { migrate } from '../persistence/migrate';
import { createDatabase } from './database';

export const recordedIdentity = { kubernetesUid: 'uid-of-kube-system', kubernetesVersion: 'v1.34.4' };

/** What observations are recorded with, on a database and a cluster of its own; its clock is the test's. */
export interface TestRecording {
  readonly recorder: Recorder;
  readonly lease: ObserverLease;
  /** Sets the clock. */
  at(now: Date): void;
  /** Which version of each row is there and whether it was locked: equal before and after when nothing was written. */
  rowVersions(): Promise<string[]>;
  /** Types and values of the events so far. */
  events(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startRecording(begin: Date): Promise<TestRecording> {
  const database = await createDatabase();
  const log = pino({ level: process.env['AWP_TEST_LOG'] ?? 'silent' });
  const db = await Database.open({ url: database.url, log, poolSize: 4 });
  await migrate(db);
  let now = begin;
  const registered = registerCluster({
    id: newId('cluster'),
    key: 'recorded',
    name: 'Recorded',
    provider: 'KUBERNETES',
    identity: recordedIdentity,
    policy: {},
    actor: 'test',
    now,
  });
  if (!registered.accepted) throw new Error(`not registered: ${JSON.stringify(registered.refusals)}`);
  const nowhere = { apiServerUrl: null, caSha256: null, kubeconfigContext: null, credentialId: null };
  await insertCluster(db, registered.state, nowhere, recordedIdentity.kubernetesVersion, now);
  const [lease] = await claimClusters(db, 'test');
  return {
    recorder: { db, log, now: () => now },
    lease: lease!,
    at: (time) => {
      now = time;
    },
    rowVersions: async () => {
      const { rows } = await db.query<{ line: string }>(
        ['machine', 'machine_observation', 'workload', 'workload_pod']
          .map((table) => `SELECT '${table} ' || ctid || ' ' || xmin || ' ' || xmax AS line FROM ${table}`)
          .join(' UNION ALL '),
      );
      return rows.map((row) => row.line).sort();
    },
    events: async () => {
      const { rows } = await db.query<{ line: string }>(
        `SELECT format('%s: %s -> %s', type, COALESCE(from_value, 'null'), COALESCE(to_value, 'null')) AS line
           FROM lifecycle_event ORDER BY seq`,
      );
      return rows.map((row) => row.line);
    },
    close: async () => {
      await db.close();
      await database.drop();
    },
  };
}

/** A Pod of the Deployment `web` that runs. */
export function aPod(over: Partial<ObservedPod> = {}): ObservedPod {
  return {
    uid: 'pod-1',
    namespace: 'team',
    name: 'web-7d9f-abcde',
    owner: { kind: 'Deployment', name: 'web' },
    nodeName: 'worker-1',
    phase: 'RUNNING',
    ready: true,
    trouble: null,
    requested: { ...noResources, cpuMillis: 500, pods: 1 },
    startedAt: new Date('2026-01-01T00:00:05Z'),
    ...over,
  };
}

/** A Node whose kubelet reports ready. */
export function aNode(over: Partial<ObservedNode> = {}): ObservedNode {
  const capacity = { ...noResources, cpuMillis: 4000, pods: 110 };
  return {
    uid: 'node-1',
    name: 'worker-1',
    unschedulable: false,
    labels: { zone: 'north', arch: 'amd64' },
    taints: [{ key: 'gpu', value: null, effect: 'NO_SCHEDULE' }],
    conditions: [
      {
        type: 'Ready',
        status: 'TRUE',
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
        lastTransitionAt: new Date('2026-01-01T00:00:00Z'),
      },
    ],
    capacity,
    allocatable: capacity,
    architecture: 'amd64',
    operatingSystem: 'linux',
    osImage: 'Debian',
    kernelVersion: '6.12',
    kubeletVersion: 'v1.34.4',
    containerRuntime: 'containerd://2',
    runtimeHandlers: ['runc'],
    ...over,
  };
}
