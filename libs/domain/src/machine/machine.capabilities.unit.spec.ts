import { describe, expect, it } from '@jest/globals';
import { aNode } from '../testing/builders';
import { nodeRoles, observedCapabilities } from './machine.capabilities';

describe('what a Node’s report says that a machine can do', () => {
  it('is told kind by kind, labels in the order of their keys', () => {
    const node = aNode({ labels: { zone: 'north', arch: 'x' }, runtimeHandlers: ['gvisor'] });
    expect(observedCapabilities(node).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'ARCHITECTURE arch',
      'OS os',
      'OS image',
      'KERNEL version',
      'CPU cores',
      'MEMORY total',
      'DISK ephemeral',
      'RUNTIME_CLASS gvisor',
      'LABEL arch',
      'LABEL zone',
    ]);
  });

  it('counts processors in cores and memory in bytes', () => {
    const capabilities = observedCapabilities(aNode({ capacity: { ...aNode().capacity, cpuMillis: 1500 } }));
    expect(capabilities).toContainEqual({
      kind: 'CPU',
      key: 'cores',
      value: { type: 'QUANTITY', quantity: 1.5, unit: 'cores' },
    });
    expect(capabilities).toContainEqual({
      kind: 'MEMORY',
      key: 'total',
      value: { type: 'QUANTITY', quantity: 8_589_934_592, unit: 'bytes' },
    });
  });

  it('has graphics processors only where there are some', () => {
    const gpus = (count: number): unknown[] =>
      observedCapabilities(aNode({ capacity: { ...aNode().capacity, gpus: count } })).filter(
        ({ kind }) => kind === 'GPU',
      );
    expect(gpus(0)).toEqual([]);
    expect(gpus(2)).toMatchObject([{ value: { quantity: 2 } }]);
  });

  it('never holds a trust tier, whatever the labels say', () => {
    const node = aNode({ labels: { 'awp.dev/trust-tier': 'highest' } });
    expect(observedCapabilities(node).filter(({ kind }) => kind === 'TRUST_TIER')).toEqual([]);
  });
});

describe('the roles of a Node', () => {
  it('are what follows the label that Kubernetes uses for them, sorted', () => {
    const labels = { 'node-role.kubernetes.io/worker': '', 'node-role.kubernetes.io/control-plane': 'true', role: 'x' };
    expect(nodeRoles(aNode({ labels }))).toEqual(['control-plane', 'worker']);
  });
});
