import { type Cluster, KubeConfig, type User } from '@kubernetes/client-node';
import { loadKubeconfig } from './api-client.ts';

export interface KubeconfigOverrides {
  /** URL of the API server. */
  server?: string;
  /** The CA that the server's certificate is checked against. */
  caPem?: string;
  /** Bearer token, in place of the client certificate. */
  token?: string;
  /** No credentials at all. */
  anonymous?: boolean;
  /** Default namespace of the context. */
  namespace?: string;
}

/** The same kubeconfig with some of it replaced, as text (JSON, which is YAML too). */
export function kubeconfigWith(kubeconfig: string, overrides: KubeconfigOverrides): string {
  const { server, caPem, token, anonymous, namespace } = overrides;
  const original = loadKubeconfig(kubeconfig);
  const cluster = original.getCurrentCluster();
  const user = original.getCurrentUser();
  if (cluster === null || user === null) throw new Error('the kubeconfig has no current cluster or user');
  const changedCluster: Cluster = {
    ...cluster,
    ...(server !== undefined && { server }),
    ...(caPem !== undefined && { caData: Buffer.from(caPem).toString('base64'), caFile: undefined }),
  };
  const changedUser: User = token !== undefined || anonymous ? { name: user.name, token } : user;
  const changed = new KubeConfig();
  changed.loadFromOptions({
    clusters: [changedCluster],
    users: [changedUser],
    contexts: [{ name: 'default', cluster: cluster.name, user: user.name, namespace }],
    currentContext: 'default',
  });
  return changed.exportConfig();
}
