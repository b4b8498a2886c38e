export { parseKubeconfig, type KubeconfigOptions, type ParsedKubeconfig } from './connect/kubeconfig';
export { toObservedNode } from './observe/node-mapper';
export { toObservedPod } from './observe/pod-mapper';
export { KubernetesObserver, type KubernetesObserverOptions } from './observe/kubernetes-observer';
export { simulatedNode } from './simulated/simulated-nodes';
export { simulatedPod, simulatedQueuedPod } from './simulated/simulated-pods';
export { SimulatedCluster } from './simulated/simulated-observer';
