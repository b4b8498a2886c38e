import { detachCluster as decideDetach } from '@awp/domain';
import type { Context } from '../../graphql/context';
import type { Outcome } from '../../graphql/outcome';
import { runMutation, type Mutation } from '../../graphql/run-mutation';
import { onRecord } from '../../lifecycle/on-record';
import { findCluster, forgetCredential, updateCluster } from './cluster.store';

export async function detachCluster(
  context: Context,
  input: { id: string; idempotencyKey?: string | null },
): Promise<Outcome> {
  const mutation: Mutation = { name: 'detachCluster', action: 'cluster.detach', projectId: null, input };
  const outcome = await runMutation(context, mutation, async (tx, caller) => {
    const cluster = await findCluster(tx, input.id);
    if (cluster === null)
      return { refusals: [{ code: 'NOT_FOUND', field: 'id', message: `no cluster has the id ${input.id}` }] };
    const decision = decideDetach(cluster, caller.tokenId);
    if (!decision.accepted) return { refusals: decision.refusals };
    await updateCluster(tx, decision.state);
    await forgetCredential(tx, cluster);
    tx.emit(...onRecord(decision.events, { subjectKind: 'CLUSTER', clusterId: cluster.id }, context.origin()));
    return { subjectId: cluster.id };
  });
  context.app.observers.look();
  return outcome;
}
