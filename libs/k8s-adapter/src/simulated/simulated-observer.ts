import { once } from 'node:events';
import { EventEmitter } from 'node:events';
import type { ClusterIdentity, ClusterObservation, ClusterObserver, ObservedNode } from '@awp/domain';
import { ObservationQueue } from '../observe/observation-queue';

/**
 * A cluster that exists only in memory, for a first look without a real one and as the observer's fake in tests.
 * Everything it reports says SIMULATED. It keeps the port's promises, proved by the contract test.
 */
export class SimulatedCluster implements ClusterObserver {
  private readonly nodes = new Map<string, ObservedNode>();
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

  /** While down, contact fails and nothing is reported. */
  setDown(down: boolean): void {
    this.down = down;
    this.changes.emit('reach');
  }

  identify(): Promise<ClusterIdentity> {
    return Promise.resolve(this.identity);
  }

  async *observe(signal: AbortSignal): AsyncGenerator<ClusterObservation> {
    while (!signal.aborted) {
      if (this.down) {
        yield {
          kind: 'CONTACT_FAILED',
          failure: { code: 'CLUSTER_UNREACHABLE', message: 'the SIMULATED cluster was told to be down' },
        };
        await once(this.changes, 'reach', { signal }).catch(() => undefined);
      } else {
        yield* this.connected(signal);
      }
    }
  }

  private async *connected(signal: AbortSignal): AsyncGenerator<ClusterObservation> {
    const queue = new ObservationQueue(20_000);
    const push = (observation: ClusterObservation): void => queue.push(observation);
    const close = (): void => queue.close();
    const contact: ClusterObservation = { kind: 'CONTACT', identity: this.identity };
    queue.push(contact);
    queue.push({ kind: 'NODES', nodes: [...this.nodes.values()] });
    this.changes.on('change', push);
    this.changes.once('reach', close);
    signal.addEventListener('abort', close, { once: true });
    const timer = setInterval(() => push(contact), this.contactEveryMs);
    try {
      yield* queue.read();
    } finally {
      clearInterval(timer);
      this.changes.off('change', push);
      this.changes.off('reach', close);
      signal.removeEventListener('abort', close);
    }
  }
}
