import type { V1Node, V1Pod } from '@kubernetes/client-node';
import type { WatchedKind } from './list-watch';
import { toObservedNode } from './node-mapper';
import { toObservedPod } from './pod-mapper';

export const nodes: WatchedKind<V1Node> = {
  name: 'Nodes',
  path: '/api/v1/nodes',
  list: (connection, page, options) => connection.core.listNode(page, options),
  listed: (all) => ({ kind: 'NODES', nodes: all.map(toObservedNode) }),
  changed: (node) => ({ kind: 'NODE', node: toObservedNode(node) }),
  deleted: (node) => ({ kind: 'NODE_DELETED', uid: toObservedNode(node).uid }),
};

export const pods: WatchedKind<V1Pod> = {
  name: 'Pods',
  path: '/api/v1/pods',
  list: (connection, page, options) => connection.core.listPodForAllNamespaces(page, options),
  listed: (all) => ({ kind: 'PODS', pods: all.map(toObservedPod) }),
  changed: (pod) => ({ kind: 'POD', pod: toObservedPod(pod) }),
  deleted: (pod) => ({ kind: 'POD_DELETED', uid: toObservedPod(pod).uid }),
};
