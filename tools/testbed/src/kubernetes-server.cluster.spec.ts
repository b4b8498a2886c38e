import { CoordinationV1Api, CoreV1Api, type KubeConfig, type V1Lease, VersionApi } from '@kubernetes/client-node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kubeSourceFolder } from './folders.ts';
import {
  apiClient,
  conditionOf,
  cordonNode,
  createLimitedAccess,
  createNamespace,
  createNode,
  createPod,
  deleteNamespace,
  deletePod,
  type FakeNode,
  finishPodDeletion,
  kubeconfigWith,
  KUBERNETES_VERSION,
  type KubernetesServer,
  labelNode,
  loadKubeconfig,
  setNodeCondition,
  setPodStatus,
  startKubernetes,
  taintNode,
  uncordonNode,
  unrelatedCaPem,
  untaintNode,
  waitFor,
  waitForNode,
  waitForPod,
  whyNoCluster,
} from './index.ts';
import { childrenOf, isAlive, type ProcessIdentity } from './processes.ts';
import { listRuns } from './runs.ts';

const BUILD_AND_START_MS = 20 * 60_000; // the first build of all takes minutes
const NODE_GRACE_SECONDS = 4;

/** A program that starts a server, says where, and never stops it. */
const OWNER = `
  import { startKubernetes } from ${JSON.stringify(pathToFileURL(join(kubeSourceFolder(), '../src/index.ts')).href)};
  console.log((await startKubernetes()).folder);
`;

const cannotRun = whyNoCluster();
const describeCluster = cannotRun === null ? describe : describe.skip;
if (cannotRun !== null) console.warn(cannotRun);

describeCluster('a Kubernetes server of the test bed', () => {
  let server: KubernetesServer;
  let kubeConfig: KubeConfig;
  let core: CoreV1Api;

  beforeAll(async () => {
    server = await startKubernetes({ name: 'spec', nodeGraceSeconds: NODE_GRACE_SECONDS });
    kubeConfig = loadKubeconfig(server.kubeconfig);
    core = apiClient(kubeConfig, CoreV1Api);
  }, BUILD_AND_START_MS);

  afterAll(() => server?.stop());

  describe('access', () => {
    it('answers its administrator with the version of Kubernetes', async () => {
      const version = await apiClient(kubeConfig, VersionApi).getCode();
      expect(version.gitVersion).toBe(KUBERNETES_VERSION);
    });

    it('answers 401 to a client without credentials and to one with a wrong token', async () => {
      for (const overrides of [{ anonymous: true }, { token: 'wrong' }]) {
        const stranger = loadKubeconfig(kubeconfigWith(server.kubeconfig, overrides));
        await expect(apiClient(stranger, CoreV1Api).listNode()).rejects.toMatchObject({ code: 401 });
      }
    });

    it('answers 403 to an account for what its role does not allow', async () => {
      const rules = [{ apiGroups: [''], resources: ['nodes'], verbs: ['list'] }];
      const limited = await createLimitedAccess(kubeConfig, { rules });
      const client = apiClient(loadKubeconfig(limited.kubeconfig), CoreV1Api);
      await expect(client.listNode()).resolves.toBeDefined();
      await expect(client.listPodForAllNamespaces()).rejects.toMatchObject({ code: 403 });
      await limited.revoke();
    });

    it('is refused by a client that trusts another CA', async () => {
      const wary = loadKubeconfig(kubeconfigWith(server.kubeconfig, { caPem: unrelatedCaPem }));
      const refusal = apiClient(wary, CoreV1Api).listNode();
      await expect(refusal).rejects.toMatchObject({ cause: { code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/) } });
    });

    it('gives out a join token with the hash of its CA', () => {
      expect(server.nodeToken).toMatch(/^K10[0-9a-f]{64}::node:.+/);
    });
  });

  describe('fake Nodes', () => {
    let node: FakeNode;

    afterEach(() => node.delete());

    it('stay Ready as long as their heartbeat goes on, and turn Unknown when it stops', async () => {
      node = await createNode(kubeConfig, { heartbeatMs: 1_000 });
      const twoGracePeriodsOn = Date.now() + 2 * NODE_GRACE_SECONDS * 1_000;
      await untilLeaseIsRenewedAfter(twoGracePeriodsOn);
      expect(conditionOf(await node.read(), 'Ready')).toBe('True');

      await node.stopHeartbeat();
      await waitForNode(kubeConfig, node.name, (seen) => conditionOf(seen, 'Ready') === 'Unknown', {
        what: `${node.name} to be lost`,
      });
      await node.startHeartbeat();
    }, 60_000);

    it('can be cordoned, labelled, tainted and set into a condition, and back', async () => {
      node = await createNode(kubeConfig, { labels: { tier: 'a' }, capacity: { 'example.com/gpu': '2' } });
      await cordonNode(kubeConfig, node.name);
      await labelNode(kubeConfig, node.name, { tier: 'b', zone: 'z' });
      await taintNode(kubeConfig, node.name, { key: 'dedicated', value: 'a', effect: 'NoSchedule' });
      await setNodeCondition(kubeConfig, node.name, { type: 'DiskPressure', status: 'True' });
      const changed = await node.read();
      expect(changed.spec?.unschedulable).toBe(true);
      expect(changed.metadata?.labels).toMatchObject({ tier: 'b', zone: 'z', 'kubernetes.io/hostname': node.name });
      expect(changed.spec?.taints).toContainEqual({ key: 'dedicated', value: 'a', effect: 'NoSchedule' });
      expect(conditionOf(changed, 'DiskPressure')).toBe('True');
      expect(conditionOf(changed, 'Ready')).toBe('True');
      expect(changed.status?.allocatable).toMatchObject({ 'example.com/gpu': '2' });

      await uncordonNode(kubeConfig, node.name);
      await labelNode(kubeConfig, node.name, { zone: null });
      await untaintNode(kubeConfig, node.name, 'dedicated');
      const restored = await node.read();
      expect(restored.spec?.unschedulable).toBeUndefined();
      expect(restored.metadata?.labels).not.toHaveProperty('zone');
      expect(restored.spec?.taints ?? []).not.toContainEqual(expect.objectContaining({ key: 'dedicated' }));
    });

    it('come back with the same name and machine under a new UID', async () => {
      node = await createNode(kubeConfig);
      const before = await node.read();
      await node.recreate();
      const after = await node.read();
      expect(after.metadata?.uid).toBe(node.uid);
      expect(after.metadata?.uid).not.toBe(before.metadata?.uid);
      expect(after.status?.nodeInfo?.machineID).toBe(before.status?.nodeInfo?.machineID);
    });

    async function untilLeaseIsRenewedAfter(time: number): Promise<void> {
      const lease = { namespace: 'kube-node-lease', name: node.name };
      await waitFor<V1Lease>(
        kubeConfig,
        {
          path: '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases',
          name: node.name,
          read: () => apiClient(kubeConfig, CoordinationV1Api).readNamespacedLease(lease),
        },
        (seen) => new Date(String(seen?.spec?.renewTime)).getTime() > time,
        { what: `the Lease of ${node.name} to be renewed` },
      );
    }
  });

  describe('Pods', () => {
    let namespace: string;
    let node: FakeNode;

    beforeAll(async () => {
      namespace = await createNamespace(kubeConfig, {
        prefix: 'pods',
        labels: { 'pod-security.kubernetes.io/enforce': 'restricted' },
      });
      node = await createNode(kubeConfig, { capacity: { cpu: '2' }, heartbeatMs: 1_000 });
    });

    afterAll(async () => {
      await deleteNamespace(kubeConfig, namespace);
      await node.delete();
    }, 60_000);

    it('are scheduled to a fake Node that has room, run as told, and stay Terminating until they are finished', async () => {
      const pod = await createPod(kubeConfig, { namespace, requests: { cpu: '1500m' } });
      await waitForPod(kubeConfig, pod, (seen) => seen?.spec?.nodeName === node.name, { what: 'a scheduled Pod' });
      const running = await setPodStatus(kubeConfig, pod, { phase: 'Running' });
      expect(running.status?.containerStatuses).toMatchObject([{ name: 'main', ready: true }]);

      await deletePod(kubeConfig, pod);
      const name = pod.metadata?.name ?? '';
      const terminating = await core.readNamespacedPod({ namespace, name });
      expect(terminating.metadata?.deletionTimestamp).toBeDefined();
      await finishPodDeletion(kubeConfig, pod);
      await expect(core.readNamespacedPod({ namespace, name })).rejects.toMatchObject({ code: 404 });
    });

    it('stay unscheduled, with the reason, when no Node has room', async () => {
      const pod = await createPod(kubeConfig, { namespace, requests: { cpu: '64' } });
      const refused = await waitForPod(
        kubeConfig,
        pod,
        (seen) => seen?.status?.conditions?.some(({ reason }) => reason === 'Unschedulable') === true,
        { what: 'an unschedulable Pod' },
      );
      expect(JSON.stringify(refused?.status?.conditions)).toContain('Insufficient cpu');
    });
  });

  describe('faults', () => {
    it('refuses connections while the API server is killed, and has kept everything when it is back', async () => {
      const namespace = await createNamespace(kubeConfig);
      await server.killApiServer();
      await expect(core.listNamespace()).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
      await server.startApiServer();
      await expect(core.readNamespace({ name: namespace })).resolves.toBeDefined();
    }, 90_000);

    it('does not end the heartbeat of a fake Node, which goes on when the API server is back', async () => {
      const node = await createNode(kubeConfig, { heartbeatMs: 200 });
      await server.killApiServer();
      await eventually(() => node.lastHeartbeatError !== null);
      await server.startApiServer();
      await eventually(() => node.lastHeartbeatError === null);
      expect(conditionOf(await node.read(), 'Ready')).toBe('True');
      await node.delete();
    }, 90_000);

    it('is silent while the API server is frozen, and answers what it was asked when it thaws', async () => {
      await server.freezeApiServer();
      const question = core.listNamespace().then(() => 'answered');
      const silence = new Promise((resolve) => setTimeout(resolve, 500, 'silent'));
      expect(await Promise.race([question, silence])).toBe('silent');
      await server.thawApiServer();
      expect(await question).toBe('answered');
    });
  });
});

describeCluster('the end of a Kubernetes server', () => {
  it(
    'leaves no process and no folder after stop, frozen or not, while another server runs on',
    async () => {
      const [first, second] = await Promise.all([startKubernetes(), startKubernetes()]);
      const processes = [...processesOf(first), ...processesOf(second)];
      expect(processes).toHaveLength(2 * 4);
      await first.freezeApiServer();
      await first.stop();
      expect(processesOf(second).every(isAlive)).toBe(true);
      await second.stop();
      expect(processes.filter(isAlive)).toEqual([]);
      expect([first.folder, second.folder].filter(existsSync)).toEqual([]);
    },
    BUILD_AND_START_MS,
  );

  it(
    'comes with the end of its owner, even by kill -9, and the next start sweeps the folder',
    async () => {
      const owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(owner.stdout, 'data')) as [Buffer];
      const run = listRuns().find(({ folder }) => folder === line.toString().trim());
      const server = run?.record?.server as ProcessIdentity;
      const processes = [server, ...childrenOf(server.pid)];
      expect(processes).toHaveLength(4);

      const ended = once(owner, 'exit');
      owner.kill('SIGKILL');
      await ended;
      await eventually(() => !processes.some(isAlive));
      const next = await startKubernetes();
      expect(existsSync(run?.folder ?? '')).toBe(false);
      await next.stop();
    },
    BUILD_AND_START_MS,
  );

  function processesOf({ folder }: KubernetesServer): ProcessIdentity[] {
    const server = listRuns().find((run) => run.folder === folder)?.record?.server;
    return server ? [server, ...childrenOf(server.pid)] : [];
  }
});

/** For what nobody reports: looks again and again, for 5 seconds. */
async function eventually(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within 5 s: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
