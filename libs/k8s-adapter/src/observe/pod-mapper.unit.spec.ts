import { describe, expect, it } from '@jest/globals';
import { ContactError } from '@awp/domain';
import type { V1Pod, V1PodSpec, V1PodStatus } from '@kubernetes/client-node';
import { toObservedPod } from './pod-mapper';

const metadata = {
  uid: 'u',
  namespace: 'team',
  name: 'web-7d9f-abcde',
  creationTimestamp: new Date('2026-01-02T03:04:05Z'),
};
const pod = (over: Partial<V1Pod> = {}): V1Pod => ({ metadata, ...over });
const container = (requests: Record<string, string>, restartPolicy?: string): V1PodSpec['containers'][number] => ({
  name: 'c',
  resources: { requests },
  restartPolicy,
});
const withSpec = (spec: V1PodSpec): V1Pod => pod({ spec });
const withStatus = (status: V1PodStatus): V1Pod => pod({ status });

describe('a Pod in the terms of the product', () => {
  it('is read from what a Pod tells of itself', () => {
    const observed = toObservedPod(
      pod({
        spec: { nodeName: 'worker-1', containers: [container({ cpu: '500m', memory: '1Gi' })] },
        status: {
          phase: 'Running',
          startTime: new Date('2026-01-02T03:04:06Z'),
          conditions: [{ type: 'Ready', status: 'True' }],
        },
      }),
    );
    expect(observed).toEqual({
      uid: 'u',
      namespace: 'team',
      name: 'web-7d9f-abcde',
      owner: null,
      nodeName: 'worker-1',
      phase: 'RUNNING',
      ready: true,
      trouble: null,
      requested: { cpuMillis: 500, memoryBytes: 2 ** 30, ephemeralStorageBytes: 0, pods: 1, gpus: 0 },
      startedAt: new Date('2026-01-02T03:04:06Z'),
    });
  });

  it.each([
    [{ kind: 'ReplicaSet', name: 'web-7d9f' }, { 'pod-template-hash': '7d9f' }, { kind: 'Deployment', name: 'web' }],
    [{ kind: 'ReplicaSet', name: 'web-7d9f' }, {}, { kind: 'ReplicaSet', name: 'web-7d9f' }],
    [{ kind: 'Job', name: 'nightly' }, {}, { kind: 'Job', name: 'nightly' }],
  ])('belongs to its controller, or to the Deployment behind it: %#', (owner, labels, expected) => {
    const ownerReferences = [
      { apiVersion: 'v1', uid: 'x', kind: 'Bystander', name: 'other' },
      { apiVersion: 'apps/v1', uid: 'o', controller: true, ...owner },
    ];
    expect(toObservedPod(pod({ metadata: { ...metadata, labels, ownerReferences } })).owner).toEqual(expected);
  });

  it('asks for the larger of its running containers and the largest moment of its init phase, and its overhead', () => {
    const { requested } = toObservedPod(
      withSpec({
        initContainers: [container({ cpu: '2' }), container({ cpu: '100m' }, 'Always'), container({ cpu: '1' })],
        containers: [container({ cpu: '300m', 'nvidia.com/gpu': '1' }), container({ cpu: '200m', memory: '1.5Gi' })],
        overhead: { cpu: '50m' },
      }),
    );
    expect(requested).toEqual({
      cpuMillis: 2050,
      memoryBytes: 1.5 * 2 ** 30,
      ephemeralStorageBytes: 0,
      pods: 1,
      gpus: 1,
    });
  });

  it('counts sidecars with the running containers', () => {
    const { requested } = toObservedPod(
      withSpec({ initContainers: [container({ cpu: '100m' }, 'Always')], containers: [container({ cpu: '1' })] }),
    );
    expect(requested.cpuMillis).toBe(1100);
  });

  it.each<[string, V1PodStatus, { reason: string; message: string } | null]>([
    [
      'the scheduler found no Node',
      {
        conditions: [
          { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' },
        ],
      },
      { reason: 'Unschedulable', message: '0/3 nodes are available' },
    ],
    [
      'an image cannot be pulled',
      {
        containerStatuses: [
          { name: 'main', state: { waiting: { reason: 'ImagePullBackOff', message: 'no such image' } } } as never,
        ],
      },
      { reason: 'ImagePullBackOff', message: 'container main: no such image' },
    ],
    [
      'a container ended badly',
      { containerStatuses: [{ name: 'main', state: { terminated: { exitCode: 137, reason: 'OOMKilled' } } } as never] },
      { reason: 'OOMKilled', message: 'container main ended with 137' },
    ],
    [
      'it was evicted',
      { reason: 'Evicted', message: 'low on memory' },
      { reason: 'Evicted', message: 'low on memory' },
    ],
    [
      'it only starts',
      { containerStatuses: [{ name: 'main', state: { waiting: { reason: 'ContainerCreating' } } } as never] },
      null,
    ],
  ])('says what keeps it when %s', (_what, status, trouble) => {
    expect(toObservedPod(withStatus(status)).trouble).toEqual(trouble);
  });

  it('holds no text that PostgreSQL refuses, and none that is longer than people read', () => {
    const message = `image\0 ${'x'.repeat(2_000)}`;
    const waiting = { reason: 'Image\0PullBackOff', message };
    const { trouble } = toObservedPod(
      withStatus({ containerStatuses: [{ name: 'main', state: { waiting } } as never] }),
    );
    expect(trouble!.reason).toBe('ImagePullBackOff');
    expect(trouble!.message).toMatch(/^container main: image x+$/);
    expect(trouble!.message).toHaveLength(1_000);
  });

  it('is refused without namespace, name or UID', () => {
    expect(() => toObservedPod({ metadata: { uid: 'u', name: 'n' } })).toThrow(ContactError);
  });
});
