import {
  checkRegistration,
  ContactError,
  detachCluster as decideDetach,
  quoted,
  registerCluster as decideRegister,
  Secret,
  type ClusterIdentity,
  type ClusterProvider,
  type Refusal,
} from '@awp/domain';
import { KubernetesObserver, parseKubeconfig, type ParsedKubeconfig } from '@awp/k8s-adapter';
import type { App } from '../../app';
import type { Context } from '../../graphql/context';
import type { Outcome } from '../../graphql/outcome';
import { findRepeatedAnswer, runMutation, type Mutation } from '../../graphql/run-mutation';
import { onRecord } from '../../lifecycle/on-record';
import { newId } from '../../persistence/ids';
import type { Sql } from '../../persistence/sql';
import type { Credential } from '../credential/credential';
import { insertCredential } from '../credential/credential.store';
import { readKubeconfigFile } from '../credential/kubeconfig-source';
import {
  findCluster,
  findClusterByKey,
  findClusterByKubernetesUid,
  forgetCredential,
  insertCluster,
  updateCluster,
} from './cluster.store';

export interface KubeconfigSource {
  readonly file?: string | null;
  readonly content?: string | null;
  readonly context?: string | null;
}

export interface RegisterClusterCommand {
  readonly idempotencyKey?: string | null;
  readonly key: string;
  readonly name: string;
  readonly kubeconfig: KubeconfigSource;
  readonly policy?: { readonly observationStaleAfterSeconds?: number | null } | null;
}

/** `signal` ends the contact early; without it the contact ends by itself after 10 seconds. */
export async function registerCluster(
  context: Context,
  input: RegisterClusterCommand,
  signal?: AbortSignal,
): Promise<Outcome> {
  const mutation: Mutation = { name: 'registerCluster', action: 'cluster.register', projectId: null, input };
  // The contact below is slow and needs the cluster to be up: a repeated call is answered without it.
  const repeated = await findRepeatedAnswer(context, mutation);
  if (repeated !== null) return repeated;

  const seconds = input.policy?.observationStaleAfterSeconds;
  const wanted = {
    key: input.key,
    name: input.name,
    policy: seconds == null ? {} : { observationStaleAfterSeconds: seconds },
  };
  const faults = checkRegistration(wanted);
  const contact = faults.length > 0 ? { refusals: faults } : await tryContact(context.app, input.kubeconfig, signal);
  const outcome = await runMutation(context, mutation, async (tx, caller) => {
    if ('refusals' in contact) return contact;
    const { identity, kubeconfig } = contact;
    const decision = decideRegister({
      id: newId('cluster'),
      ...wanted,
      provider: providerOf(identity),
      identity,
      actor: caller.tokenId,
      now: context.now(),
    });
    if (!decision.accepted) return { refusals: decision.refusals };
    const cluster = decision.state;
    const taken = await whyTaken(tx, cluster.key, identity);
    if (taken.length > 0) return { refusals: taken };
    const credential = credentialOf(context, cluster.name, input.kubeconfig, kubeconfig);
    await insertCredential(tx, credential);
    const endpoint = {
      apiServerUrl: kubeconfig.serverUrl,
      caSha256: kubeconfig.caSha256,
      kubeconfigContext: kubeconfig.context,
      credentialId: credential.id,
    };
    if (!(await insertCluster(tx, cluster, endpoint, identity.kubernetesVersion, context.now()))) {
      // Somebody registered the same between the look and the insert; theirs is committed, so a second look finds it.
      throw new RegisteredMeanwhile();
    }
    tx.emit(...onRecord(decision.events, { subjectKind: 'CLUSTER', clusterId: cluster.id }, context.origin()));
    return { subjectId: cluster.id };
  }).catch(async (error: unknown) => {
    if (!(error instanceof RegisteredMeanwhile) || 'refusals' in contact) throw error;
    return { refusals: await whyTaken(context.app.db, input.key, contact.identity) };
  });
  context.app.observers.look();
  return outcome;
}

class RegisteredMeanwhile extends Error {}

async function whyTaken(sql: Sql, key: string, identity: ClusterIdentity): Promise<Refusal[]> {
  const same = await findClusterByKubernetesUid(sql, identity.kubernetesUid);
  if (same !== null) {
    const message = `this cluster is registered as ${same.key}`;
    return [{ code: 'CLUSTER_ALREADY_REGISTERED', field: 'kubeconfig', message, subjectId: same.id }];
  }
  const holder = await findClusterByKey(sql, key);
  return holder === null
    ? []
    : [{ code: 'CLUSTER_KEY_TAKEN', field: 'key', message: `the key ${key} is taken`, subjectId: holder.id }];
}

type Contact =
  | { readonly identity: ClusterIdentity; readonly kubeconfig: ParsedKubeconfig }
  | { readonly refusals: readonly Refusal[] };

/** One bounded contact: proves address, certificate, credential and permissions before anything is stored. */
async function tryContact(app: App, source: KubeconfigSource, signal?: AbortSignal): Promise<Contact> {
  try {
    const kubeconfig = await readKubeconfig(app, source);
    const observer = new KubernetesObserver({ kubeconfig: () => Promise.resolve(kubeconfig), contactEveryMs: 0 });
    return { kubeconfig, identity: await observer.identify(signal ?? new AbortController().signal) };
  } catch (error) {
    if (!(error instanceof ContactError)) throw error;
    const field = source.file == null ? 'kubeconfig.content' : 'kubeconfig.file';
    return { refusals: [{ code: error.failure.code, field, message: error.failure.message }] };
  }
}

async function readKubeconfig(app: App, source: KubeconfigSource): Promise<ParsedKubeconfig> {
  const allowPlugins = app.config.allowKubeconfigPlugins === 'on';
  const context = source.context ?? null;
  if ((source.file == null) === (source.content == null)) {
    throw new ContactError({
      code: 'INVALID_INPUT',
      message: 'expected exactly one of kubeconfig.file and kubeconfig.content',
    });
  }
  if (source.file != null) return readKubeconfigFile(source.file, context, allowPlugins);
  return parseKubeconfig({ text: new Secret(source.content!), context, allowPlugins, baseDir: null });
}

function credentialOf(
  context: Context,
  name: string,
  source: KubeconfigSource,
  kubeconfig: ParsedKubeconfig,
): Credential {
  const id = newId('credential');
  return {
    id,
    name: `kubeconfig of ${name}`,
    scope: 'SYSTEM',
    kind: 'KUBECONFIG',
    source:
      source.file != null
        ? { provider: 'FILE', path: source.file }
        : { provider: 'SEALED', sealed: context.app.sealer.seal(new Secret(source.content!), id) },
    publicFingerprint: kubeconfig.caSha256,
    createdAt: context.now(),
    lastUsedAt: null,
    lastResult: null,
  };
}

/** K3s says so in its version: v1.34.4+k3s1. */
function providerOf(identity: ClusterIdentity): ClusterProvider {
  return /\+k3s/.test(identity.kubernetesVersion) ? 'K3S' : 'KUBERNETES';
}

export async function detachCluster(
  context: Context,
  input: { id: string; idempotencyKey?: string | null },
): Promise<Outcome> {
  const mutation: Mutation = { name: 'detachCluster', action: 'cluster.detach', projectId: null, input };
  const outcome = await runMutation(context, mutation, async (tx, caller) => {
    const cluster = await findCluster(tx, input.id);
    if (cluster === null)
      return { refusals: [{ code: 'NOT_FOUND', field: 'id', message: `no cluster has the id ${quoted(input.id)}` }] };
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
