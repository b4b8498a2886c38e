import { CoreV1Api, type KubeConfig, type V1Node } from '@kubernetes/client-node';
import { apiClient, orMissing } from './api-client.ts';
import { Heartbeat } from './heartbeat.ts';
import { conditionOf, waitForNode } from './node-changes.ts';
import { type FakeNodeOptions, nodeManifest } from './node-manifest.ts';

const NOT_READY_TAINT = 'node.kubernetes.io/not-ready';

/** A Node without a machine: the API server, the scheduler and the controller manager see a live one. */
export interface FakeNode {
  readonly name: string;
  /** Changes with recreate(). */
  readonly uid: string;
  /** Why the Lease could not be renewed the last time; null when it was. */
  readonly lastHeartbeatError: Error | null;
  read(): Promise<V1Node>;
  /** As if the host were dead: Ready turns to Unknown after the grace period (50 s, or nodeGraceSeconds). */
  stopHeartbeat(): Promise<void>;
  startHeartbeat(): Promise<void>;
  /** Deletes Node and Lease, and stops the heartbeat. Fine when the Node is gone already. */
  delete(): Promise<void>;
  /** Deletes it and makes it again: same name, same machine, new UID. */
  recreate(): Promise<void>;
}

/** Creates a Node and keeps it alive. Resolves when Pods can be scheduled to it (unless it is not to be ready). */
export async function createNode(kubeConfig: KubeConfig, options: FakeNodeOptions = {}): Promise<FakeNode> {
  const node = new KeptNode(kubeConfig, options);
  await node.create();
  return node;
}

class KeptNode implements FakeNode {
  readonly #kubeConfig: KubeConfig;
  readonly #core: CoreV1Api;
  readonly #manifest: V1Node;
  readonly #heartbeatMs: number;
  #uid = '';
  #heartbeat: Heartbeat | null = null;

  constructor(kubeConfig: KubeConfig, options: FakeNodeOptions) {
    this.#kubeConfig = kubeConfig;
    this.#core = apiClient(kubeConfig, CoreV1Api);
    this.#manifest = nodeManifest(options);
    this.#heartbeatMs = options.heartbeatMs ?? 10_000;
  }

  get name(): string {
    return this.#manifest.metadata?.name ?? '';
  }

  get uid(): string {
    return this.#uid;
  }

  get lastHeartbeatError(): Error | null {
    return this.#heartbeat?.lastError ?? null;
  }

  async create(): Promise<void> {
    const node = await this.#core.createNode({ body: this.#manifest });
    this.#uid = node.metadata?.uid ?? '';
    this.#heartbeat = new Heartbeat(this.#kubeConfig, node, this.#heartbeatMs);
    await this.#heartbeat.start();
    if (conditionOf(node, 'Ready') !== 'True') return;
    // Admission taints every new Node; the controller manager takes the taint away when it has seen Ready.
    const schedulable = (seen?: V1Node): boolean =>
      seen !== undefined && !seen.spec?.taints?.some(({ key }) => key === NOT_READY_TAINT);
    await waitForNode(this.#kubeConfig, this.name, schedulable, { what: `${this.name} to be schedulable` });
  }

  read(): Promise<V1Node> {
    return this.#core.readNode({ name: this.name });
  }

  async stopHeartbeat(): Promise<void> {
    await this.#heartbeat?.stop();
  }

  async startHeartbeat(): Promise<void> {
    await this.#heartbeat?.start();
  }

  async delete(): Promise<void> {
    await this.stopHeartbeat();
    await orMissing(this.#core.deleteNode({ name: this.name }));
    await this.#heartbeat?.deleteLease();
  }

  async recreate(): Promise<void> {
    await this.delete();
    await this.create();
  }
}
