import { describe, expect, it } from '@jest/globals';
import { ContactError } from '@awp/domain';
import type { V1Node } from '@kubernetes/client-node';
import { toObservedNode } from './node-mapper';

const NOW = '2026-05-04T03:02:01Z';

/** A Node as a kubelet reports it, as the watch's JSON has it: times are text. */
function reportedNode(): V1Node {
  return JSON.parse(
    JSON.stringify({
      metadata: { uid: 'uid-1', name: 'worker-1', resourceVersion: '7', labels: { zone: 'north' } },
      spec: {
        unschedulable: true,
        taints: [
          { key: 'team', value: 'a', effect: 'NoSchedule' },
          { key: 'soft', effect: 'PreferNoSchedule' },
          { key: 'hard', effect: 'NoExecute' },
        ],
      },
      status: {
        capacity: { cpu: '4', memory: '8Gi', 'ephemeral-storage': '40Gi', pods: '110', 'nvidia.com/gpu': '2' },
        allocatable: { cpu: '3800m', memory: '7Gi', 'ephemeral-storage': '38Gi', pods: '110', 'amd.com/gpu': '1' },
        conditions: [
          { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'ready', lastTransitionTime: NOW },
          { type: 'DiskPressure', status: 'False' },
          { type: 'MemoryPressure', status: 'Unknown' },
        ],
        nodeInfo: {
          architecture: 'arm64',
          operatingSystem: 'linux',
          osImage: 'Debian',
          kernelVersion: '6.1',
          kubeletVersion: 'v1.34.4',
          containerRuntimeVersion: 'containerd://2',
        },
        runtimeHandlers: [{ name: 'runc' }, { name: '' }, {}],
      },
    }),
  ) as V1Node;
}

const withStatus = (status: object): V1Node => ({ metadata: { uid: 'u', name: 'n' }, status }) as V1Node;

describe('a Node in the terms of the product', () => {
  it('has everything that a kubelet reports', () => {
    expect(toObservedNode(reportedNode())).toEqual({
      uid: 'uid-1',
      name: 'worker-1',
      unschedulable: true,
      labels: { zone: 'north' },
      taints: [
        { key: 'team', value: 'a', effect: 'NO_SCHEDULE' },
        { key: 'soft', value: null, effect: 'PREFER_NO_SCHEDULE' },
        { key: 'hard', value: null, effect: 'NO_EXECUTE' },
      ],
      conditions: [
        { type: 'Ready', status: 'TRUE', reason: 'KubeletReady', message: 'ready', lastTransitionAt: new Date(NOW) },
        { type: 'DiskPressure', status: 'FALSE', reason: null, message: null, lastTransitionAt: null },
        { type: 'MemoryPressure', status: 'UNKNOWN', reason: null, message: null, lastTransitionAt: null },
      ],
      capacity: { cpuMillis: 4000, memoryBytes: 2 ** 33, ephemeralStorageBytes: 40 * 2 ** 30, pods: 110, gpus: 2 },
      allocatable: {
        cpuMillis: 3800,
        memoryBytes: 7 * 2 ** 30,
        ephemeralStorageBytes: 38 * 2 ** 30,
        pods: 110,
        gpus: 1,
      },
      architecture: 'arm64',
      operatingSystem: 'linux',
      osImage: 'Debian',
      kernelVersion: '6.1',
      kubeletVersion: 'v1.34.4',
      containerRuntime: 'containerd://2',
      runtimeHandlers: ['runc'],
    });
  });

  it("is the same from the watch's text times and from the client's Dates", () => {
    const fromWatch = reportedNode();
    const fromClient = reportedNode();
    fromClient.status!.conditions![0]!.lastTransitionTime = new Date(NOW);
    expect(toObservedNode(fromClient)).toEqual(toObservedNode(fromWatch));
  });

  it('has empty values for what a Node without spec and status does not say', () => {
    const nothing = { cpuMillis: 0, memoryBytes: 0, ephemeralStorageBytes: 0, pods: 0, gpus: 0 };
    expect(toObservedNode({ metadata: { uid: 'u', name: 'n' } })).toEqual({
      uid: 'u',
      name: 'n',
      unschedulable: false,
      labels: {},
      taints: [],
      conditions: [],
      capacity: nothing,
      allocatable: nothing,
      architecture: '',
      operatingSystem: '',
      osImage: '',
      kernelVersion: '',
      kubeletVersion: '',
      containerRuntime: '',
      runtimeHandlers: [],
    });
  });

  it.each([{}, { metadata: {} }, { metadata: { uid: 'u' } }, { metadata: { name: 'n' } }])(
    'is refused without name or UID: %j',
    (node) => {
      expect(() => toObservedNode(node)).toThrow(ContactError);
    },
  );

  it('sums devices over vendors', () => {
    const { capacity } = toObservedNode(withStatus({ capacity: { 'nvidia.com/gpu': '2', 'amd.com/gpu': '3' } }));
    expect(capacity.gpus).toBe(5);
  });

  it.each(['lots', '', '-4', '9'.repeat(400), '16Ei'])(
    'promises nothing of an amount that is no amount: %s',
    (memory) => {
      expect(toObservedNode(withStatus({ capacity: { memory } })).capacity.memoryBytes).toBe(0);
    },
  );

  it.each(['constructor', 'toString', '__proto__', 'Maybe', undefined])(
    'reads a condition status that Kubernetes does not have as unknown: %s',
    (status) => {
      const { conditions } = toObservedNode(withStatus({ conditions: [{ type: 'Ready', status }] }));
      expect(conditions[0]!.status).toBe('UNKNOWN');
    },
  );

  it('keeps Pods away for a taint effect that it does not know', () => {
    const node = { metadata: { uid: 'u', name: 'n' }, spec: { taints: [{ key: 'k', effect: 'constructor' }] } };
    expect(toObservedNode(node).taints).toEqual([{ key: 'k', value: null, effect: 'NO_SCHEDULE' }]);
  });

  it('has no time where the text is none', () => {
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: 'yesterday' }];
    expect(toObservedNode(withStatus({ conditions })).conditions[0]!.lastTransitionAt).toBeNull();
  });

  it('holds no text that PostgreSQL refuses: no NUL and no half of a character', () => {
    const observed = toObservedNode({
      metadata: { uid: 'u', name: 'n\0', labels: { 'a\0': 'b\0' } },
      spec: { taints: [{ key: 'k\0', value: 'v\0', effect: 'NoSchedule' }] },
      status: {
        conditions: [{ type: 'Ready\0', status: 'True', reason: 'R\0', message: `${'m'.repeat(999)}\u{1f600}` }],
      },
    });
    expect(observed).toMatchObject({
      name: 'n',
      labels: { a: 'b' },
      taints: [{ key: 'k', value: 'v' }],
      conditions: [{ type: 'Ready', reason: 'R', message: `${'m'.repeat(999)}\ufffd` }],
    });
    expect(JSON.stringify(observed)).not.toContain('\\u0000');
  });
});
