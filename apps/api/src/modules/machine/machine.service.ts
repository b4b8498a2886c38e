import { adoptMachine as decideAdopt, quoted } from '@awp/domain';
import type { Context } from '../../graphql/context';
import { observedBy } from '../../graphql/observed.type';
import type { Outcome } from '../../graphql/outcome';
import { runMutation, type Mutation } from '../../graphql/run-mutation';
import { onRecord } from '../../lifecycle/on-record';
import { findCluster } from '../cluster/cluster.store';
import { findMachine, findMachineObservations, updateMachine } from './machine.store';

export async function adoptMachine(
  context: Context,
  input: { id: string; idempotencyKey?: string | null },
): Promise<Outcome> {
  const mutation: Mutation = { name: 'adoptMachine', action: 'machine.adopt', projectId: null, input };
  return runMutation(context, mutation, async (tx, caller) => {
    const machine = await findMachine(tx, input.id);
    if (machine === null)
      return { refusals: [{ code: 'NOT_FOUND', field: 'id', message: `no machine has the id ${quoted(input.id)}` }] };
    const cluster = (await findCluster(tx, machine.clusterId))!;
    if (cluster.desired === 'DETACHED') {
      const message = `cluster ${cluster.key} is detached`;
      return { refusals: [{ code: 'CLUSTER_DETACHED', message, subjectId: cluster.id }] };
    }
    const node = (await findMachineObservations(tx, [machine.id]))[0]?.node ?? null;
    const { stale } = observedBy(cluster, context.now());
    const decision = decideAdopt(machine, { actor: caller.tokenId, now: context.now(), stale, node });
    if (!decision.accepted) return { refusals: decision.refusals };
    await updateMachine(tx, decision.state);
    tx.emit(...onRecord(decision.events, { subjectKind: 'MACHINE', clusterId: machine.clusterId }, context.origin()));
    return { subjectId: machine.id };
  });
}
