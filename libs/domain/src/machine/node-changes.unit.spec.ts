import { describe, expect, it } from '@jest/globals';
import type { ObservedNode, Taint } from '../observation';
import { aCondition, aNode, secondsLater } from '../testing/builders';
import { nodeChanges } from './node-changes';

const told = (before: ObservedNode, after: ObservedNode): string[] =>
  nodeChanges(before, after).map(({ type, from, to, reason }) => `${type}: ${from} -> ${to} (${reason.code})`);
const taint = (key: string, over: Partial<Taint> = {}): Taint => ({ key, value: null, effect: 'NO_SCHEDULE', ...over });
const ready = aCondition('Ready', 'TRUE');

describe('what changed between two reports of a Node', () => {
  it.each<[string, Partial<ObservedNode>, Partial<ObservedNode>, string[]]>([
    ['a cordon', {}, { unschedulable: true }, ['MachineCordoned: schedulable -> cordoned (NODE_CORDONED)']],
    ['an uncordon', { unschedulable: true }, {}, ['MachineUncordoned: cordoned -> schedulable (NODE_UNCORDONED)']],
    [
      'a taint',
      {},
      { taints: [taint('team', { value: 'a' })] },
      ['MachineTaintsChanged: null -> team=a:NO_SCHEDULE (NODE_TAINTS_CHANGED)'],
    ],
    [
      'a taint without a value that is taken away',
      { taints: [taint('team', { effect: 'NO_EXECUTE' })] },
      {},
      ['MachineTaintsChanged: team:NO_EXECUTE -> null (NODE_TAINTS_CHANGED)'],
    ],
    [
      'another effect of a taint',
      { taints: [taint('team')] },
      { taints: [taint('team', { effect: 'PREFER_NO_SCHEDULE' })] },
      ['MachineTaintsChanged: team:NO_SCHEDULE -> team:PREFER_NO_SCHEDULE (NODE_TAINTS_CHANGED)'],
    ],
    [
      'an added label',
      { labels: {} },
      { labels: { zone: 'north' } },
      ['MachineLabelsChanged: null -> zone=north (NODE_LABELS_CHANGED)'],
    ],
    [
      'a label taken away',
      { labels: { zone: 'north' } },
      { labels: {} },
      ['MachineLabelsChanged: zone=north -> null (NODE_LABELS_CHANGED)'],
    ],
    [
      'several labels, in the order of their keys, and only those that changed',
      { labels: { a: '1', same: 'x', z: '' } },
      { labels: { same: 'x', z: '2', b: '3' } },
      ['MachineLabelsChanged: a=1,z= -> b=3,z=2 (NODE_LABELS_CHANGED)'],
    ],
    [
      'a condition, with the reason that the kubelet gives',
      { conditions: [ready, aCondition('DiskPressure', 'FALSE')] },
      { conditions: [ready, aCondition('DiskPressure', 'TRUE', { reason: 'KubeletHasDiskPressure' })] },
      ['MachineConditionChanged: DiskPressure=FALSE -> DiskPressure=TRUE (KubeletHasDiskPressure)'],
    ],
    [
      'a new condition',
      { conditions: [ready] },
      { conditions: [ready, aCondition('Fire', 'UNKNOWN')] },
      ['MachineConditionChanged: null -> Fire=UNKNOWN (NODE_CONDITION_CHANGED)'],
    ],
    [
      'a condition that is gone',
      { conditions: [ready, aCondition('Fire', 'TRUE')] },
      { conditions: [ready] },
      ['MachineConditionChanged: Fire=TRUE -> null (NODE_CONDITION_CHANGED)'],
    ],
  ])('is told for %s', (_what, before, after, expected) => {
    expect(told(aNode(before), aNode(after))).toEqual(expected);
  });

  it.each<[string, Partial<ObservedNode>, Partial<ObservedNode>]>([
    ['nothing', {}, {}],
    ['a heartbeat', {}, { conditions: aNode().conditions.map((c) => ({ ...c, lastTransitionAt: secondsLater(10) })) }],
    [
      'another reason and message',
      {},
      { conditions: aNode().conditions.map((c) => ({ ...c, reason: 'R', message: 'M' })) },
    ],
    [
      'other amounts',
      {},
      { allocatable: { ...aNode().allocatable, cpuMillis: 1 }, capacity: { ...aNode().capacity, pods: 1 } },
    ],
    ['another kubelet', {}, { kubeletVersion: 'v1.35.0', kernelVersion: '7', osImage: 'Other', containerRuntime: 'x' }],
    ['another order of conditions', {}, { conditions: [...aNode().conditions].reverse() }],
    ['another order of taints', { taints: [taint('a'), taint('b')] }, { taints: [taint('b'), taint('a')] }],
    ['another order of labels', { labels: { a: '1', b: '2' } }, { labels: { b: '2', a: '1' } }],
    ['a taint of Kubernetes’ own', {}, { taints: [taint('node.kubernetes.io/unschedulable')] }],
    [
      'taints of Kubernetes’ own that go',
      {
        taints: [
          taint('node.kubernetes.io/not-ready'),
          taint('node.kubernetes.io/unreachable', { effect: 'NO_EXECUTE' }),
        ],
      },
      {},
    ],
  ])('is not told for %s', (_what, before, after) => {
    expect(told(aNode(before), aNode(after))).toEqual([]);
  });

  it('is told for a taint whose key only resembles Kubernetes’ own', () => {
    expect(told(aNode(), aNode({ taints: [taint('my-node.kubernetes.io/x')] }))).toHaveLength(1);
    expect(told(aNode(), aNode({ taints: [taint('node.kubernetes.io.example/x')] }))).toHaveLength(1);
  });

  it('leaves Kubernetes’ own taints out of the text of the others', () => {
    const after = aNode({ taints: [taint('node.kubernetes.io/unschedulable'), taint('team')] });
    expect(told(aNode(), after)).toEqual(['MachineTaintsChanged: null -> team:NO_SCHEDULE (NODE_TAINTS_CHANGED)']);
  });

  it('comes in a fixed order: cordon, taints, labels, conditions', () => {
    const after = aNode({
      conditions: [aCondition('DiskPressure', 'TRUE'), aCondition('Ready', 'FALSE'), aCondition('Fire', 'TRUE')],
      labels: {},
      taints: [taint('team')],
      unschedulable: true,
    });
    expect(told(aNode(), after).map((line) => line.split(' ')[0])).toEqual([
      'MachineCordoned:',
      'MachineTaintsChanged:',
      'MachineLabelsChanged:',
      'MachineConditionChanged:',
      'MachineConditionChanged:',
      'MachineConditionChanged:',
    ]);
    expect(
      told(aNode(), after)
        .slice(3)
        .map((line) => line.split(' -> ')[1]!.split(' ')[0]),
    ).toEqual(['Ready=FALSE', 'DiskPressure=TRUE', 'Fire=TRUE']);
  });
});
