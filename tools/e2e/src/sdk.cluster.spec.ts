import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type AwpClient, type LifecycleEvent } from '@awp/sdk';
import {
  cordonNode,
  createNode,
  loadKubeconfig,
  setNodeCondition,
  startKubernetes,
  taintNode,
  uncordonNode,
  type KubernetesServer,
} from '@awp/testbed';
import { WebSocket } from 'ws';
import { createDatabase, type TestDatabase } from './database.ts';
import { Actor } from './process.ts';
import { makeDataDir, startReplica, type Replica } from './replica.ts';
import { inRepository } from './repository.ts';

/** The published client against a running server and a real cluster. */
describe('the SDK', () => {
  let kubernetes: KubernetesServer;
  let database: TestDatabase;
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  let replica: Replica;
  let client: AwpClient;
  let actors: Actor[] = [];

  beforeAll(async () => {
    [kubernetes, database, dataDir] = await Promise.all([startKubernetes(), createDatabase(), makeDataDir()]);
    replica = await startReplica({ databaseUrl: database.url, dataDir: dataDir.path });
    client = createClient({ url: replica.url, token: replica.token, webSocket: WebSocket as never });
  });

  afterEach(async () => {
    await Promise.all(actors.map((actor) => actor.kill()));
    actors = [];
  });

  afterAll(async () => {
    await replica.process.stop();
    await kubernetes.stop();
    await database.drop();
    await dataDir.remove();
  });

  const labels = { 'beta.kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/os': 'linux' };

  it('sees each change of a Node once and in order, and waits for what it asks for', async () => {
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const { latestEventCursor } = await client.serverInfo();
    const cluster = await client.clusters.register({
      key: 'real',
      name: 'Real',
      kubeconfig: { content: kubernetes.kubeconfig },
    });
    const events = client.events({ after: latestEventCursor, filter: { clusterId: cluster.id } });
    const next = async (): Promise<LifecycleEvent> => (await events.next()).value!;
    const lines: string[] = [];
    const take = async (count: number): Promise<LifecycleEvent> => {
      let event!: LifecycleEvent;
      for (let n = 0; n < count; n += 1) {
        event = await next();
        lines.push(`${event.type} ${event.from} -> ${event.to}`);
      }
      return event;
    };

    await take(1);
    const node = await createNode(kubeconfig, { name: 'sdk-1', labels });
    const { subjectId: machineId } = await take(1);
    await client.machines.adopt(machineId);
    expect((await client.machines.waitFor(machineId, { lifecycle: 'READY', timeoutMs: 20_000 })).name).toBe('sdk-1');
    await take(2);
    await cordonNode(kubeconfig, node.name);
    await take(1);
    expect((await client.machines.get(machineId))!.schedulable).toBe(false);
    await uncordonNode(kubeconfig, node.name);
    await take(1);
    await taintNode(kubeconfig, node.name, { key: 'gpu', effect: 'NoExecute' });
    await take(1);
    await setNodeCondition(kubeconfig, node.name, {
      type: 'MemoryPressure',
      status: 'True',
      reason: 'KubeletHasInsufficientMemory',
    });
    await take(2);
    await node.delete();
    await take(2);
    await events.return!();

    expect(lines).toEqual([
      'ClusterRegistered null -> real',
      'MachineDiscovered null -> DISCOVERED',
      'MachineAdopted NONE -> ENROLLED',
      'MachineLifecycleChanged DISCOVERED -> READY',
      'MachineCordoned schedulable -> cordoned',
      'MachineUncordoned cordoned -> schedulable',
      'MachineTaintsChanged null -> gpu:NO_EXECUTE',
      'MachineConditionChanged MemoryPressure=FALSE -> MemoryPressure=TRUE',
      'MachineLifecycleChanged READY -> DEGRADED',
      `MachineNodeDeleted ${node.uid} -> null`,
      'MachineLifecycleChanged DEGRADED -> UNREACHABLE',
    ]);
    // Read once more from the log: the same, neither more nor less.
    const again: string[] = [];
    for await (const event of client.events({ after: latestEventCursor, filter: { clusterId: cluster.id } })) {
      again.push(`${event.type} ${event.from} -> ${event.to}`);
      if (again.length === lines.length) break;
    }
    expect(again).toEqual(lines);
  });

  it('runs its examples', async () => {
    const kubeconfig = loadKubeconfig(kubernetes.kubeconfig);
    const node = await createNode(kubeconfig, { name: 'example-1', labels });
    const environment = {
      AWP_URL: replica.url,
      AWP_TOKEN: replica.token,
      AWP_KUBECONFIG: kubernetes.kubeconfigPath,
      AWP_WATCH_SECONDS: '60',
    };
    const run = (name: string, ...args: string[]): Actor => {
      const actor = new Actor(name, [inRepository(`examples/${name}.ts`), ...args], environment);
      actors.push(actor);
      return actor;
    };

    const watching = run('watch-machines', (await client.serverInfo()).latestEventCursor);
    const adopting = run('register-and-adopt', 'real');
    await adopting.line('example-1 is READY', 60_000);
    expect(await adopting.ended).toBe(0);

    await cordonNode(kubeconfig, node.name);
    expect(await watching.line('20', 30_000)).toContain('example-1');
    watching.signal('SIGINT');
    expect(await watching.ended).toBe(0);

    const listing = run('list-machines');
    expect(await listing.line('real/example-1')).toMatch(/READY.*GiB.*HEALTHY, seen 20/);
    expect(await listing.ended).toBe(0);
    await node.delete();
  });
});
