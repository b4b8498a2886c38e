import type { ClusterObservation, ObservedNode, ObservedPod } from '@awp/domain';

/** What is recorded in one go: a report of its own, or changes of different objects of one kind that came in a row. */
export type ToRecord =
  | Extract<ClusterObservation, { kind: 'IDENTIFIED' | 'CONTACT_FAILED' | 'NODES' | 'PODS' }>
  | { readonly kind: 'NODES_CHANGED'; readonly nodes: ObservedNode[] }
  | { readonly kind: 'NODES_DELETED'; readonly uids: string[] }
  | { readonly kind: 'PODS_CHANGED'; readonly pods: ObservedPod[] }
  | { readonly kind: 'PODS_DELETED'; readonly uids: string[] };

interface Waiting {
  readonly batch: ToRecord;
  /** Of whom it tells. A second change of the same object waits for the next batch: each is told. */
  readonly uids: Set<string>;
}

const BATCH_LIMIT = 500;
/** Changes that may wait while a list is recorded; past that a new complete list is worth more than they are. */
const LIMIT = 20_000;

/**
 * Records one batch after the other, in the order in which they came, beside the reading: so signs of life are heard
 * while a list of thousands is recorded.
 */
export class RecordingLane {
  private waiting: Waiting[] = [];
  private size = 0;
  private running: Promise<void> | null = null;

  constructor(
    private readonly record: (batch: ToRecord) => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  push(observation: Exclude<ClusterObservation, { kind: 'CONTACT' }>): void {
    if (this.size >= LIMIT) throw new Error(`more than ${LIMIT} changes wait to be recorded`);
    this.size += 1;
    const [uid, batch] = batchOf(observation);
    const last = this.waiting.at(-1);
    if (last === undefined || uid === null || !joins(last, uid, batch))
      this.waiting.push({ batch, uids: new Set(uid === null ? [] : [uid]) });
    this.running ??= this.run();
  }

  /** Resolves when nothing is being recorded any more. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    // The changes of one packet of the watch are pushed first, and so recorded together.
    await Promise.resolve();
    try {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
        this.size -= Math.max(next.uids.size, 1);
        await this.record(next.batch);
      }
    } catch (error) {
      this.waiting = [];
      this.failed(error);
    } finally {
      this.running = null;
    }
  }
}

function batchOf(observation: Exclude<ClusterObservation, { kind: 'CONTACT' }>): [uid: string | null, batch: ToRecord] {
  switch (observation.kind) {
    case 'NODE':
      return [observation.node.uid, { kind: 'NODES_CHANGED', nodes: [observation.node] }];
    case 'NODE_DELETED':
      return [observation.uid, { kind: 'NODES_DELETED', uids: [observation.uid] }];
    case 'POD':
      return [observation.pod.uid, { kind: 'PODS_CHANGED', pods: [observation.pod] }];
    case 'POD_DELETED':
      return [observation.uid, { kind: 'PODS_DELETED', uids: [observation.uid] }];
    case 'IDENTIFIED':
    case 'CONTACT_FAILED':
    case 'NODES':
    case 'PODS':
      return [null, observation];
  }
}

/** Adds a change to a batch that waits, where it may join it. */
function joins({ batch, uids }: Waiting, uid: string, next: ToRecord): boolean {
  if (uids.has(uid) || uids.size >= BATCH_LIMIT) return false;
  if (batch.kind === 'NODES_CHANGED' && next.kind === 'NODES_CHANGED') batch.nodes.push(...next.nodes);
  else if (batch.kind === 'NODES_DELETED' && next.kind === 'NODES_DELETED') batch.uids.push(...next.uids);
  else if (batch.kind === 'PODS_CHANGED' && next.kind === 'PODS_CHANGED') batch.pods.push(...next.pods);
  else if (batch.kind === 'PODS_DELETED' && next.kind === 'PODS_DELETED') batch.uids.push(...next.uids);
  else return false;
  uids.add(uid);
  return true;
}
