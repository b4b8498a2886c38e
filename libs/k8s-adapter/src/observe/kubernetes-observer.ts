import { setTimeout as delay } from 'node:timers/promises';
import { ContactError, type ClusterIdentity, type ClusterObservation, type ClusterObserver } from '@awp/domain';
import { Connection } from '../connect/connection';
import { classifyContactFailure, statusOf } from '../connect/contact-failure';
import type { ParsedKubeconfig } from '../connect/kubeconfig';
import { Backoff } from './backoff';
import { listAll, watchAll, type WatchedKind } from './list-watch';
import { ObservationQueue } from './observation-queue';
import { nodes, pods } from './watched-kinds';

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
 * Observes a real cluster. One connection is: identity, then for Nodes and for Pods a complete list and an open watch
 * from the list's version on; only then is anything reported, and contact after the lists. A watch is resumed when it
 * ends by itself; anything else tears the connection down, and the next one starts from complete lists. Contact is
 * probed beside the watch, because a watch can fall silent without an error.
 */
export class KubernetesObserver implements ClusterObserver {
  constructor(private readonly options: KubernetesObserverOptions) {}

  async identify(signal: AbortSignal): Promise<ClusterIdentity> {
    let connection: Connection | undefined;
    try {
      connection = new Connection(await this.options.kubeconfig());
      return await connection.identify(withTimeout(signal));
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
        let contacts = 0;
        for await (const observation of this.oneConnection(signal)) {
          if (signal.aborted) return;
          if (observation.kind === 'CONTACT') contacts += 1;
          // The first contact of a connection proves little: a watch that always breaks would list without pause.
          if (contacts > 1) backoff.reset();
          yield observation;
        }
      } catch (error) {
        if (signal.aborted) return;
        // The server keeps old versions only for minutes: an expired watch asks for a fresh list, it is no failure.
        if (statusOf(error) !== 410) yield { kind: 'CONTACT_FAILED', failure: classifyContactFailure(error) };
      }
      // An abort ends the wait; the loop sees it.
      await delay(backoff.nextMs(), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends by throwing what broke the connection, or quietly when a fresh list is due. */
  private async *oneConnection(outer: AbortSignal): AsyncGenerator<ClusterObservation> {
    const ending = new AbortController();
    const { signal } = ending;
    const queue = new ObservationQueue(QUEUE_LIMIT);
    let broken: { readonly error: unknown } | null = null;
    const end = (): void => {
      ending.abort();
      queue.close();
    };
    // What waits in the queue is still reported; then the connection is torn down.
    const breakOff = (error: unknown): void => {
      broken ??= { error };
      queue.close();
    };
    // Taken off at the end: the outer signal outlives thousands of connections.
    outer.addEventListener('abort', end, { once: true });
    const relistTimer = setTimeout(() => queue.close(), RELIST_EVERY_MS);
    const tasks: Promise<void>[] = [];
    let connection: Connection | undefined;
    try {
      connection = new Connection(await this.options.kubeconfig());
      outer.throwIfAborted();
      const identity = await connection.identify(withTimeout(signal));
      const open = async <T>(kind: WatchedKind<T>): Promise<ClusterObservation> => {
        const { report, resourceVersion } = await listAll(connection!, kind, () => withTimeout(signal));
        const opened = opening(withTimeout(signal));
        const onOpen = (): void => opened.resolve();
        tasks.push(
          watchAll(connection!, kind, { resourceVersion, queue, signal, onOpen }).catch((error: unknown) => {
            opened.reject(error);
            breakOff(error);
          }),
        );
        await opened.promise;
        return report;
      };
      const reports = [await open(nodes), await open(pods)];
      // Before the lists are handed over: taking them in may take longer than the time between two signs of life.
      tasks.push(this.probe(connection, queue, signal).catch(breakOff));
      yield { kind: 'IDENTIFIED', identity };
      yield* reports;
      // A watch that broke meanwhile vouches for nothing.
      if (!queue.closed) yield { kind: 'CONTACT', identity };
      for await (const observation of queue.read()) {
        yield observation;
        if (queue.overflowed) break;
      }
      // Narrowing does not see that breakOff may have run meanwhile.
      const seen = broken as { readonly error: unknown } | null;
      if (seen !== null) throw seen.error;
    } finally {
      outer.removeEventListener('abort', end);
      clearTimeout(relistTimer);
      end();
      await connection?.close();
      await Promise.all(tasks);
    }
  }

  private async probe(connection: Connection, queue: ObservationQueue, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(this.options.contactEveryMs, undefined, { signal });
      queue.push({ kind: 'CONTACT', identity: await connection.identify(withTimeout(signal)) });
    }
  }
}

function withTimeout(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
}

/** A promise that somebody else resolves, unless `limit` ends first. */
function opening(limit: AbortSignal): PromiseWithResolvers<void> {
  const deferred = Promise.withResolvers<void>();
  limit.addEventListener('abort', () => deferred.reject(limit.reason), { once: true });
  return deferred;
}
