import { describe, expect, it } from '@jest/globals';
import type { ObservedPod } from '../observation';
import { noResources } from '../shared';
import { accepted } from '../testing/builders';
import type { Workload } from './workload';
import { noPods, summarizePods } from './pod-summary';
import { discoverWorkload, observePods } from './workload.decisions';
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
    expect(conditionOf('SERVICE', summarizePods(pods), null).state).toBe(state);
  });

  it('has succeeded as a job whose retry succeeded, and failed as a service all of whose Pods are over', () => {
    const both = summarizePods([pod({ phase: 'FAILED' }), pod({ phase: 'SUCCEEDED' })]);
    expect(conditionOf('JOB', both, null).state).toBe('SUCCEEDED');
    expect(conditionOf('SERVICE', both, null).state).toBe('FAILED');
  });

  it("says why it waits in the scheduler's words", () => {
    expect(conditionOf('SERVICE', summarizePods([queued]), null).reason).toEqual({
      code: 'Unschedulable',
      message: '0/3 nodes are available',
    });
  });

  it('keeps the end it came to when its Pods are deleted, and is GONE when it came to none', () => {
    expect(conditionOf('JOB', noPods, 'SUCCEEDED').state).toBe('SUCCEEDED');
    expect(conditionOf('JOB', noPods, 'FAILED').state).toBe('FAILED');
    expect(conditionOf('SERVICE', noPods, 'RUNNING').state).toBe('GONE');
  });

  it.each([
    ['JOB', 'SUCCEEDED', true],
    ['JOB', 'FAILED', true],
    ['JOB', 'RUNNING', false],
    ['SERVICE', 'SUCCEEDED', false],
    ['SERVICE', 'FAILED', false],
    ['SERVICE', 'RUNNING', false],
    ['SYSTEM', 'SUCCEEDED', false],
  ] as const)('without Pods, of kind %s and %s before: is it over for good? %s', (kind, before, over) => {
    expect(conditionOf(kind, noPods, before).over).toBe(over);
  });

  it('is not over while there are Pods, whatever they came to', () => {
    expect(conditionOf('JOB', summarizePods([pod({ phase: 'FAILED' })]), 'FAILED').over).toBe(false);
  });

  const job = { kind: 'Job', name: 'nightly' };
  it('goes on as a service when it is scaled to nothing and back, and tells both', () => {
    const running = discovered(pod());
    const none = accepted(observePods(running, noPods));
    expect(none.events).toMatchObject([{ from: 'RUNNING', to: 'GONE' }]);
    const back = accepted(observePods(none.state, summarizePods([pod({ uid: 'pod-2', startedAt: at(9) })])));
    expect(back.events).toMatchObject([{ subjectId: running.id, from: 'GONE', to: 'RUNNING' }]);
    expect(back.state).toMatchObject({ reason: null, over: false, startedAt: at(9) });
  });

  it('goes on as a job that is tried again after a failure, and has failed only when no Pod is alive', () => {
    const failed = discovered(pod({ owner: job, phase: 'FAILED' }));
    const states = [
      [pod({ phase: 'FAILED' }), pod({ uid: 'retry', phase: 'PENDING' })],
      [pod({ phase: 'FAILED' }), pod({ uid: 'retry' })],
      [pod({ phase: 'FAILED' }), pod({ uid: 'retry', phase: 'FAILED' })],
    ].reduce<Workload[]>(
      (seen, pods) => [...seen, accepted(observePods(seen.at(-1)!, summarizePods(pods))).state],
      [failed],
    );
    expect(states.map(({ state }) => state)).toEqual(['FAILED', 'STARTING', 'RUNNING', 'FAILED']);
  });

  it('tells a change of state once, and nothing when only Pods or amounts change', () => {
    const workload = discovered(queued);
    const started = observePods(workload, summarizePods([pod()]));
    expect(started).toMatchObject({
      accepted: true,
      events: [{ type: 'WorkloadStateChanged', from: 'QUEUED', to: 'RUNNING' }],
    });
    const running = started.accepted ? started.state : workload;
    expect(observePods(running, summarizePods([pod(), pod({ uid: 'pod-2' })]))).toMatchObject({
      events: [],
      state: { requested: { cpuMillis: 1000 } },
    });
  });

  it('takes of several troubles that of the lowest UID, whatever order they are told in', () => {
    const others = ['b', 'a', 'c'].map((uid) => pod({ ...queued, uid, trouble: { reason: uid, message: '' } }));
    expect(summarizePods(others).states.QUEUED).toEqual({ count: 3, trouble: { reason: 'a', message: '' } });
  });

  it('asks for nothing once its Pods are over', () => {
    const { requested } = summarizePods([pod(), pod({ phase: 'SUCCEEDED' }), pod({ phase: 'FAILED' })]);
    expect(requested.cpuMillis).toBe(500);
  });

  it('started when its first Pod did, and remembers that', () => {
    const workload = discovered(pod({ startedAt: at(5) }), pod({ startedAt: at(3) }));
    expect(workload.startedAt).toEqual(at(3));
    const gone = observePods(workload, noPods);
    expect(gone).toMatchObject({ state: { startedAt: at(3), state: 'GONE' } });
  });
});
