import { describe, expect, it } from '@jest/globals';
import type { ObservedPod } from '../observation';
import { noResources } from '../shared';
import type { Workload } from './workload';
import { discoverWorkload, observePods, requestedBy } from './workload.decisions';
import { workloadKey, workloadKind } from './workload.identity';
import { conditionOf } from './workload.state';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 0, minute));
const pod = (over: Partial<ObservedPod> = {}): ObservedPod => ({
  uid: 'pod-1',
  namespace: 'team',
  name: 'web-7d9f-abcde',
  owner: { kind: 'Deployment', name: 'web' },
  nodeName: 'worker-1',
  phase: 'RUNNING',
  ready: true,
  trouble: null,
  requested: { ...noResources, cpuMillis: 500 },
  createdAt: at(0),
  startedAt: at(1),
  ...over,
});
const discovered = (...pods: [ObservedPod, ...ObservedPod[]]): Workload => {
  const decision = discoverWorkload('workload_1', 'cluster_1', pods, at(2));
  if (!decision.accepted) throw new Error('refused');
  return decision.state;
};

describe('a workload', () => {
  it('keeps its identity when its Pods are replaced', () => {
    expect(workloadKey(pod({ uid: 'pod-2', name: 'web-7d9f-fghij' }))).toBe(workloadKey(pod()));
  });

  it('is its own Pod when nobody owns it', () => {
    expect(workloadKey(pod({ owner: null, uid: 'a' }))).not.toBe(workloadKey(pod({ owner: null, uid: 'b' })));
  });

  it.each([
    [pod(), 'SERVICE'],
    [pod({ owner: { kind: 'DaemonSet', name: 'log' } }), 'SERVICE'],
    [pod({ owner: { kind: 'Job', name: 'nightly' } }), 'JOB'],
    [pod({ owner: null }), 'JOB'],
    [pod({ namespace: 'kube-system' }), 'SYSTEM'],
  ])('is of the kind its owner and namespace say: %#', (of, kind) => {
    expect(workloadKind(of)).toBe(kind);
  });

  const queued = pod({
    phase: 'PENDING',
    nodeName: null,
    ready: false,
    trouble: { reason: 'Unschedulable', message: '0/3 nodes are available' },
  });
  it.each([
    ['QUEUED', [queued]],
    ['STARTING', [pod({ phase: 'PENDING', ready: false })]],
    ['STARTING', [pod({ ready: false })]],
    ['RUNNING', [pod()]],
    ['RUNNING', [queued, pod(), pod({ phase: 'FAILED' })]],
    ['QUEUED', [queued, pod({ phase: 'FAILED' })]],
    ['SUCCEEDED', [pod({ phase: 'SUCCEEDED' })]],
    ['FAILED', [pod({ phase: 'FAILED' })]],
    ['UNKNOWN', [pod({ phase: 'UNKNOWN' })]],
  ] as const)('is %s by its Pods: %#', (state, pods) => {
    expect(conditionOf('SERVICE', pods, null).state).toBe(state);
  });

  it('has succeeded as a job whose retry succeeded, and failed as a service all of whose Pods are over', () => {
    const both = [pod({ phase: 'FAILED' }), pod({ phase: 'SUCCEEDED' })];
    expect(conditionOf('JOB', both, null).state).toBe('SUCCEEDED');
    expect(conditionOf('SERVICE', both, null).state).toBe('FAILED');
  });

  it("says why it waits in the scheduler's words", () => {
    expect(conditionOf('SERVICE', [queued], null).reason).toEqual({
      code: 'Unschedulable',
      message: '0/3 nodes are available',
    });
  });

  it('keeps the end it came to when its Pods are deleted, and is GONE when it came to none', () => {
    expect(conditionOf('JOB', [], 'SUCCEEDED').state).toBe('SUCCEEDED');
    expect(conditionOf('JOB', [], 'FAILED').state).toBe('FAILED');
    expect(conditionOf('SERVICE', [], 'RUNNING').state).toBe('GONE');
  });

  it('tells a change of state once, and nothing when only Pods or amounts change', () => {
    const workload = discovered(queued);
    const started = observePods(workload, [pod()]);
    expect(started).toMatchObject({
      accepted: true,
      events: [{ type: 'WorkloadStateChanged', from: 'QUEUED', to: 'RUNNING' }],
    });
    const running = started.accepted ? started.state : workload;
    expect(observePods(running, [pod(), pod({ uid: 'pod-2' })])).toMatchObject({
      events: [],
      state: { requested: { cpuMillis: 1000 } },
    });
  });

  it('asks for nothing once its Pods are over', () => {
    expect(requestedBy([pod(), pod({ phase: 'SUCCEEDED' }), pod({ phase: 'FAILED' })]).cpuMillis).toBe(500);
  });

  it('started when its first Pod did, and remembers that', () => {
    const workload = discovered(pod({ startedAt: at(5) }), pod({ startedAt: at(3) }));
    expect(workload.startedAt).toEqual(at(3));
    const gone = observePods(workload, []);
    expect(gone).toMatchObject({ state: { startedAt: at(3), state: 'GONE' } });
  });
});
