import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cordonNode,
  createLimitedAccess,
  createNamespace,
  createNode,
  createPod,
  deletePod,
  kubeconfigWith,
  loadKubeconfig,
  startKubernetes,
  unrelatedCaPem,
  type FakeNode,
  type KubernetesServer,
} from '@awp/testbed';
import { CoreV1Api, VersionApi, type V1Pod } from '@kubernetes/client-node';
import { Connection } from '../connect/connection';
import { statusOf } from '../connect/contact-failure';
import { parse } from '../testing/kubeconfig-text';
import { ObservationReader } from '../testing/observation-reader';
import { describeClusterObserver } from '../testing/observer-contract';
import { KubernetesObserver } from './kubernetes-observer';
import { watchAll } from './list-watch';
import { ObservationQueue } from './observation-queue';
import { nodes } from './watched-kinds';

const observerOf = (kubeconfig: string, contactEveryMs = 500): KubernetesObserver =>
  new KubernetesObserver({ kubeconfig: async () => parse(kubeconfig), contactEveryMs });

describeClusterObserver('the Kubernetes adapter', async () => {
  const kubernetes = await startKubernetes({ name: 'observer-contract' });
  const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
  const fakeNodes = new Map<string, FakeNode>();
  const pods = new Map<string, V1Pod>();
  const inNamespace = await createNamespace(kubeconfig);
  const namespace = await kubeconfig.makeApiClient(CoreV1Api).readNamespace({ name: 'kube-system' });
  const version = await kubeconfig.makeApiClient(VersionApi).getCode();
  return {
    observer: observerOf(kubernetes.kubeconfig),
    identity: { kubernetesUid: namespace.metadata!.uid!, kubernetesVersion: version.gitVersion },
    addNode: async (name) => {
      const node = await createNode(kubeconfig, { name });
      fakeNodes.set(name, node);
      return node.uid;
    },
    cordonNode: async (name) => void (await cordonNode(kubeconfig, name)),
    deleteNode: (name) => fakeNodes.get(name)!.delete(),
    addPod: async (name) => {
      const pod = await createPod(kubeconfig, { namespace: inNamespace, name });
      pods.set(name, pod);
      return pod.metadata!.uid!;
    },
    deletePod: (name) => deletePod(kubeconfig, pods.get(name)!),
    down: () => kubernetes.killApiServer(),
    up: () => kubernetes.startApiServer(),
    stop: () => kubernetes.stop(),
  };
});

describe('observing a real API server', () => {
  let kubernetes: KubernetesServer;

  beforeAll(async () => {
    kubernetes = await startKubernetes({ name: 'observer' });
  });
  afterAll(() => kubernetes?.stop());

  it('reports the memory and the disk of a Node as its kubelet counts them', async () => {
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const capacity = { cpu: '1500m', memory: '16303428Ki', 'ephemeral-storage': '61202244Ki' };
    const node = await createNode(kubeconfig, { name: 'amounts', capacity });
    const reader = new ObservationReader(observerOf(kubernetes.kubeconfig));
    const { nodes } = await reader.nextOf('NODES');
    expect(nodes.find(({ name }) => name === 'amounts')!.capacity).toEqual({
      cpuMillis: 1500,
      memoryBytes: 16_303_428 * 1024,
      ephemeralStorageBytes: 61_202_244 * 1024,
      pods: 110,
      gpus: 0,
    });
    await reader.stop();
    await node.delete();
  });

  it('refuses to talk to a server whose certificate another authority signed', async () => {
    const observer = observerOf(kubeconfigWith(kubernetes.kubeconfig, { caPem: unrelatedCaPem }));
    const reader = new ObservationReader(observer);
    expect(await reader.next()).toMatchObject({ failure: { code: 'CLUSTER_CERTIFICATE_UNTRUSTED' } });
    await reader.stop();
  });

  it.each([
    ['an unknown token', { token: 'canary-5f2c91d0' }],
    ['no credential', { anonymous: true }],
  ])('says that the credential is rejected: %s', async (_what, over) => {
    const observer = observerOf(kubeconfigWith(kubernetes.kubeconfig, over));
    const error = await observer.identify(AbortSignal.timeout(10_000)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ContactError', failure: { code: 'CLUSTER_CREDENTIAL_REJECTED' } });
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  it.each([
    [
      'Nodes',
      [
        { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
        { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
      ],
      /cannot list resource "nodes"/,
    ],
    [
      'kube-system',
      [{ apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list', 'watch'] }],
      /cannot get resource "namespaces"/,
    ],
  ])('says which permission is missing: for %s', async (_what, rules, message) => {
    const access = await createLimitedAccess(loadKubeconfig(kubernetes.kubeconfig), { rules });
    const reader = new ObservationReader(observerOf(access.kubeconfig));
    expect(await reader.next()).toEqual({
      kind: 'CONTACT_FAILED',
      failure: { code: 'CLUSTER_PERMISSION_MISSING', message: expect.stringMatching(message) },
    });
    await reader.stop();
    await access.revoke();
  });

  it('reports no contact with a credential that may list Nodes but not watch them', async () => {
    const rules = [
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get'] },
      { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list'] },
    ];
    const access = await createLimitedAccess(loadKubeconfig(kubernetes.kubeconfig), { rules });
    const reader = new ObservationReader(observerOf(access.kubeconfig));
    for (let tries = 1; tries <= 2; tries += 1) {
      expect(await reader.next()).toMatchObject({ failure: { code: 'CLUSTER_PERMISSION_MISSING' } });
    }
    await reader.stop();
    await access.revoke();
  });

  it('observes with no more than the documented permissions', async () => {
    const rules = [
      { apiGroups: [''], resources: ['namespaces'], resourceNames: ['kube-system'], verbs: ['get'] },
      { apiGroups: [''], resources: ['nodes', 'pods'], verbs: ['get', 'list', 'watch'] },
    ];
    const access = await createLimitedAccess(loadKubeconfig(kubernetes.kubeconfig), { rules });
    const reader = new ObservationReader(observerOf(access.kubeconfig));
    expect((await reader.next()).kind).toBe('IDENTIFIED');
    expect((await reader.next()).kind).toBe('NODES');
    await reader.stop();
    await access.revoke();
  });

  it('notices within the time limit of a call that an open connection has fallen silent, and recovers', async () => {
    const reader = new ObservationReader(observerOf(kubernetes.kubeconfig));
    await reader.nextOf('NODES');
    await kubernetes.freezeApiServer();
    const began = performance.now();
    const { failure } = await reader.nextOf('CONTACT_FAILED');
    expect(failure).toEqual({ code: 'CLUSTER_UNREACHABLE', message: 'no answer in time' });
    expect(performance.now() - began).toBeLessThan(12_000);
    await kubernetes.thawApiServer();
    await reader.nextOf('IDENTIFIED');
    expect((await reader.next()).kind).toBe('NODES');
    await reader.stop();
  });

  it('ends at once when it is aborted while the API server is frozen', async () => {
    const reader = new ObservationReader(observerOf(kubernetes.kubeconfig));
    await reader.nextOf('NODES');
    await kubernetes.freezeApiServer();
    try {
      expect(await reader.stop(2_000)).toEqual([]);
    } finally {
      await kubernetes.thawApiServer();
    }
  });

  it('tells a version that the API server no longer has as 410', async () => {
    // Its memory of changes begins anew at each start.
    await kubernetes.killApiServer();
    await kubernetes.startApiServer();
    const connection = new Connection(parse(kubernetes.kubeconfig));
    const watched = { queue: new ObservationQueue(10), signal: AbortSignal.timeout(20_000), onOpen: () => undefined };
    const error = await watchAll(connection, nodes, { ...watched, resourceVersion: '1' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(statusOf(error)).toBe(410);
    await connection.close();
  });

  it('misses nothing of many changes in a row, in their order', async () => {
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const reader = new ObservationReader(observerOf(kubernetes.kubeconfig));
    await reader.nextOf('NODES');
    const names = Array.from({ length: 20 }, (_, n) => `burst-${n}`);
    const made: FakeNode[] = [];
    for (const name of names) made.push(await createNode(kubeconfig, { name }));
    const seen: string[] = [];
    while (seen.length < names.length) {
      const { node } = await reader.nextOf('NODE');
      if (!seen.includes(node.name)) seen.push(node.name);
    }
    expect(seen).toEqual(names);
    for (const node of made) await node.delete();
    const deleted: string[] = [];
    while (deleted.length < made.length) deleted.push((await reader.nextOf('NODE_DELETED')).uid);
    expect(deleted).toEqual(made.map(({ uid }) => uid));
    await reader.stop();
  });
});
