import {
  discoverMachine,
  loseNode,
  observeNode,
  recordContact,
  replaceNode,
  type ClusterIdentity,
  type ContactFailure,
  type Decision,
  type Machine,
  type MachineEvent,
  type ObservedNode,
} from '@awp/domain';
import { byObservation, onRecord } from '../lifecycle/on-record';
import {
  findCluster,
  recordClusterContact,
  recordClusterFailure,
  updateCluster,
} from '../modules/cluster/cluster.store';
import type { MachineObservation } from '../modules/machine/machine.rows';
import {
  findLivingMachines,
  findMachineObservations,
  findMachinesForNodes,
  insertFormerNode,
  insertMachine,
  saveMachineObservation,
  updateMachine,
} from '../modules/machine/machine.store';
import { newId } from '../persistence/ids';
import type { Transaction } from '../persistence/transaction';
import { chunks } from './chunks';
import { assertLease, type ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';

/**
 * The API answered: observations hold as of now. The contact itself is an event only when it changes something.
 * False when another cluster answered: nothing it reports is to be recorded.
 */
export async function recordClusterAnswered(
  recorder: Recorder,
  lease: ObserverLease,
  identity: ClusterIdentity,
): Promise<boolean> {
  const { clusterId } = lease;
  return recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    const cluster = (await findCluster(tx, clusterId))!;
    const now = recorder.now();
    const decision = recordContact(cluster, identity, now);
    if (decision.accepted && decision.events.length > 0) {
      await updateCluster(tx, decision.state);
      tx.emit(
        ...onRecord(decision.events, { subjectKind: 'CLUSTER', clusterId: clusterId }, byObservation(clusterId, now)),
      );
    }
    const expected = identity.kubernetesUid === cluster.kubernetesUid;
    if (expected) await recordClusterContact(tx, clusterId, identity.kubernetesVersion, now);
    return expected;
  });
}

/** A try failed. Only noted: the sweeper tells of it once it has lasted longer than the policy allows. */
export async function recordContactFailed(
  recorder: Recorder,
  lease: ObserverLease,
  failure: ContactFailure,
): Promise<void> {
  await recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    await recordClusterFailure(tx, lease.clusterId, failure, recorder.now());
  });
}

/** A complete list: Nodes in it are taken in, machines whose Node is not in it lost theirs. */
export async function recordNodeList(
  recorder: Recorder,
  lease: ObserverLease,
  nodes: readonly ObservedNode[],
): Promise<void> {
  const present = new Set(nodes.map((node) => node.uid));
  const known = await findLivingMachines(recorder.db, lease.clusterId);
  const gone = known.flatMap((machine) =>
    machine.node !== null && !present.has(machine.node.nodeUid) ? [machine.node.nodeUid] : [],
  );
  // First what is gone: a Node that was re-created under its name then finds its machine free.
  for (const uids of chunks(gone)) await recordNodesDeleted(recorder, lease, uids);
  for (const some of chunks(nodes)) await recordNodes(recorder, lease, some);
}

/** Some Nodes as they are now. */
export async function recordNodes(
  recorder: Recorder,
  lease: ObserverLease,
  nodes: readonly ObservedNode[],
): Promise<void> {
  await recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    // By UID, or by name where the machine's own Node is another or gone.
    const uids = nodes.map((node) => node.uid);
    const names = nodes.map((node) => node.name);
    const machines = await findMachinesForNodes(tx, lease.clusterId, uids, names);
    const observations = await findMachineObservations(
      tx,
      machines.map((machine) => machine.id),
    );
    for (const node of nodes) await recordNode(recorder, tx, lease.clusterId, node, machines, observations);
  });
}

export async function recordNodesDeleted(
  recorder: Recorder,
  lease: ObserverLease,
  uids: readonly string[],
): Promise<void> {
  await recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    const machines = await findMachinesForNodes(tx, lease.clusterId, uids, []);
    for (const machine of machines) await store(tx, machine, loseNode(machine, recorder.now()), recorder.now());
  });
}

async function recordNode(
  recorder: Recorder,
  tx: Transaction,
  clusterId: string,
  node: ObservedNode,
  machines: readonly Machine[],
  observations: readonly MachineObservation[],
): Promise<void> {
  const now = recorder.now();
  const machine = machines.find((m) => m.node?.nodeUid === node.uid) ?? machines.find((m) => m.name === node.name);
  if (machine === undefined) {
    const discovered = discoverMachine(newId('machine'), clusterId, node, now);
    if (!discovered.accepted) return;
    await insertMachine(tx, discovered.state);
    tx.emit(
      ...onRecord(discovered.events, { subjectKind: 'MACHINE', clusterId: clusterId }, byObservation(clusterId, now)),
    );
    await saveMachineObservation(tx, discovered.state.id, node, now);
    return;
  }
  const before = observations.find((observation) => observation.machineId === machine.id)!.node;
  const decision =
    machine.node?.nodeUid === node.uid ? observeNode(machine, before, node, now) : replaceNode(machine, node, now);
  await store(tx, machine, decision, now);
  await saveMachineObservation(tx, machine.id, node, now);
}

async function store(
  tx: Transaction,
  before: Machine,
  decision: Decision<Machine, MachineEvent>,
  now: Date,
): Promise<void> {
  if (!decision.accepted) return;
  const after = decision.state;
  if (decision.events.length > 0 || JSON.stringify(after.healthReasons) !== JSON.stringify(before.healthReasons))
    await updateMachine(tx, after);
  if (before.node !== null && before.node.nodeUid !== after.node?.nodeUid)
    await insertFormerNode(tx, before.id, before.node, now);
  tx.emit(
    ...onRecord(
      decision.events,
      { subjectKind: 'MACHINE', clusterId: before.clusterId },
      byObservation(before.clusterId, now),
    ),
  );
}
