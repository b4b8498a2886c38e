import { EventEmitter, once } from 'node:events';
import {
  ContactError,
  type ClusterIdentity,
  type ClusterObservation,
  type ClusterObserver,
  type ContactFailure,
  type ObservedNode,
  type ObservedPod,
} from '@awp/domain';
import { ObservationQueue } from '../observe/observation-queue';

const QUEUE_LIMIT = 20_000;
const toldToBeDown: ContactFailure = {
  code: 'CLUSTER_UNREACHABLE',
  message: 'the SIMULATED cluster was told to be down',
};

/**
 * A cluster that exists only in memory, for a first look without a real one and as the observer's fake in tests.
 * Everything it reports says SIMULATED. It keeps the port's promises, proved by the contract test.
 */
export class SimulatedCluster implements ClusterObserver {
  private readonly nodes = new Map<string, ObservedNode>();
  private readonly pods = new Map<string, ObservedPod>();
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private down = false;

  constructor(
    private readonly identity: ClusterIdentity,
    private readonly contactEveryMs: number,
  ) {}

  put(node: ObservedNode): void {
    this.nodes.set(node.uid, node);
    this.changes.emit('change', { kind: 'NODE', node } satisfies ClusterObservation);
  }

  remove(uid: string): void {
    if (this.nodes.delete(uid)) this.changes.emit('change', { kind: 'NODE_DELETED', uid } satisfies ClusterObservation);
  }

  putPod(pod: ObservedPod): void {
    this.pods.set(pod.uid, pod);
    this.changes.emit('change', { kind: 'POD', pod } satisfies ClusterObservation);
  }

  removePod(uid: string): void {
    if (this.pods.delete(uid)) this.changes.emit('change', { kind: 'POD_DELETED', uid } satisfies ClusterObservation);
  }

  /** While down, contact fails and nothing is reported. */
  setDown(down: boolean): void {
    this.down = down;
    this.changes.emit('reach');
  }

  async identify(signal: AbortSignal): Promise<ClusterIdentity> {
    if (signal.aborted) throw new ContactError({ code: 'CLUSTER_UNREACHABLE', message: 'no answer in time' });
    if (this.down) throw new ContactError(toldToBeDown);
    return this.identity;
  }

  async *observe(signal: AbortSignal): AsyncGenerator<ClusterObservation> {
    while (!signal.aborted) {
      if (!this.down) {
        yield* this.connected(signal);
        continue;
      }
      yield { kind: 'CONTACT_FAILED', failure: toldToBeDown };
      // It may be up again, or aborted, by the time the reader asks for more.
      while (this.down && !signal.aborted) await once(this.changes, 'reach', { signal }).catch(() => undefined);
    }
  }

  /** Ends when the cluster goes down, when a complete list is due, or when aborted. */
  private async *connected(signal: AbortSignal): AsyncGenerator<ClusterObservation> {
    const queue = new ObservationQueue(QUEUE_LIMIT);
    const push = (observation: ClusterObservation): void => queue.push(observation);
    const close = (): void => queue.close();
    const contact: ClusterObservation = { kind: 'CONTACT', identity: this.identity };
    queue.push({ kind: 'IDENTIFIED', identity: this.identity });
    queue.push({ kind: 'NODES', nodes: [...this.nodes.values()] });
    queue.push({ kind: 'PODS', pods: [...this.pods.values()] });
    queue.push(contact);
    this.changes.on('change', push);
    this.changes.once('reach', close);
    signal.addEventListener('abort', close, { once: true });
    const timer = setInterval(() => push(contact), this.contactEveryMs);
    try {
      for await (const observation of queue.read()) {
        if (signal.aborted) return;
        yield observation;
        if (queue.overflowed) return;
      }
    } finally {
      clearInterval(timer);
      this.changes.off('change', push);
      this.changes.off('reach', close);
      signal.removeEventListener('abort', close);
    }
  }
}
