import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContactError, type ClusterIdentity, type ClusterObserver } from '@awp/domain';
import { ObservationReader } from './observation-reader';

/** A cluster that the contract may change and take down. */
export interface ObservedCluster {
  readonly observer: ClusterObserver;
  readonly identity: ClusterIdentity;
  /** Makes a Node of that name; resolves with its UID. */
  addNode(name: string): Promise<string>;
  cordonNode(name: string): Promise<void>;
  deleteNode(name: string): Promise<void>;
  /** Makes a Pod that waits for a Node; resolves with its UID. */
  addPod(name: string): Promise<string>;
  deletePod(name: string): Promise<void>;
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** The promises of the port ClusterObserver, held against one implementation. */
export function describeClusterObserver(name: string, setup: () => Promise<ObservedCluster>): void {
  describe(`${name} keeps the promises of a cluster observer`, () => {
    let cluster: ObservedCluster;

    beforeAll(async () => {
      cluster = await setup();
    });
    afterAll(() => cluster?.stop());

    it('identifies the cluster', async () => {
      expect(await cluster.observer.identify(new AbortController().signal)).toEqual(cluster.identity);
    });

    it('rejects an aborted identify with a ContactError', async () => {
      await expect(cluster.observer.identify(AbortSignal.abort())).rejects.toBeInstanceOf(ContactError);
    });

    it('says who answers, then reports every Node and every Pod there is, and only then contact', async () => {
      const uid = await cluster.addNode('first');
      const reader = new ObservationReader(cluster.observer);
      expect(await reader.next()).toEqual({ kind: 'IDENTIFIED', identity: cluster.identity });
      const list = await reader.next();
      expect(list).toMatchObject({ kind: 'NODES', nodes: [{ name: 'first', uid, unschedulable: false }] });
      expect((await reader.next()).kind).toBe('PODS');
      expect(await reader.next()).toEqual({ kind: 'CONTACT', identity: cluster.identity });
      await reader.stop();
      await cluster.deleteNode('first');
    });

    it('reports changes in the order in which they happen', async () => {
      const reader = new ObservationReader(cluster.observer);
      await reader.nextOf('NODES');
      const uid = await cluster.addNode('changing');
      await reader.nextOf('NODE', ({ node }) => node.uid === uid && !node.unschedulable);
      await cluster.cordonNode('changing');
      await reader.nextOf('NODE', ({ node }) => node.uid === uid && node.unschedulable);
      await cluster.deleteNode('changing');
      expect(await reader.nextOf('NODE_DELETED')).toEqual({ kind: 'NODE_DELETED', uid });
      await reader.stop();
    });

    it('reports Pods that come and go, also those that came before it', async () => {
      const early = await cluster.addPod('early');
      const reader = new ObservationReader(cluster.observer);
      const { pods } = await reader.nextOf('PODS');
      expect(pods.find((pod) => pod.uid === early)).toMatchObject({ name: 'early', nodeName: null, phase: 'PENDING' });
      const late = await cluster.addPod('late');
      await reader.nextOf('POD', ({ pod }) => pod.uid === late);
      await cluster.deletePod('early');
      await reader.nextOf('POD_DELETED', ({ uid }) => uid === early);
      await reader.stop();
      await cluster.deletePod('late');
    });

    it('repeats contact while nothing changes', async () => {
      const reader = new ObservationReader(cluster.observer);
      await reader.nextOf('NODES');
      for (let contact = 1; contact <= 3; contact += 1) {
        expect(await reader.nextOf('CONTACT')).toEqual({ kind: 'CONTACT', identity: cluster.identity });
      }
      await reader.stop();
    });

    it('lets two readers observe side by side', async () => {
      const readers = [new ObservationReader(cluster.observer), new ObservationReader(cluster.observer)];
      await Promise.all(readers.map((reader) => reader.nextOf('NODES')));
      const uid = await cluster.addNode('shared');
      await Promise.all(readers.map((reader) => reader.nextOf('NODE', ({ node }) => node.uid === uid)));
      await Promise.all(readers.map((reader) => reader.stop()));
      await cluster.deleteNode('shared');
    });

    it('reports a lost API, and after its return complete lists before contact', async () => {
      const gone = await cluster.addNode('gone-meanwhile');
      const reader = new ObservationReader(cluster.observer);
      await reader.nextOf('NODES', ({ nodes }) => nodes.some(({ uid }) => uid === gone));
      await cluster.down();
      const { failure } = await reader.nextOf('CONTACT_FAILED');
      expect(failure.code).toBe('CLUSTER_UNREACHABLE');
      expect(failure.message).not.toBe('');
      await expect(cluster.observer.identify(new AbortController().signal)).rejects.toMatchObject({
        name: 'ContactError',
        failure: { code: 'CLUSTER_UNREACHABLE' },
      });
      await cluster.up();
      const back = await reader.nextOf('IDENTIFIED');
      expect(back.identity).toEqual(cluster.identity);
      expect(await reader.next()).toMatchObject({ kind: 'NODES', nodes: [{ uid: gone }] });
      expect((await reader.next()).kind).toBe('PODS');
      expect((await reader.next()).kind).toBe('CONTACT');
      await cluster.deleteNode('gone-meanwhile');
      await reader.nextOf('NODE_DELETED', ({ uid }) => uid === gone);
      await reader.stop();
    });

    it('ends at once and reports nothing more when aborted while connected', async () => {
      const reader = new ObservationReader(cluster.observer);
      await reader.nextOf('NODES');
      expect(await reader.stop(2_000)).toEqual([]);
    });

    it('ends at once and reports nothing more when aborted between identity and list', async () => {
      const reader = new ObservationReader(cluster.observer);
      await reader.nextOf('IDENTIFIED');
      expect(await reader.stop(2_000)).toEqual([]);
    });

    it('reports nothing when it is aborted from the start', async () => {
      const seen: unknown[] = [];
      for await (const observation of cluster.observer.observe(AbortSignal.abort())) seen.push(observation);
      expect(seen).toEqual([]);
    });

    it('ends at once and reports nothing more when aborted while the API is down', async () => {
      await cluster.down();
      const reader = new ObservationReader(cluster.observer);
      await reader.nextOf('CONTACT_FAILED');
      expect(await reader.stop(2_000)).toEqual([]);
      await cluster.up();
    });

    it('lets a reader walk away in the middle', async () => {
      for await (const observation of cluster.observer.observe(new AbortController().signal)) {
        expect(observation.kind).toBe('IDENTIFIED');
        break;
      }
    });
  });
}
