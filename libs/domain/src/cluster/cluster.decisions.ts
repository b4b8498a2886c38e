import type { ClusterIdentity, ContactFailure } from '../observation';
import { accept, checkKey, checkName, refuse, type Decision, type EventReason, type Refusal } from '../shared';
import {
  defaultClusterPolicy,
  type Cluster,
  type ClusterContact,
  type ClusterEvent,
  type ClusterPolicy,
  type ClusterProvider,
} from './cluster';

type ClusterDecision = Decision<Cluster, ClusterEvent>;

export interface RegisterCluster {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly provider: ClusterProvider;
  /** Who answered at the first contact. */
  readonly identity: ClusterIdentity;
  readonly policy: Partial<ClusterPolicy>;
  readonly actor: string;
  readonly now: Date;
}

/** What is wrong with what a person gave, before anything is tried with it. */
export function checkRegistration(command: Pick<RegisterCluster, 'key' | 'name' | 'policy'>): Refusal[] {
  const policy = { ...defaultClusterPolicy, ...command.policy };
  return [...checkKey(command.key, 'key'), ...checkName(command.name, 'name'), ...checkPolicy(policy)];
}

export function registerCluster(command: RegisterCluster): ClusterDecision {
  const policy = { ...defaultClusterPolicy, ...command.policy };
  const refusals = checkRegistration(command);
  if (refusals.length > 0) return refuse(...refusals);
  const { id, key, provider, identity, now } = command;
  const reason = { code: 'REGISTERED', message: `registered by ${command.actor}` };
  const cluster: Cluster = {
    id,
    key,
    name: command.name.trim(),
    provider,
    kubernetesUid: identity.kubernetesUid,
    desired: 'ACTIVE',
    contact: 'CONNECTED',
    contactReason: { ...reason, since: now },
    policy,
    createdAt: now,
    version: 1,
  };
  return accept<Cluster, ClusterEvent>(cluster, {
    type: 'ClusterRegistered',
    subjectId: id,
    from: null,
    to: key,
    reason,
  });
}

/**
 * The API answered. Nothing changes while the right cluster keeps answering; a return is told once; another
 * cluster behind the same address is told once and stops observation, for its Nodes are not ours.
 */
export function recordContact(cluster: Cluster, identity: ClusterIdentity, now: Date): ClusterDecision {
  if (identity.kubernetesUid !== cluster.kubernetesUid) {
    if (cluster.contact === 'IDENTITY_CHANGED') return accept<Cluster, ClusterEvent>(cluster);
    const message = `expected the cluster with UID ${cluster.kubernetesUid}; ${identity.kubernetesUid} answers at its address`;
    return changeContact(
      cluster,
      'IDENTITY_CHANGED',
      'ClusterIdentityChanged',
      { code: 'CLUSTER_IDENTITY_CHANGED', message },
      now,
    );
  }
  if (cluster.contact === 'CONNECTED') return accept<Cluster, ClusterEvent>(cluster);
  const reason = { code: 'CONTACT', message: `the API server answers again, Kubernetes ${identity.kubernetesVersion}` };
  return changeContact(cluster, 'CONNECTED', 'ClusterContactRestored', reason, now);
}

/** Nothing was heard for longer than the policy allows. `failure` is what the last try met; null when nobody tried. */
export function loseContact(cluster: Cluster, failure: ContactFailure | null, now: Date): ClusterDecision {
  if (cluster.contact === 'LOST' || cluster.contact === 'IDENTITY_CHANGED')
    return accept<Cluster, ClusterEvent>(cluster);
  const reason = failure ?? { code: 'OBSERVER_SILENT', message: 'no observer reported on this cluster' };
  return changeContact(cluster, 'LOST', 'ClusterContactLost', { code: reason.code, message: reason.message }, now);
}

export function detachCluster(cluster: Cluster, actor: string): ClusterDecision {
  if (cluster.desired === 'DETACHED') {
    return refuse({
      code: 'CLUSTER_DETACHED',
      message: `cluster ${cluster.key} is detached already`,
      subjectId: cluster.id,
    });
  }
  const reason = { code: 'DETACHED', message: `detached by ${actor}` };
  return accept<Cluster, ClusterEvent>(
    { ...cluster, desired: 'DETACHED' },
    { type: 'ClusterDetached', subjectId: cluster.id, from: cluster.desired, to: 'DETACHED', reason },
  );
}

function changeContact(
  cluster: Cluster,
  to: ClusterContact,
  type: ClusterEvent['type'],
  reason: EventReason,
  now: Date,
): ClusterDecision {
  return accept<Cluster, ClusterEvent>(
    { ...cluster, contact: to, contactReason: { ...reason, since: now } },
    { type, subjectId: cluster.id, from: cluster.contact, to, reason },
  );
}

function checkPolicy(policy: ClusterPolicy): Refusal[] {
  const seconds = policy.observationStaleAfterSeconds;
  if (Number.isInteger(seconds) && seconds >= 5 && seconds <= 3600) return [];
  return [
    {
      code: 'INVALID_INPUT',
      field: 'policy.observationStaleAfterSeconds',
      message: `expected 5 to 3600 seconds; got ${seconds}`,
    },
  ];
}
