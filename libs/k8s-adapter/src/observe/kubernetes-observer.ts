import { setTimeout as delay } from 'node:timers/promises';
import { ContactError, type ClusterIdentity, type ClusterObservation, type ClusterObserver } from '@awp/domain';
import { classifyContactFailure, statusOf } from '../connect/contact-failure';
import { Connection } from '../connect/connection';
import type { ParsedKubeconfig } from '../connect/kubeconfig';
import { Backoff } from './backoff';
import { listNodes, watchNodes } from './node-watch';
import { ObservationQueue } from './observation-queue';

export interface KubernetesObserverOptions {
  /** Read anew at each connection, so that a rotated credential is picked up. */
  readonly kubeconfig: () => Promise<ParsedKubeconfig>;
  /** Time between two signs of life, in milliseconds. */
  readonly contactEveryMs: number;
  readonly random?: () => number;
}

const CALL_TIMEOUT_MS = 10_000;
const RELIST_EVERY_MS = 300_000;
const QUEUE_LIMIT = 20_000;

/**
 * Observes a real cluster. One connection is: contact, complete list, then a watch from the list's version on. The
 * watch is resumed when it ends by itself; anything else tears the connection down, and the next one starts from a
 * complete list. Contact is probed beside the watch, because a watch can fall silent without an error.
 */
export class KubernetesObserver implements ClusterObserver {
  constructor(private readonly options: KubernetesObserverOptions) {}

  async identify(signal: AbortSignal): Promise<ClusterIdentity> {
    let connection: Connection | undefined;
    try {
      connection = new Connection(await this.options.kubeconfig());
      return await connection.identify(AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]));
    } catch (error) {
      throw new ContactError(classifyContactFailure(error));
    } finally {
      await connection?.close();
    }
  }

  async *observe(signal: AbortSignal): AsyncGenerator<ClusterObservation> {
    const backoff = new Backoff(500, 5_000, this.options.random ?? Math.random);
    while (!signal.aborted) {
      try {
        for await (const observation of this.oneConnection(signal)) {
          if (observation.kind === 'CONTACT') backoff.reset();
          yield observation;
        }
      } catch (error) {
        if (signal.aborted) return;
        // The server keeps old versions only for minutes: an expired watch asks for a fresh list, it is no failure.
        if (statusOf(error) === 410) continue;
        yield { kind: 'CONTACT_FAILED', failure: classifyContactFailure(error) };
      }
      // An abort ends the wait; the loop sees it.
      await delay(backoff.nextMs(), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends by throwing what broke the connection, or quietly when a fresh list is due. */
  private async *oneConnection(outer: AbortSignal): AsyncGenerator<ClusterObservation> {
    const connection = new Connection(await this.options.kubeconfig());
    const ending = new AbortController();
    const signal = AbortSignal.any([outer, ending.signal]);
    const queue = new ObservationQueue(QUEUE_LIMIT);
    let broken: { readonly error: unknown } | null = null;
    const breakOff = (error: unknown): void => {
      broken ??= { error };
      ending.abort();
      queue.close();
    };
    outer.addEventListener('abort', () => queue.close(), { once: true });
    const relistTimer = setTimeout(() => queue.close(), RELIST_EVERY_MS);
    try {
      const callSignal = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
      const identity = await connection.identify(callSignal());
      const { nodes, resourceVersion } = await listNodes(connection, callSignal);
      yield { kind: 'CONTACT', identity };
      yield { kind: 'NODES', nodes };
      void this.probe(connection, queue, callSignal, signal).catch(breakOff);
      void watchNodes(connection, resourceVersion, queue, signal).catch(breakOff);
      for await (const observation of queue.read()) {
        yield observation;
        if (queue.overflowed) break;
      }
      // Narrowing does not see that breakOff may have run meanwhile.
      const seen = broken as { readonly error: unknown } | null;
      if (seen !== null) throw seen.error;
    } finally {
      clearTimeout(relistTimer);
      ending.abort();
      queue.close();
      await connection.close();
    }
  }

  private async probe(
    connection: Connection,
    queue: ObservationQueue,
    callSignal: () => AbortSignal,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      await delay(this.options.contactEveryMs, undefined, { signal });
      queue.push({ kind: 'CONTACT', identity: await connection.identify(callSignal()) });
    }
  }
}
