export { apiClient, loadKubeconfig, mergePatch, statusOf, strategicMerge } from './api-client.ts';
export { buildKubernetes, type BuildOptions, KUBERNETES_VERSION } from './build.ts';
export { TestbedError, type TestbedErrorCode } from './errors.ts';
export { kubeconfigWith, type KubeconfigOverrides } from './kubeconfig.ts';
export { type KubernetesServer, startKubernetes, type StartKubernetesOptions } from './kubernetes-server.ts';
export { createLimitedAccess, type LimitedAccess, type LimitedAccessOptions } from './limited-access.ts';
export { type Log, logToStderr } from './log.ts';
export { uniqueName } from './names.ts';
export { createNamespace, deleteNamespace, type TestNamespaceOptions } from './namespaces.ts';
export {
  conditionOf,
  cordonNode,
  labelNode,
  setNodeCondition,
  taintNode,
  uncordonNode,
  untaintNode,
  waitForNode,
} from './node-changes.ts';
export { type FakeNodeOptions } from './node-manifest.ts';
export { createNode, type FakeNode } from './nodes.ts';
export { type PodOutcome } from './pod-status.ts';
export { createPod, deletePod, finishPodDeletion, setPodStatus, type TestPodOptions, waitForPod } from './pods.ts';
export { whyNoCluster } from './skip-reason.ts';
export { unrelatedCaPem } from './unrelated-ca.ts';
export { type ObjectTarget, waitFor, type WaitOptions } from './wait-for.ts';
