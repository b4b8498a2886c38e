export { parseKubeconfig, type KubeconfigOptions, type ParsedKubeconfig } from './connect/kubeconfig';
export { KubernetesObserver, type KubernetesObserverOptions } from './observe/kubernetes-observer';
export { simulatedNode } from './simulated/simulated-nodes';
export { SimulatedCluster } from './simulated/simulated-observer';
