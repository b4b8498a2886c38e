import { isDeepStrictEqual } from 'node:util';
import {
  discoverMachine,
  loseNode,
  observeNode,
  replaceNode,
  type Machine,
  type MachineEvent,
  type ObservedNode,
} from '@awp/domain';
import { byObservation, onRecord } from '../lifecycle/on-record';
import {
  findMachineObservations,
  findMachinesForNodes,
  findNodeUids,
  insertFormerNodes,
  insertMachines,
  saveMachineObservations,
  updateMachines,
} from '../modules/machine/machine.store';
import { newId } from '../persistence/ids';
import type { Transaction } from '../persistence/transaction';
import { chunks } from './chunks';
import type { ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';
import { withLease } from './with-lease';

/** What was decided on one machine. `before` is null for a machine that is new, `node` for one that lost its Node. */
interface Decided {
  readonly before: Machine | null;
  readonly after: Machine;
  readonly events: readonly MachineEvent[];
  readonly node: ObservedNode | null;
}

/** A complete list: Nodes in it are taken in, machines whose Node is not in it lost theirs. */
export async function recordNodeList(
  recorder: Recorder,
  lease: ObserverLease,
  nodes: readonly ObservedNode[],
  signal: AbortSignal,
): Promise<void> {
  const present = new Set(nodes.map((node) => node.uid));
  const gone = (await findNodeUids(recorder.db, lease.clusterId)).filter((uid) => !present.has(uid));
  // First what is gone: a Node that was re-created under its name then finds its machine free.
  for (const uids of chunks(gone)) {
    signal.throwIfAborted();
    await recordNodesDeleted(recorder, lease, uids);
  }
  for (const some of chunks(nodes)) {
    signal.throwIfAborted();
    await recordNodes(recorder, lease, some);
  }
}

/** Some Nodes as they are now. One that is on record just so changes nothing, and nothing is written for it. */
export async function recordNodes(
  recorder: Recorder,
  lease: ObserverLease,
  nodes: readonly ObservedNode[],
): Promise<void> {
  await withLease(recorder, lease, async (tx) => {
    const now = recorder.now();
    const uids = nodes.map((node) => node.uid);
    const names = nodes.map((node) => node.name);
    const machines = await findMachinesForNodes(tx, lease.clusterId, uids, names);
    const ids = machines.map((machine) => machine.id);
    const observations = await findMachineObservations(tx, ids);
    const seenBefore = new Map(observations.map(({ machineId, node }) => [machineId, node]));
    const byUid = new Map(machines.map((machine) => [machine.node?.nodeUid, machine]));
    const byName = new Map(machines.map((machine) => [machine.name, machine]));
    const decided = nodes.flatMap((node): Decided[] => {
      // By UID, or by name where the machine's own Node is another or gone.
      const before = byUid.get(node.uid) ?? byName.get(node.name) ?? null;
      if (before === null) {
        const decision = discoverMachine(newId('machine'), lease.clusterId, node, now);
        return decision.accepted ? [{ before, after: decision.state, events: decision.events, node }] : [];
      }
      const seen = seenBefore.get(before.id)!;
      const same = before.node?.nodeUid === node.uid;
      if (same && isDeepStrictEqual(seen, node)) return [];
      const decision = same ? observeNode(before, seen, node, now) : replaceNode(before, node, now);
      return decision.accepted ? [{ before, after: decision.state, events: decision.events, node }] : [];
    });
    await store(tx, lease.clusterId, decided, now);
  });
}

export async function recordNodesDeleted(
  recorder: Recorder,
  lease: ObserverLease,
  uids: readonly string[],
): Promise<void> {
  await withLease(recorder, lease, async (tx) => {
    const now = recorder.now();
    const machines = await findMachinesForNodes(tx, lease.clusterId, uids, []);
    const decided = machines.flatMap((before): Decided[] => {
      const decision = loseNode(before, now);
      return decision.accepted ? [{ before, after: decision.state, events: decision.events, node: null }] : [];
    });
    await store(tx, lease.clusterId, decided, now);
  });
}

async function store(tx: Transaction, clusterId: string, decided: readonly Decided[], now: Date): Promise<void> {
  await insertMachines(
    tx,
    decided.filter(({ before }) => before === null).map(({ after }) => after),
  );
  await updateMachines(
    tx,
    decided
      .filter(({ before, after }) => before !== null && !isDeepStrictEqual(before, after))
      .map(({ after }) => after),
  );
  await insertFormerNodes(
    tx,
    decided.flatMap(({ before, after }) =>
      before !== null && before.node !== null && before.node.nodeUid !== after.node?.nodeUid
        ? [{ machineId: before.id, mapping: before.node, until: now }]
        : [],
    ),
  );
  await saveMachineObservations(
    tx,
    decided.flatMap(({ after, node }) => (node === null ? [] : [{ machineId: after.id, node }])),
  );
  const events = decided.flatMap((one) => one.events);
  tx.emit(...onRecord(events, { subjectKind: 'MACHINE', clusterId }, byObservation(clusterId, now)));
}
