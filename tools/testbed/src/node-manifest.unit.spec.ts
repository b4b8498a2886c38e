import { describe, expect, it } from '@jest/globals';
import { nodeManifest } from './node-manifest.ts';

describe('the manifest of a fake Node', () => {
  it('has the labels that a kubelet sets, and those that the test adds', () => {
    expect(nodeManifest({ name: 'n1', labels: { tier: 'a' } }).metadata?.labels).toMatchObject({
      'kubernetes.io/hostname': 'n1',
      'kubernetes.io/os': 'linux',
      tier: 'a',
    });
  });

  it('takes its allocatable from the capacity where the test says nothing else', () => {
    const { status } = nodeManifest({ capacity: { cpu: '8', 'example.com/gpu': '1' }, allocatable: { cpu: '7500m' } });
    expect(status?.capacity).toMatchObject({ cpu: '8', memory: '8Gi', 'example.com/gpu': '1' });
    expect(status?.allocatable).toMatchObject({ cpu: '7500m', memory: '8Gi', 'example.com/gpu': '1' });
  });

  it('is Ready without pressure, unless the test says otherwise', () => {
    const pressure = { type: 'DiskPressure', status: 'True' };
    const conditions = (options: Parameters<typeof nodeManifest>[0]): Record<string, string> =>
      Object.fromEntries(nodeManifest(options).status?.conditions?.map(({ type, status }) => [type, status]) ?? []);
    const healthy = { MemoryPressure: 'False', DiskPressure: 'False', PIDPressure: 'False', Ready: 'True' };
    expect(conditions({})).toEqual(healthy);
    expect(conditions({ ready: false, conditions: [pressure] })).toEqual({
      ...healthy,
      DiskPressure: 'True',
      Ready: 'False',
    });
  });

  it('names a machine of its own each time, or the one that the test names', () => {
    const machineOf = (options = {}): string | undefined => nodeManifest(options).status?.nodeInfo?.machineID;
    expect(machineOf()).toMatch(/^[0-9a-f]{32}$/);
    expect(machineOf()).not.toBe(machineOf());
    expect(machineOf({ nodeInfo: { machineID: 'cloned' } })).toBe('cloned');
  });
});
