import { CoreV1Api, type KubeConfig, type V1Pod, type V1PodSpec } from '@kubernetes/client-node';
import { apiClient, orMissing, strategicMerge } from './api-client.ts';
import { uniqueName } from './names.ts';
import { type PodOutcome, podStatus } from './pod-status.ts';
import { waitFor, type WaitOptions } from './wait-for.ts';

export interface TestPodOptions {
  namespace: string;
  /** Default: a unique one. */
  name?: string;
  /** Puts the Pod on this Node past the scheduler, taints and cordons. */
  nodeName?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  /** Of its one container: { cpu: '500m', memory: '1Gi' }. */
  requests?: Record<string, string>;
  /** Further fields of the spec, or others in place of those above. */
  spec?: Partial<V1PodSpec>;
}

/** Creates a Pod that even a namespace with PodSecurity "restricted" admits. No kubelet runs it. */
export function createPod(kubeConfig: KubeConfig, options: TestPodOptions): Promise<V1Pod> {
  const { namespace, name = uniqueName('pod'), nodeName, labels, annotations, requests, spec } = options;
  const body: V1Pod = {
    metadata: { name, labels, annotations },
    spec: {
      nodeName,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'main',
          image: 'testbed.invalid/never-pulled:1',
          resources: { requests },
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
      ...spec,
    },
  };
  return apiClient(kubeConfig, CoreV1Api).createNamespacedPod({ namespace, body });
}

/** Does the kubelet's part: reports how the Pod and its containers are doing. */
export function setPodStatus(kubeConfig: KubeConfig, pod: V1Pod, outcome: PodOutcome): Promise<V1Pod> {
  const body = { status: podStatus(pod, outcome) };
  return apiClient(kubeConfig, CoreV1Api).patchNamespacedPodStatus({ ...named(pod), body }, strategicMerge);
}

/** As a person deletes it: a Pod on a Node stays Terminating until finishPodDeletion(), since no kubelet ends it. */
export async function deletePod(kubeConfig: KubeConfig, pod: V1Pod, gracePeriodSeconds?: number): Promise<void> {
  await apiClient(kubeConfig, CoreV1Api).deleteNamespacedPod({ ...named(pod), gracePeriodSeconds });
}

/** Does the kubelet's last part: the containers have ended, the object can go. Fine when it is gone already. */
export async function finishPodDeletion(kubeConfig: KubeConfig, pod: V1Pod): Promise<void> {
  const body = { gracePeriodSeconds: 0, preconditions: { uid: pod.metadata?.uid } };
  await orMissing(apiClient(kubeConfig, CoreV1Api).deleteNamespacedPod({ ...named(pod), body }));
}

/** Resolves with the Pod once `reached` holds for it; undefined stands for a Pod that does not exist. */
export function waitForPod(
  kubeConfig: KubeConfig,
  pod: V1Pod,
  reached: (pod: V1Pod | undefined) => boolean,
  options: WaitOptions,
): Promise<V1Pod | undefined> {
  const { namespace, name } = named(pod);
  const core = apiClient(kubeConfig, CoreV1Api);
  const read = (): Promise<V1Pod | undefined> => orMissing(core.readNamespacedPod({ namespace, name }));
  return waitFor(kubeConfig, { path: `/api/v1/namespaces/${namespace}/pods`, name, read }, reached, options);
}

function named(pod: V1Pod): { namespace: string; name: string } {
  const { namespace, name } = pod.metadata ?? {};
  if (namespace === undefined || name === undefined) throw new Error('a Pod without a name or a namespace');
  return { namespace, name };
}
