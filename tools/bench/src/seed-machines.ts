import type { BenchDatabase } from './database.ts';
import { integerBelow, seededRandom } from './random.ts';

export const MACHINES = 5_000;

/** The longest that a cluster's policy may trust an observation: far longer than a benchmark runs. */
const STALE_AFTER_SECONDS = 3_600;
const ROWS_PER_STATEMENT = 500;
const GIB = 1024 ** 3;

/**
 * Fills a migrated database with one registered cluster, observed just now, and its machines, the same in every run.
 * The lease on the cluster is held for the whole run, so no replica observes it and no row changes meanwhile.
 */
export async function seedMachines(database: BenchDatabase): Promise<void> {
  const random = seededRandom(42);
  const clusterId = `cluster_${typeIdSuffix(random)}`;
  const since = '2026-11-01T08:00:00.000Z';
  // One statement: a replica that looks for clusters without a lease sees the cluster with it or not at all.
  await database.query(
    `WITH new_cluster AS (
       INSERT INTO cluster (id, key, name, provider, kubernetes_uid, desired, contact, contact_reason, policy, created_at, version)
       VALUES ($1, 'bench', 'Bench', 'K3S', 'bench-uid', 'ACTIVE', 'CONNECTED', $2, $3, $4, 1)
     ), new_observation AS (
       INSERT INTO cluster_observation (cluster_id, observed_at, kubernetes_version) VALUES ($1, date_trunc('milliseconds', now()), 'v1.34.1+k3s1')
     )
     INSERT INTO observer_lease (cluster_id, owner, lease_until, fence) VALUES ($1, 'bench', now() + interval '1 day', 1)`,
    [
      clusterId,
      JSON.stringify({ code: 'REGISTERED', message: 'registered by bench', since }),
      JSON.stringify({ observationStaleAfterSeconds: STALE_AFTER_SECONDS }),
      since,
    ],
  );
  const machines = Array.from({ length: MACHINES }, (_, n) => machineOf(n, clusterId, since, random));
  for (let from = 0; from < MACHINES; from += ROWS_PER_STATEMENT) {
    const some = machines.slice(from, from + ROWS_PER_STATEMENT);
    await insert(
      database,
      'machine',
      some.map(({ row }) => row),
    );
    await insert(
      database,
      'machine_observation',
      some.map(({ observation }) => observation),
    );
  }
  await database.query('VACUUM (ANALYZE)');
}

function insert(database: BenchDatabase, table: string, rows: readonly object[]): Promise<object[]> {
  return database.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

/** Of 50 machines, 5 are only looked at, 4 are DEGRADED, 1 lost its Node, the rest is READY; one in 20 is cordoned. */
function machineOf(n: number, clusterId: string, since: string, random: () => number) {
  const id = `machine_${typeIdSuffix(random)}`;
  const name = `${['rack', 'edge', 'gpu'][n % 3]}-${String(integerBelow(random, 1_000)).padStart(3, '0')}-${n}`;
  const kind = n % 50;
  const [intent, enrollment, health, lifecycle] =
    kind < 5
      ? ['OBSERVE', 'NONE', 'HEALTHY', 'DISCOVERED']
      : kind < 9
        ? ['SERVE', 'ENROLLED', 'DEGRADED', 'DEGRADED']
        : kind < 10
          ? ['SERVE', 'ENROLLED', 'UNREACHABLE', 'UNREACHABLE']
          : ['SERVE', 'ENROLLED', 'HEALTHY', 'READY'];
  const node = observedNode(n, name, since, lifecycle === 'DEGRADED', random);
  const hasNode = lifecycle !== 'UNREACHABLE';
  const reason = {
    code: 'MEMORY_PRESSURE',
    message: 'the kubelet reports MemoryPressure',
    since,
    remedy: null,
    subjectId: null,
  };
  const row = {
    id,
    cluster_id: clusterId,
    name,
    intent,
    enrollment_state: enrollment,
    health,
    health_reasons: health === 'HEALTHY' ? [] : [reason],
    lifecycle,
    lifecycle_reason: { code: 'OBSERVED', message: `its Node is ${health}`, since, actor: null },
    node_name: hasNode ? name : null,
    node_uid: hasNode ? node.uid : null,
    node_since: hasNode ? since : null,
    node_replaced: false,
    enrollment: enrollment === 'ENROLLED' ? { method: 'ADOPTED', actor: 'token_bench', at: since } : null,
    created_at: since,
    version: 1,
  };
  return { row, observation: { machine_id: id, node, unschedulable: node.unschedulable } };
}

/** A Node as a K3s agent reports it: what is kept of it is what the mapper in libs/k8s-adapter keeps. */
function observedNode(n: number, name: string, since: string, pressed: boolean, random: () => number) {
  const cores = [4, 8, 16, 32][n % 4]!;
  const capacity = {
    cpuMillis: cores * 1_000,
    memoryBytes: cores * 4 * GIB,
    ephemeralStorageBytes: 200 * GIB,
    pods: 110,
    gpus: n % 3 === 2 ? 1 : 0,
  };
  const condition = (type: string, status: boolean, reason: string) => ({
    type,
    status: status ? 'TRUE' : 'FALSE',
    reason,
    message: `kubelet reports ${reason}`,
    lastTransitionAt: since,
  });
  return {
    uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name,
    unschedulable: integerBelow(random, 20) === 0,
    labels: {
      'beta.kubernetes.io/arch': 'amd64',
      'beta.kubernetes.io/instance-type': 'k3s',
      'beta.kubernetes.io/os': 'linux',
      'kubernetes.io/arch': 'amd64',
      'kubernetes.io/hostname': name,
      'kubernetes.io/os': 'linux',
      'node.kubernetes.io/instance-type': 'k3s',
      'topology.kubernetes.io/zone': `zone-${n % 5}`,
    },
    taints: n % 3 === 2 ? [{ key: 'gpu', value: null, effect: 'NO_SCHEDULE' }] : [],
    conditions: [
      condition('MemoryPressure', pressed, pressed ? 'KubeletHasInsufficientMemory' : 'KubeletHasSufficientMemory'),
      condition('DiskPressure', false, 'KubeletHasNoDiskPressure'),
      condition('PIDPressure', false, 'KubeletHasSufficientPID'),
      condition('Ready', true, 'KubeletReady'),
    ],
    capacity,
    allocatable: { ...capacity, memoryBytes: capacity.memoryBytes - GIB },
    architecture: 'amd64',
    operatingSystem: 'linux',
    osImage: 'Debian GNU/Linux 13 (trixie)',
    kernelVersion: '6.12.41+deb13-amd64',
    kubeletVersion: 'v1.34.1+k3s1',
    containerRuntime: 'containerd://2.1.4-k3s1',
    runtimeHandlers: ['runc'],
  };
}

/** The second half of a TypeID: 26 characters of Crockford's base 32, the first at most 7. */
function typeIdSuffix(random: () => number): string {
  const digits = '0123456789abcdefghjkmnpqrstvwxyz';
  return Array.from({ length: 26 }, (_, place) => digits[integerBelow(random, place === 0 ? 8 : 32)]).join('');
}
