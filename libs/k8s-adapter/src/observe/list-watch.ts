import { setTimeout as delay } from 'node:timers/promises';
import { ContactError, type ClusterObservation } from '@awp/domain';
import type { ConfigurationOptions } from '@kubernetes/client-node';
import { callOptions } from '../connect/call-options';
import type { Connection } from '../connect/connection';
import type { ObservationQueue } from './observation-queue';

const PAGE = 500;
/** A watch lasts seconds at least; one that always ends at once must not be asked for without pause. */
const RESUME_AFTER_MS = 1_000;

/** What an API server answers to a list: a page of it. */
export interface ListPage<T> {
  readonly items?: readonly T[];
  readonly metadata?: { readonly resourceVersion?: string; readonly _continue?: string };
}

/** One kind of object that is listed and watched, and how what is seen of it is reported. */
export interface WatchedKind<T> {
  /** In messages, as Kubernetes writes it in the plural. */
  readonly name: string;
  readonly path: string;
  readonly list: (
    connection: Connection,
    page: { readonly limit: number; readonly _continue: string | undefined },
    options: ConfigurationOptions,
  ) => Promise<ListPage<T>>;
  readonly listed: (objects: readonly T[]) => ClusterObservation;
  readonly changed: (object: T) => ClusterObservation;
  readonly deleted: (object: T) => ClusterObservation;
}

/** All objects of a kind, and the version of the list that a watch goes on from. */
export async function listAll<T>(
  connection: Connection,
  kind: WatchedKind<T>,
  signal: () => AbortSignal,
): Promise<{ report: ClusterObservation; resourceVersion: string }> {
  const objects: T[] = [];
  let next: string | undefined;
  for (;;) {
    const page = await kind.list(connection, { limit: PAGE, _continue: next }, callOptions(signal()));
    const resourceVersion = page?.metadata?.resourceVersion;
    if (!Array.isArray(page?.items) || resourceVersion === undefined) {
      throw new ContactError({ code: 'CLUSTER_ANSWER_INVALID', message: `the answer is not a list of ${kind.name}` });
    }
    objects.push(...(page.items as readonly T[]));
    next = page.metadata?._continue || undefined;
    if (next === undefined) return { report: kind.listed(objects), resourceVersion };
  }
}

export interface WatchFrom {
  /** Version of the list that the watch goes on from. */
  readonly resourceVersion: string;
  readonly queue: ObservationQueue;
  readonly signal: AbortSignal;
  /** The server has accepted the watch: from here on no change is missed. */
  readonly onOpen: () => void;
}

/**
 * Feeds changes into the queue until aborted. A watch that ends by itself (the server does that every few minutes, the
 * library after 30 s of silence) is resumed from the last version seen. Rejects on anything else; an expired version
 * (410) too, since only a complete list helps then.
 */
export async function watchAll<T>(connection: Connection, kind: WatchedKind<T>, from: WatchFrom): Promise<void> {
  let version = from.resourceVersion;
  while (!from.signal.aborted) {
    const openedAt = performance.now();
    version = await watchOnce(connection, kind, version, from);
    const restMs = RESUME_AFTER_MS - (performance.now() - openedAt);
    // An abort ends the wait; the loop sees it.
    if (restMs > 0) await delay(restMs, undefined, { signal: from.signal }).catch(() => undefined);
  }
}

/** One watch request; resolves with the last version seen when it ended by itself or was aborted. */
async function watchOnce<T>(
  connection: Connection,
  kind: WatchedKind<T>,
  resourceVersion: string,
  { queue, signal, onOpen }: WatchFrom,
): Promise<string> {
  let version = resourceVersion;
  let settled = false;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const end = (error?: unknown): void => {
    settled = true;
    if (error === undefined || signal.aborted) resolve(version);
    else reject(error as Error);
  };
  const onChange = (type: string, object: T): void => {
    if (settled) return;
    // The library drops what is thrown here, and with it the change.
    try {
      version = applyChange(kind, type, object, queue) ?? version;
    } catch (error) {
      end(error);
    }
  };
  const onEnd = (error: unknown): void => {
    const endedByItself = error == null || (error as Error).name === 'TimeoutError';
    end(endedByItself ? undefined : error);
  };
  const query = { resourceVersion, allowWatchBookmarks: true, timeoutSeconds: 240 };
  let request: AbortController | undefined;
  const abort = (): void => request?.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    // Resolves when the server has accepted the watch, or after onEnd when it has not.
    request = await connection.newWatch().watch(kind.path, query, onChange, onEnd);
    if (signal.aborted) end();
    else if (!settled) onOpen();
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    request?.abort();
  }
}

/** The version that the change leads to, if it tells one. */
function applyChange<T>(kind: WatchedKind<T>, type: string, object: T, queue: ObservationQueue): string | undefined {
  if (type === 'ERROR') {
    const { code } = object as { code?: number };
    throw Object.assign(new Error('the watch was refused'), { statusCode: code ?? 500, body: object });
  }
  if (type === 'ADDED' || type === 'MODIFIED') queue.push(kind.changed(object));
  if (type === 'DELETED') queue.push(kind.deleted(object));
  return (object as { metadata?: { resourceVersion?: string } }).metadata?.resourceVersion;
}
