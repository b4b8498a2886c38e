import type { ObservedNode } from '@awp/domain';
import type { V1Node } from '@kubernetes/client-node';
import { callOptions } from '../connect/call-options';
import type { Connection } from '../connect/connection';
import type { ObservationQueue } from './observation-queue';
import { toObservedNode } from './node-mapper';

const PAGE = 500;

/** All Nodes, and the version of the list that a watch goes on from. */
export async function listNodes(
  connection: Connection,
  signal: () => AbortSignal,
): Promise<{ nodes: ObservedNode[]; resourceVersion: string }> {
  const nodes: ObservedNode[] = [];
  let next: string | undefined;
  for (;;) {
    const page = await connection.core.listNode({ limit: PAGE, _continue: next }, callOptions(signal()));
    nodes.push(...page.items.map(toObservedNode));
    next = page.metadata?._continue || undefined;
    if (next === undefined) return { nodes, resourceVersion: page.metadata!.resourceVersion! };
  }
}

/**
 * Feeds changes into the queue until aborted. A watch that ends by itself (the server does that every few minutes, the
 * library after 30 s of silence) is resumed from the last version seen. Rejects on anything else; an expired version
 * (410) too, since only a complete list helps then.
 */
export async function watchNodes(
  connection: Connection,
  resourceVersion: string,
  queue: ObservationQueue,
  signal: AbortSignal,
): Promise<void> {
  let version = resourceVersion;
  while (!signal.aborted) {
    version = await watchOnce(connection, version, queue, signal);
  }
}

function watchOnce(
  connection: Connection,
  from: string,
  queue: ObservationQueue,
  signal: AbortSignal,
): Promise<string> {
  let version = from;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onChange = (type: string, object: V1Node & { code?: number }): void => {
    if (type === 'ERROR')
      return reject(Object.assign(new Error('the watch was refused'), { statusCode: object.code ?? 500 }));
    version = object.metadata?.resourceVersion ?? version;
    if (type === 'ADDED' || type === 'MODIFIED') queue.push({ kind: 'NODE', node: toObservedNode(object) });
    if (type === 'DELETED') queue.push({ kind: 'NODE_DELETED', uid: object.metadata!.uid! });
  };
  const onEnd = (error: unknown): void => {
    const endedByItself = error == null || (error as Error).name === 'TimeoutError';
    if (endedByItself || signal.aborted) resolve(version);
    else reject(error as Error);
  };
  connection
    .newWatch()
    .watch('/api/v1/nodes', { resourceVersion: from, allowWatchBookmarks: true, timeoutSeconds: 240 }, onChange, onEnd)
    .then(
      (controller) => {
        if (signal.aborted) controller.abort();
        signal.addEventListener('abort', () => controller.abort(), { once: true });
      },
      (error: unknown) => reject(error as Error),
    );
  return promise;
}
