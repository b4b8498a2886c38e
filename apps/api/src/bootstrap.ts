import { setTimeout as delay } from 'node:timers/promises';
import { createProject, errorCatalogue, registerCluster as decideRegisterCluster, type Refusal } from '@awp/domain';
import type { App } from './app';
import { Context } from './graphql/context';
import { newScope } from './http/request-scope';
import { byCall, onRecord, type Origin } from './lifecycle/on-record';
import { anyCluster, insertCluster } from './modules/cluster/cluster.store';
import { registerCluster } from './modules/cluster/cluster.service';
import { insertProject } from './modules/project/project.store';
import { SIMULATED_KEY, SIMULATED_NAME, simulatedIdentity } from './observers/simulated-cluster';
import { newId } from './persistence/ids';

const RETRY_MS = 10_000;

/** What is there from the first start: the project `default`, and a SIMULATED cluster when there is no real one. */
export async function bootstrap(app: App): Promise<void> {
  await ensureDefaultProject(app);
  if (app.config.kubeconfig === null && app.config.simulatedMachines > 0 && !(await anyCluster(app.db)))
    await addSimulatedCluster(app);
}

/** What the server does by itself has no caller; its request id is its own. */
function byServer(now: Date): Origin {
  return byCall('server', newScope(undefined).requestId, null, now);
}

async function ensureDefaultProject(app: App): Promise<void> {
  const now = app.now();
  const decision = createProject({ id: newId('project'), key: 'default', name: 'Default', now });
  if (!decision.accepted) throw new Error('the default project must be acceptable');
  await app.db.withTransaction(async (tx) => {
    if (!(await insertProject(tx, decision.state))) return;
    tx.emit(...onRecord(decision.events, { subjectKind: 'PROJECT', projectId: decision.state.id }, byServer(now)));
  });
}

async function addSimulatedCluster(app: App): Promise<void> {
  const now = app.now();
  const decision = decideRegisterCluster({
    id: newId('cluster'),
    key: SIMULATED_KEY,
    name: SIMULATED_NAME,
    provider: 'SIMULATED',
    identity: simulatedIdentity,
    policy: {},
    actor: 'server',
    now,
  });
  if (!decision.accepted) throw new Error('the SIMULATED cluster must be acceptable');
  const endpoint = { apiServerUrl: null, caSha256: null, kubeconfigContext: null, credentialId: null };
  await app.db.withTransaction(async (tx) => {
    if (!(await insertCluster(tx, decision.state, endpoint, simulatedIdentity.kubernetesVersion, now))) return;
    const place = { subjectKind: 'CLUSTER' as const, clusterId: decision.state.id };
    tx.emit(...onRecord(decision.events, place, byServer(now)));
  });
  app.observers.look();
}

/**
 * Registers the cluster of AWP_KUBECONFIG, and goes on trying while the reason against it may pass: a server does not
 * refuse to start because a cluster is down. Tells each outcome once.
 */
export async function registerConfiguredCluster(
  app: App,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const file = app.config.kubeconfig;
  if (file === null) return;
  const { requestId } = newScope(undefined);
  const server = {
    tokenId: 'server',
    tokenName: 'server',
    role: 'ADMIN' as const,
    projectId: null,
    expiresAt: new Date(8.64e15),
  };
  let told = '';
  while (!signal.aborted) {
    const context = new Context(app, server, null, requestId, null);
    const refusal = await registerCluster(
      context,
      { key: 'default', name: 'Default cluster', kubeconfig: { file } },
      signal,
    ).then(
      (outcome) => ('refusals' in outcome ? outcome.refusals[0]! : null),
      (error: unknown): Refusal => {
        app.log.warn({ err: error }, 'the configured cluster could not be registered; trying again');
        return { code: 'UNAVAILABLE', message: 'the database did not answer' };
      },
    );
    if (refusal === null) return tell(`Cluster of ${file} registered as "default"`);
    if (refusal.code === 'CLUSTER_ALREADY_REGISTERED') return tell(`Cluster of ${file}: ${refusal.message}`);
    const { remedy, retryable } = errorCatalogue[refusal.code];
    if (told !== refusal.message)
      tell(`Cluster of ${file} not registered: ${refusal.code}, ${refusal.message}. ${remedy}`);
    if (!retryable) return;
    told = refusal.message;
    // An abort ends the wait; the loop sees it.
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}
