import {
  AuthorizationV1Api,
  CoreV1Api,
  type KubeConfig,
  RbacAuthorizationV1Api,
  type V1PolicyRule,
} from '@kubernetes/client-node';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient, orMissing } from './api-client.ts';
import { TestbedError } from './errors.ts';
import { kubeconfigWith } from './kubeconfig.ts';
import { uniqueName } from './names.ts';

export interface LimitedAccessOptions {
  /** All that the account may do, in every namespace. */
  rules: V1PolicyRule[];
  /** Of the ServiceAccount. Default: default. */
  namespace?: string;
  /** Of the token; the API server accepts no less than 600. Default: 3600. */
  tokenSeconds?: number;
}

export interface LimitedAccess {
  /** system:serviceaccount:NAMESPACE:NAME, as refusals call it. */
  user: string;
  kubeconfig: string;
  /** Takes the rights away, and with them the token's use. */
  revoke(): Promise<void>;
}

/** A ServiceAccount with a ClusterRole of these rules, and a kubeconfig with its token. */
export async function createLimitedAccess(
  kubeConfig: KubeConfig,
  { rules, namespace = 'default', tokenSeconds = 3600 }: LimitedAccessOptions,
): Promise<LimitedAccess> {
  const core = apiClient(kubeConfig, CoreV1Api);
  const rbac = apiClient(kubeConfig, RbacAuthorizationV1Api);
  const name = uniqueName('limited');
  const user = `system:serviceaccount:${namespace}:${name}`;
  await core.createNamespacedServiceAccount({ namespace, body: { metadata: { name } } });
  await rbac.createClusterRole({ body: { metadata: { name }, rules } });
  await rbac.createClusterRoleBinding({
    body: {
      metadata: { name },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: [{ kind: 'ServiceAccount', namespace, name }],
    },
  });
  await untilAllowed(kubeConfig, user, rules);
  const request = await core.createNamespacedServiceAccountToken({
    namespace,
    name,
    body: { spec: { audiences: [], expirationSeconds: tokenSeconds } },
  });
  return {
    user,
    kubeconfig: kubeconfigWith(kubeConfig.exportConfig(), { token: request.status?.token ?? '' }),
    async revoke() {
      await orMissing(rbac.deleteClusterRoleBinding({ name }));
      await orMissing(rbac.deleteClusterRole({ name }));
      await orMissing(core.deleteNamespacedServiceAccount({ namespace, name }));
    },
  };
}

/** The API server authorises from a cache that follows a moment after, and tells nobody when it has. */
async function untilAllowed(kubeConfig: KubeConfig, user: string, rules: V1PolicyRule[]): Promise<void> {
  const rule = rules.find(({ resources }) => resources?.length);
  if (rule === undefined) return;
  const authorization = apiClient(kubeConfig, AuthorizationV1Api);
  const [resource, subresource] = rule.resources?.[0]?.split('/') ?? [];
  const resourceAttributes = {
    group: rule.apiGroups?.[0],
    resource,
    subresource,
    verb: rule.verbs[0],
    name: rule.resourceNames?.[0],
  };
  const deadline = Date.now() + 10_000;
  for (;;) {
    const review = await authorization.createSubjectAccessReview({ body: { spec: { user, resourceAttributes } } });
    if (review.status?.allowed) return;
    if (Date.now() > deadline) {
      const problem = `${user} is not allowed what it was given: ${JSON.stringify(resourceAttributes)}`;
      throw new TestbedError('TIMED_OUT', problem, 'Look at the rules.');
    }
    await pause(25);
  }
}
