import { CoordinationV1Api, type KubeConfig, type V1Node, V1MicroTime } from '@kubernetes/client-node';
import { apiClient, mergePatch, orMissing, statusOf } from './api-client.ts';

const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40; // as the kubelet's

/**
 * Renews a Node's Lease as a kubelet does, in the background. The controller manager takes a Node whose Lease stands
 * still for lost.
 */
export class Heartbeat {
  /** Of the latest renewal, null when it succeeded. It is expected while the API server is down. */
  lastError: Error | null = null;
  readonly #kubeConfig: KubeConfig;
  readonly #node: V1Node;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<void> | null = null;

  constructor(kubeConfig: KubeConfig, node: V1Node, everyMs: number) {
    this.#kubeConfig = kubeConfig;
    this.#node = node;
    this.#everyMs = everyMs;
  }

  /** Resolves after the first renewal. */
  async start(): Promise<void> {
    if (this.#timer !== undefined) return;
    await this.#renew();
    this.#timer = setInterval(() => this.#renewInBackground(), this.#everyMs);
    this.#timer.unref(); // a forgotten Node must not hold up the end of the tests
  }

  /** Resolves when no renewal is under way any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#renewal;
  }

  #renewInBackground(): void {
    if (this.#renewal) return; // the last one still waits for a frozen API server
    this.#renewal = this.#renew().then(
      () => {
        this.lastError = null;
        this.#renewal = null;
      },
      (error: Error) => {
        this.lastError = error;
        this.#renewal = null;
      },
    );
  }

  async #renew(): Promise<void> {
    const coordination = apiClient(this.#kubeConfig, CoordinationV1Api);
    const { name = '', uid = '' } = this.#node.metadata ?? {};
    const renewTime = new V1MicroTime();
    const lease = { namespace: LEASE_NAMESPACE, name };
    try {
      await coordination.patchNamespacedLease({ ...lease, body: { spec: { renewTime } } }, mergePatch);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      await coordination.createNamespacedLease({
        namespace: LEASE_NAMESPACE,
        body: {
          metadata: { name, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] },
          spec: { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime },
        },
      });
    }
  }

  async deleteLease(): Promise<void> {
    const name = this.#node.metadata?.name ?? '';
    const coordination = apiClient(this.#kubeConfig, CoordinationV1Api);
    await orMissing(coordination.deleteNamespacedLease({ namespace: LEASE_NAMESPACE, name }));
  }
}
