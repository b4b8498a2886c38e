import type { ClusterObserver } from '@awp/domain';
import { KubernetesObserver } from '@awp/k8s-adapter';
import { findCredentials, recordCredentialUse } from '../modules/credential/credential.store';
import { openKubeconfig, type KubeconfigAccess } from '../modules/credential/kubeconfig-source';
import type { StoredCluster } from '../modules/cluster/cluster.store';
import type { Database } from '../persistence/database';
import { simulatedCluster } from './simulated-cluster';

/** The adapter that observes a cluster, by its provider. */
export function observerFor(
  cluster: StoredCluster,
  parts: { db: Database; now: () => Date; access: KubeconfigAccess; simulatedMachines: number },
): ClusterObserver {
  // Three signs of life within the time an observation is believed: losing one is no reason to doubt.
  const contactEveryMs = (cluster.policy.observationStaleAfterSeconds * 1000) / 3;
  if (cluster.provider === 'SIMULATED')
    return simulatedCluster(parts.simulatedMachines, cluster.createdAt, contactEveryMs);
  const { credentialId, kubeconfigContext } = cluster.endpoint;
  const kubeconfig = async (): ReturnType<typeof openKubeconfig> => {
    const [credential] = await findCredentials(parts.db, [credentialId!]);
    const parsed = await openKubeconfig(credential!, kubeconfigContext, parts.access);
    await recordCredentialUse(parts.db, credential!.id, 'OK', parts.now());
    return parsed;
  };
  return new KubernetesObserver({ kubeconfig, contactEveryMs });
}
