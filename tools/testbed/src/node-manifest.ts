import type { V1Node, V1NodeCondition, V1NodeSystemInfo, V1Taint } from '@kubernetes/client-node';
import { randomBytes, randomUUID } from 'node:crypto';
import { uniqueName } from './names.ts';

export interface FakeNodeOptions {
  /** Default: a unique one. */
  name?: string;
  /** Beside those that every kubelet sets (hostname, arch, os). */
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  taints?: V1Taint[];
  unschedulable?: boolean;
  /** What differs from 4 CPUs, 8 GiB of memory, 40 GiB of disk and 110 Pods; other resources are added. */
  capacity?: Record<string, string>;
  /** What differs from the capacity. */
  allocatable?: Record<string, string>;
  /** Default: true. */
  ready?: boolean;
  /** Beside Ready and the three pressures, or in place of one of them. */
  conditions?: V1NodeCondition[];
  /** What differs from the usual; the ids are random, and a Node that is made again keeps them. */
  nodeInfo?: Partial<V1NodeSystemInfo>;
  /** Default 10 s, as the kubelet's. Less for a server with a small nodeGraceSeconds. */
  heartbeatMs?: number;
}

/** The Node that a kubelet on Debian would register. */
export function nodeManifest(options: FakeNodeOptions = {}): V1Node {
  const { name = uniqueName('node'), labels, annotations, taints, unschedulable } = options;
  const capacity = { cpu: '4', memory: '8Gi', 'ephemeral-storage': '40Gi', pods: '110', ...options.capacity };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/os': 'linux',
        'node.kubernetes.io/instance-type': 'k3s',
        ...labels,
      },
    },
    spec: { taints, unschedulable },
    status: {
      capacity,
      allocatable: { ...capacity, ...options.allocatable },
      conditions: nodeConditions(options),
      // Loopback, where no kubelet listens: whoever calls this Node is refused on this machine.
      addresses: [
        { type: 'InternalIP', address: '127.0.0.1' },
        { type: 'Hostname', address: name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: { ...nodeInfo(), ...options.nodeInfo },
    },
  };
}

function nodeConditions({ ready = true, conditions = [] }: FakeNodeOptions): V1NodeCondition[] {
  const now = new Date();
  const usual = [
    condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory'),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID'),
    ready ? condition('Ready', 'True', 'KubeletReady') : condition('Ready', 'False', 'KubeletNotReady'),
  ];
  const given = new Set(conditions.map(({ type }) => type));
  return [...usual.filter(({ type }) => !given.has(type)), ...conditions];

  function condition(type: string, status: string, reason: string): V1NodeCondition {
    return { type, status, reason, message: '', lastHeartbeatTime: now, lastTransitionTime: now };
  }
}

function nodeInfo(): V1NodeSystemInfo {
  return {
    machineID: randomBytes(16).toString('hex'),
    systemUUID: randomUUID(),
    bootID: randomUUID(),
    kernelVersion: '6.1.0-32-amd64',
    osImage: 'Debian GNU/Linux 12 (bookworm)',
    containerRuntimeVersion: 'containerd://2.1.5-k3s1.33',
    kubeletVersion: 'v1.34.4+k3s1',
    kubeProxyVersion: '',
    operatingSystem: 'linux',
    architecture: 'amd64',
  };
}
