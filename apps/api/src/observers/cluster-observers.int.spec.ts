import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { registerCluster, type ClusterObserver } from '@awp/domain';
import { SimulatedCluster, simulatedNode } from '@awp/k8s-adapter';
import { findCluster, insertCluster } from '../modules/cluster/cluster.store';
import { newId } from '../persistence/ids';
import { Database } from '../persistence/database';
import { migrate } from '../persistence/migrate';
import { createDatabase, type TestDatabase } from '../testing/database';
import { ClusterObservers } from './cluster-observers';
import { assertLease, claimClusters, LeaseLost, renewLeases } from './observer-lease.store';

const log = pino({ level: 'silent' });
const identity = { kubernetesUid: 'uid', kubernetesVersion: 'v1' };

describe('the observers of several replicas', () => {
  let database: TestDatabase;
  let db: Database;
  let clusterId: string;

  beforeAll(async () => {
    database = await createDatabase();
    db = await Database.open({ url: database.url, log, poolSize: 10 });
    await migrate(db);
  });

  beforeEach(async () => {
    await db.query('TRUNCATE cluster CASCADE');
    clusterId = await add('one');
  });

  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  const now = (): Date => new Date();
  async function add(key: string): Promise<string> {
    const decision = registerCluster({
      id: newId('cluster'),
      key,
      name: key,
      provider: 'SIMULATED',
      identity: { ...identity, kubernetesUid: key },
      policy: {},
      actor: 'test',
      now: now(),
    });
    if (!decision.accepted) throw new Error('refused');
    const endpoint = { apiServerUrl: null, caSha256: null, kubeconfigContext: null, credentialId: null };
    await insertCluster(db, decision.state, endpoint, 'v1', now());
    return decision.state.id;
  }
  const machines = async (): Promise<number> =>
    (await db.query<{ count: number }>('SELECT count(*)::int AS count FROM machine')).rows[0]!.count;
  const leased = async (): Promise<{ cluster_id: string }[]> =>
    (await db.query<{ cluster_id: string }>('SELECT cluster_id FROM observer_lease WHERE lease_until > now()')).rows;
  const until = async (condition: () => Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + 10_000;
    while (!(await condition())) {
      if (Date.now() > deadline) throw new Error('not reached in time');
      await setImmediate();
    }
  };
  const simulated = (uid = 'one'): SimulatedCluster => {
    const cluster = new SimulatedCluster({ ...identity, kubernetesUid: uid }, 100);
    cluster.put(simulatedNode(1, now()));
    return cluster;
  };

  it('give a cluster to one of them at a time', async () => {
    const [first, second] = await Promise.all([claimClusters(db, 'a'), claimClusters(db, 'b')]);
    expect(first.length + second.length).toBe(1);
    expect(await claimClusters(db, 'c')).toEqual([]);
  });

  it('refuse to record anything on a lease that changed hands, or on a cluster that was detached', async () => {
    const [lease] = await claimClusters(db, 'a');
    await db.withTransaction((tx) => assertLease(tx, lease!));
    await db.query("UPDATE observer_lease SET lease_until = now() - interval '1 second'");
    const [next] = await claimClusters(db, 'b');
    expect(next!.fence).toBe(lease!.fence + 1);
    await expect(db.withTransaction((tx) => assertLease(tx, lease!))).rejects.toBeInstanceOf(LeaseLost);
    await db.query("UPDATE cluster SET desired = 'DETACHED'");
    await expect(db.withTransaction((tx) => assertLease(tx, next!))).rejects.toBeInstanceOf(LeaseLost);
    expect(await renewLeases(db, 'b', [clusterId])).toEqual(new Set());
  });

  it('do not wait, when they look for work, for one that is recording', async () => {
    const [lease] = await claimClusters(db, 'a');
    await db.withTransaction(async (tx) => {
      await assertLease(tx, lease!);
      expect(await claimClusters(db, 'b')).toEqual([]);
    });
  });

  it('give a cluster back that they cannot start to observe, and take it later', async () => {
    let tries = 0;
    const observers = new ClusterObservers({ db, log, now }, (): ClusterObserver => {
      tries += 1;
      if (tries === 1) throw new Error('on purpose');
      return simulated();
    });
    observers.look();
    await until(async () => tries === 1 && (await leased()).length === 0);
    await until(async () => {
      observers.look();
      return (await machines()) === 1;
    });
    await observers.stop();
    expect(await leased()).toEqual([]);
  });

  it('stop observing a cluster that was detached, and record nothing of it any more', async () => {
    const cluster = simulated();
    const observers = new ClusterObservers({ db, log, now }, () => cluster);
    observers.look();
    await until(async () => (await machines()) === 1);
    await db.query("UPDATE cluster SET desired = 'DETACHED', version = version + 1");
    cluster.put({ ...simulatedNode(2, now()) });
    await until(async () => {
      observers.look();
      return (await leased()).length === 0;
    });
    expect(await machines()).toBe(1);
    await observers.stop();
  });

  it('record nothing of another cluster that answers at the address', async () => {
    const observers = new ClusterObservers({ db, log, now }, () => simulated('another'));
    observers.look();
    await until(async () => (await findCluster(db, clusterId))!.contact === 'IDENTITY_CHANGED');
    await observers.stop();
    expect(await machines()).toBe(0);
  });
});
