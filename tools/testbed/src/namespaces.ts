import { CoreV1Api, type KubeConfig, type V1Namespace } from '@kubernetes/client-node';
import { apiClient, orMissing } from './api-client.ts';
import { uniqueName } from './names.ts';
import { waitFor } from './wait-for.ts';

export interface TestNamespaceOptions {
  /** Default: test. */
  prefix?: string;
  labels?: Record<string, string>;
}

/** Creates a namespace of its own for a test; resolves with its name when Pods can be made in it. */
export async function createNamespace(
  kubeConfig: KubeConfig,
  { prefix = 'test', labels }: TestNamespaceOptions = {},
): Promise<string> {
  const core = apiClient(kubeConfig, CoreV1Api);
  const namespace = uniqueName(prefix);
  await core.createNamespace({ body: { metadata: { name: namespace, labels } } });
  await waitFor(
    kubeConfig,
    {
      path: `/api/v1/namespaces/${namespace}/serviceaccounts`,
      name: 'default',
      read: () => orMissing(core.readNamespacedServiceAccount({ namespace, name: 'default' })),
    },
    (account) => account !== undefined, // without it the admission of Pods fails
    { what: `the default ServiceAccount of ${namespace}` },
  );
  return namespace;
}

/** Resolves when the namespace and all that is in it are gone: about 5 s. */
export async function deleteNamespace(kubeConfig: KubeConfig, name: string): Promise<void> {
  const core = apiClient(kubeConfig, CoreV1Api);
  await core.deleteNamespace({ name });
  await waitFor<V1Namespace>(
    kubeConfig,
    { path: '/api/v1/namespaces', name, read: () => orMissing(core.readNamespace({ name })) },
    (namespace) => namespace === undefined,
    { what: `namespace ${name} to be gone`, timeoutMs: 60_000 },
  );
}
