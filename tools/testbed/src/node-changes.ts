import { CoreV1Api, type KubeConfig, type V1Node, type V1NodeCondition, type V1Taint } from '@kubernetes/client-node';
import { apiClient, mergePatch, orMissing, statusOf, strategicMerge } from './api-client.ts';
import { withoutTaint, withTaint } from './taints.ts';
import { waitFor, type WaitOptions } from './wait-for.ts';

/* What happens to Nodes, by name: for fake ones and real ones alike. */

export function cordonNode(kubeConfig: KubeConfig, name: string): Promise<V1Node> {
  return patchNode(kubeConfig, name, { spec: { unschedulable: true } });
}

export function uncordonNode(kubeConfig: KubeConfig, name: string): Promise<V1Node> {
  return patchNode(kubeConfig, name, { spec: { unschedulable: null } });
}

/** Null as a value removes the label. */
export function labelNode(
  kubeConfig: KubeConfig,
  name: string,
  labels: Record<string, string | null>,
): Promise<V1Node> {
  return patchNode(kubeConfig, name, { metadata: { labels } });
}

export function taintNode(kubeConfig: KubeConfig, name: string, taint: V1Taint): Promise<V1Node> {
  return changeTaints(kubeConfig, name, (taints) => withTaint(taints, taint));
}

/** Without an effect, every taint of that key goes. */
export function untaintNode(kubeConfig: KubeConfig, name: string, key: string, effect?: string): Promise<V1Node> {
  return changeTaints(kubeConfig, name, (taints) => withoutTaint(taints, key, effect));
}

/** Adds the condition or replaces the one of its type. Missing times are now. */
export function setNodeCondition(
  kubeConfig: KubeConfig,
  name: string,
  condition: Pick<V1NodeCondition, 'type' | 'status'> & Partial<V1NodeCondition>,
): Promise<V1Node> {
  const now = new Date();
  const complete = { reason: 'Testbed', message: '', lastHeartbeatTime: now, lastTransitionTime: now, ...condition };
  const body = { status: { conditions: [complete] } };
  return apiClient(kubeConfig, CoreV1Api).patchNodeStatus({ name, body }, strategicMerge);
}

/** Resolves with the Node once `reached` holds for it; undefined stands for a Node that does not exist. */
export function waitForNode(
  kubeConfig: KubeConfig,
  name: string,
  reached: (node: V1Node | undefined) => boolean,
  options: WaitOptions,
): Promise<V1Node | undefined> {
  const read = (): Promise<V1Node | undefined> => orMissing(apiClient(kubeConfig, CoreV1Api).readNode({ name }));
  return waitFor(kubeConfig, { path: '/api/v1/nodes', name, read }, reached, options);
}

/** True, False or Unknown, undefined when the Node says nothing about it. */
export function conditionOf(node: V1Node | undefined, type: string): string | undefined {
  return node?.status?.conditions?.find((condition) => condition.type === type)?.status;
}

function patchNode(kubeConfig: KubeConfig, name: string, body: object): Promise<V1Node> {
  return apiClient(kubeConfig, CoreV1Api).patchNode({ name, body }, mergePatch);
}

/**
 * Taints are one list to Kubernetes, and the controller manager writes it too. So the version that was read goes
 * along, and a lost race (409) is run again.
 */
async function changeTaints(
  kubeConfig: KubeConfig,
  name: string,
  change: (taints: V1Taint[]) => V1Taint[],
): Promise<V1Node> {
  for (let attempt = 1; ; attempt += 1) {
    const node = await apiClient(kubeConfig, CoreV1Api).readNode({ name });
    const taints = change(node.spec?.taints ?? []);
    const body = { metadata: { resourceVersion: node.metadata?.resourceVersion }, spec: { taints } };
    try {
      return await patchNode(kubeConfig, name, body);
    } catch (error) {
      if (statusOf(error) !== 409 || attempt === 5) throw error;
    }
  }
}
