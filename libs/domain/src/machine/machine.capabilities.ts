import type { ObservedNode } from '../observation';

export type CapabilityKind =
  | 'ARCHITECTURE'
  | 'OS'
  | 'KERNEL'
  | 'CPU'
  | 'MEMORY'
  | 'DISK'
  | 'GPU'
  | 'RUNTIME_CLASS'
  | 'TRUST_TIER'
  | 'LABEL'
  | 'STORAGE_CLASS'
  | 'NETWORK'
  | 'SERVICE';

export type CapabilityValue =
  | { readonly type: 'TEXT'; readonly text: string }
  | { readonly type: 'QUANTITY'; readonly quantity: number; readonly unit: string }
  | { readonly type: 'FLAG'; readonly flag: boolean };

export interface MachineCapability {
  readonly kind: CapabilityKind;
  readonly key: string;
  readonly value: CapabilityValue;
}

/**
 * What a Node's report says the machine can do. Trust is not among it: that is declared by a person, never read off
 * a kubelet, which may label itself as it likes.
 */
export function observedCapabilities(node: ObservedNode): MachineCapability[] {
  const text = (kind: CapabilityKind, key: string, value: string): MachineCapability => ({
    kind,
    key,
    value: { type: 'TEXT', text: value },
  });
  const quantity = (kind: CapabilityKind, key: string, value: number, unit: string): MachineCapability => ({
    kind,
    key,
    value: { type: 'QUANTITY', quantity: value, unit },
  });
  return [
    text('ARCHITECTURE', 'arch', node.architecture),
    text('OS', 'os', node.operatingSystem),
    text('OS', 'image', node.osImage),
    text('KERNEL', 'version', node.kernelVersion),
    quantity('CPU', 'cores', node.capacity.cpuMillis / 1000, 'cores'),
    quantity('MEMORY', 'total', node.capacity.memoryBytes, 'bytes'),
    quantity('DISK', 'ephemeral', node.capacity.ephemeralStorageBytes, 'bytes'),
    ...(node.capacity.gpus > 0 ? [quantity('GPU', 'devices', node.capacity.gpus, 'devices')] : []),
    ...node.runtimeHandlers.map((name): MachineCapability => ({
      kind: 'RUNTIME_CLASS',
      key: name,
      value: { type: 'FLAG', flag: true },
    })),
    ...Object.keys(node.labels)
      .sort()
      .map((key) => text('LABEL', key, node.labels[key]!)),
  ];
}

/** Roles by the label Kubernetes uses for them, node-role.kubernetes.io/<role>. */
export function nodeRoles(node: ObservedNode): string[] {
  const prefix = 'node-role.kubernetes.io/';
  return Object.keys(node.labels)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
}
