import { ContactError, type ClusterObserver } from '@awp/domain';
import { KubernetesObserver, type ParsedKubeconfig } from '@awp/k8s-adapter';
import { findCredentials, recordCredentialUse } from '../modules/credential/credential.store';
import { openKubeconfig, type KubeconfigAccess } from '../modules/credential/kubeconfig-source';
import type { StoredCluster } from '../modules/cluster/cluster.store';
import type { Database } from '../persistence/database';
import { isDatabaseUnavailable } from '../persistence/database-errors';
import { simulatedCluster } from './simulated-cluster';

interface Parts {
  readonly db: Database;
  readonly now: () => Date;
  readonly access: KubeconfigAccess;
  readonly simulatedMachines: number;
}

/** The adapter that observes a cluster, by its provider. */
export function observerFor(cluster: StoredCluster, parts: Parts): ClusterObserver {
  // Three signs of life within the time an observation is believed: losing one is no reason to doubt.
  const contactEveryMs = (cluster.policy.observationStaleAfterSeconds * 1000) / 3;
  if (cluster.provider === 'SIMULATED')
    return simulatedCluster(parts.simulatedMachines, cluster.createdAt, contactEveryMs);
  const { credentialId, kubeconfigContext } = cluster.endpoint;
  const kubeconfig = (): Promise<ParsedKubeconfig> => readCredential(parts, credentialId!, kubeconfigContext);
  return new KubernetesObserver({ kubeconfig, contactEveryMs });
}

/** The kubeconfig behind a credential, and on record what came of reading it. Throws ContactError. */
async function readCredential(parts: Parts, credentialId: string, context: string | null): Promise<ParsedKubeconfig> {
  try {
    const [credential] = await findCredentials(parts.db, [credentialId]);
    if (credential === undefined)
      throw new ContactError({ code: 'CLUSTER_DETACHED', message: 'its credential is gone' });
    const parsed = await openKubeconfig(credential, context, parts.access);
    await recordCredentialUse(parts.db, credentialId, 'OK', parts.now());
    return parsed;
  } catch (error) {
    // Not the cluster's fault, and not to be told as if it were.
    if (isDatabaseUnavailable(error))
      throw new ContactError({ code: 'UNAVAILABLE', message: 'the database did not answer' });
    if (error instanceof ContactError)
      await recordCredentialUse(parts.db, credentialId, error.failure.code, parts.now());
    throw error;
  }
}
