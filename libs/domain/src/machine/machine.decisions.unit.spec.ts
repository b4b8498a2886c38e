import { describe, expect, it } from '@jest/globals';
import type { ObservedNode } from '../observation';
import type { Decision } from '../shared';
import {
  aCondition,
  accepted,
  aDiscoveredMachine,
  aMachine,
  aNode,
  now,
  refused,
  secondsLater,
} from '../testing/builders';
import type { Machine, MachineEvent } from './machine';
import {
  adoptMachine,
  discoverMachine,
  loseNode,
  observeNode,
  replaceNode,
  type AdoptMachine,
} from './machine.decisions';
import { lifecycleOf } from './machine.lifecycle';

const types = (decision: Decision<Machine, MachineEvent>): string[] =>
  accepted(decision).events.map(({ type }) => type);
const told = (decision: Decision<Machine, MachineEvent>): string[] =>
  accepted(decision).events.map(({ type, from, to, reason }) => `${type}: ${from} -> ${to} (${reason.code})`);
const unready = aNode({ conditions: [aCondition('Ready', 'FALSE', { message: 'no network' })] });
const silent = aNode({ conditions: [aCondition('Ready', 'UNKNOWN')] });

describe('discovering a Node', () => {
  it('makes a machine that is only looked at, however healthy it is', () => {
    const decision = discoverMachine('machine_9', 'cluster_1', aNode(), now);
    expect(accepted(decision).state).toMatchObject({
      id: 'machine_9',
      clusterId: 'cluster_1',
      name: 'worker-1',
      intent: 'OBSERVE',
      enrollmentState: 'NONE',
      health: 'HEALTHY',
      lifecycle: 'DISCOVERED',
      lifecycleReason: { code: 'NODE_DISCOVERED', since: now, actor: null },
      node: { nodeName: 'worker-1', nodeUid: 'uid-1', since: now, until: null },
      nodeReplaced: false,
      enrollment: null,
      version: 1,
    });
    expect(told(decision)).toEqual(['MachineDiscovered: null -> DISCOVERED (NODE_DISCOVERED)']);
  });

  it('names machine and cluster in its event', () => {
    expect(accepted(discoverMachine('machine_9', 'cluster_1', aNode(), now)).events[0]).toMatchObject({
      subjectId: 'machine_9',
      clusterId: 'cluster_1',
    });
  });

  it('takes over what is wrong with it', () => {
    const { state } = accepted(discoverMachine('machine_9', 'cluster_1', unready, now));
    expect(state).toMatchObject({
      health: 'DEGRADED',
      lifecycle: 'DISCOVERED',
      healthReasons: [{ code: 'NODE_NOT_READY' }],
    });
  });
});

describe('observing a Node again', () => {
  it('changes nothing when nothing changed', () => {
    const machine = aMachine();
    const decision = observeNode(machine, aNode(), aNode(), now);
    expect(accepted(decision)).toMatchObject({ state: machine, events: [] });
  });

  it('tells a change of its lifecycle last', () => {
    expect(told(observeNode(aMachine(), aNode(), unready, now))).toEqual([
      'MachineConditionChanged: Ready=TRUE -> Ready=FALSE (NODE_CONDITION_CHANGED)',
      'MachineConditionChanged: DiskPressure=FALSE -> null (NODE_CONDITION_CHANGED)',
      'MachineLifecycleChanged: READY -> DEGRADED (NODE_NOT_READY)',
    ]);
  });

  it('makes a machine in service UNREACHABLE when its kubelet falls silent, and READY when it is back', () => {
    const lost = accepted(observeNode(aMachine(), aNode(), silent, now)).state;
    expect(lost).toMatchObject({
      health: 'UNREACHABLE',
      lifecycle: 'UNREACHABLE',
      lifecycleReason: { code: 'NODE_UNREACHABLE', since: now, actor: null },
    });
    const back = observeNode(lost, silent, aNode(), secondsLater(60));
    expect(told(back).at(-1)).toBe('MachineLifecycleChanged: UNREACHABLE -> READY (NODE_READY)');
    expect(accepted(back).state).toMatchObject({ health: 'HEALTHY', healthReasons: [] });
  });

  it.each([
    ['a machine that is only looked at', aDiscoveredMachine(), 'DISCOVERED'],
    ['a draining machine', aMachine({ intent: 'DRAIN' }), 'DRAINING'],
    ['a machine under maintenance', aMachine({ intent: 'MAINTAIN' }), 'MAINTENANCE'],
    ['a machine that is being removed', aMachine({ intent: 'REMOVE' }), 'REMOVING'],
  ])('keeps the lifecycle of %s and changes its health only', (_what, machine, lifecycle) => {
    const decision = observeNode(machine, aNode(), silent, now);
    expect(accepted(decision).state).toMatchObject({ health: 'UNREACHABLE', lifecycle });
    expect(types(decision)).not.toContain('MachineLifecycleChanged');
  });

  it('keeps the time at which a reason began', () => {
    const first = accepted(observeNode(aMachine(), aNode(), unready, now)).state;
    const moved = aNode({ conditions: [aCondition('Ready', 'FALSE', { lastTransitionAt: secondsLater(50) })] });
    const { state } = accepted(observeNode(first, unready, moved, secondsLater(60)));
    expect(state.healthReasons[0]!.since).toEqual(first.healthReasons[0]!.since);
  });

  it('starts the time anew for a reason that had gone', () => {
    const first = accepted(observeNode(aMachine(), aNode(), unready, now)).state;
    const healed = accepted(observeNode(first, unready, aNode(), now)).state;
    const again = aNode({ conditions: [aCondition('Ready', 'FALSE', { lastTransitionAt: secondsLater(50) })] });
    const { state } = accepted(observeNode(healed, aNode(), again, secondsLater(60)));
    expect(state.healthReasons[0]!.since).toEqual(secondsLater(50));
  });

  it('keeps a replaced machine DEGRADED, however ready its new Node is', () => {
    const replaced = accepted(replaceNode(aMachine(), aNode({ uid: 'uid-2' }), now)).state;
    const decision = observeNode(replaced, aNode({ uid: 'uid-2' }), aNode({ uid: 'uid-2' }), secondsLater(60));
    expect(accepted(decision)).toMatchObject({ state: { lifecycle: 'DEGRADED', nodeReplaced: true }, events: [] });
  });
});

describe('a Node of the same name with another UID', () => {
  it('takes the place of the old one, and the machine waits until somebody vouches for it', () => {
    const decision = replaceNode(aMachine(), aNode({ uid: 'uid-2' }), now);
    expect(told(decision)).toEqual([
      'MachineNodeReplaced: uid-1 -> uid-2 (NODE_REPLACED)',
      'MachineLifecycleChanged: READY -> DEGRADED (NODE_REPLACED)',
    ]);
    expect(accepted(decision).state).toMatchObject({
      nodeReplaced: true,
      node: { nodeUid: 'uid-2', since: now, until: null },
      healthReasons: [{ code: 'NODE_REPLACED' }],
    });
  });

  it('stands for a machine again whose Node was deleted', () => {
    const lost = accepted(loseNode(aMachine(), now)).state;
    expect(told(replaceNode(lost, aNode({ uid: 'uid-2' }), secondsLater(5)))).toEqual([
      'MachineNodeReplaced: null -> uid-2 (NODE_REPLACED)',
      'MachineLifecycleChanged: UNREACHABLE -> DEGRADED (NODE_REPLACED)',
    ]);
  });

  it('is worse than replaced when its kubelet is silent', () => {
    const { state } = accepted(replaceNode(aMachine(), { ...silent, uid: 'uid-2' }, now));
    expect(state).toMatchObject({ health: 'UNREACHABLE', lifecycle: 'UNREACHABLE' });
    expect(state.healthReasons.map(({ code }) => code)).toEqual(['NODE_UNREACHABLE', 'NODE_REPLACED']);
  });
});

describe('losing the Node', () => {
  it('makes a machine in service UNREACHABLE and keeps it', () => {
    const decision = loseNode(aMachine(), now);
    expect(told(decision)).toEqual([
      'MachineNodeDeleted: uid-1 -> null (NODE_DELETED)',
      'MachineLifecycleChanged: READY -> UNREACHABLE (NODE_DELETED)',
    ]);
    expect(accepted(decision).state).toMatchObject({
      node: null,
      enrollmentState: 'ENROLLED',
      lifecycle: 'UNREACHABLE',
    });
  });

  it('removes a machine that was only looked at', () => {
    const decision = loseNode(aDiscoveredMachine(), now);
    expect(told(decision)).toEqual([
      'MachineNodeDeleted: uid-1 -> null (NODE_DELETED)',
      'MachineLifecycleChanged: DISCOVERED -> REMOVED (NODE_DELETED)',
    ]);
    expect(accepted(decision).state.enrollmentState).toBe('REMOVED');
  });

  it('is told once', () => {
    const lost = accepted(loseNode(aMachine(), now)).state;
    expect(accepted(loseNode(lost, secondsLater(5)))).toEqual({ accepted: true, state: lost, events: [] });
  });
});

describe('adopting a machine', () => {
  const command = (over: Partial<AdoptMachine> = {}): AdoptMachine => ({
    actor: 'ops',
    now,
    stale: false,
    node: aNode(),
    ...over,
  });

  it('takes a discovered machine into service', () => {
    const decision = adoptMachine(aDiscoveredMachine(), command());
    expect(told(decision)).toEqual([
      'MachineAdopted: NONE -> ENROLLED (ADOPTED)',
      'MachineLifecycleChanged: DISCOVERED -> READY (ADOPTED)',
    ]);
    expect(accepted(decision).state).toMatchObject({
      intent: 'SERVE',
      enrollmentState: 'ENROLLED',
      enrollment: { method: 'ADOPTED', actor: 'ops', at: now },
      lifecycleReason: { code: 'ADOPTED', actor: 'ops', since: now },
    });
  });

  it('takes in a machine that is not well as what it is', () => {
    expect(accepted(adoptMachine(aDiscoveredMachine(), command({ node: unready }))).state.lifecycle).toBe('DEGRADED');
  });

  it('vouches for the Node that replaced the adopted one', () => {
    const replaced = accepted(replaceNode(aMachine(), aNode({ uid: 'uid-2' }), now)).state;
    const decision = adoptMachine(replaced, command({ node: aNode({ uid: 'uid-2' }) }));
    expect(told(decision).at(-1)).toBe('MachineLifecycleChanged: DEGRADED -> READY (ADOPTED)');
    expect(accepted(decision).state).toMatchObject({ nodeReplaced: false, healthReasons: [] });
  });

  it.each<[string, Machine, Partial<AdoptMachine>]>([
    ['MACHINE_REMOVED', accepted(loseNode(aDiscoveredMachine(), now)).state, {}],
    ['MACHINE_ALREADY_IN_SERVICE', aMachine(), {}],
    ['MACHINE_ALREADY_IN_SERVICE', accepted(loseNode(aMachine(), now)).state, { node: null }],
    ['MACHINE_NODE_MISSING', aDiscoveredMachine({ node: null }), {}],
    ['MACHINE_NODE_MISSING', aDiscoveredMachine(), { node: null }],
    ['MACHINE_OBSERVATION_STALE', aDiscoveredMachine(), { stale: true }],
  ])('is refused with %s', (code, machine, over) => {
    expect(refused(adoptMachine(machine, command(over)))).toEqual([
      { code, subjectId: 'machine_1', message: expect.stringMatching(/worker-1/) },
    ]);
  });
});

describe('any sequence of commands', () => {
  const reports: readonly ObservedNode[] = [
    aNode(),
    unready,
    silent,
    aNode({ conditions: [] }),
    aNode({ unschedulable: true, labels: {} }),
    aNode({ conditions: [aCondition('Ready', 'TRUE'), aCondition('MemoryPressure', 'TRUE')] }),
  ];

  it.each(Array.from({ length: 50 }, (_, seed) => seed + 1))(
    'keeps the stored lifecycle equal to the function of its parts, and tells every change of it once (seed %i)',
    (seed) => {
      const random = seeded(seed);
      const any = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
      let before = any(reports);
      let machine = accepted(discoverMachine('machine_1', 'cluster_1', before, now)).state;
      const steps: (() => Decision<Machine, MachineEvent>)[] = [
        () => observeNode(machine, before, (before = { ...any(reports), uid: machine.node?.nodeUid ?? 'uid-1' }), now),
        () => replaceNode(machine, (before = { ...any(reports), uid: `uid-${Math.floor(random() * 1e6)}` }), now),
        () => loseNode(machine, now),
        () => adoptMachine(machine, { actor: 'ops', now, stale: random() < 0.2, node: machine.node && before }),
      ];
      for (let step = 0; step < 60; step += 1) {
        const decision = any(steps)();
        if (!decision.accepted) continue;
        const { state, events } = decision;
        expect(state.lifecycle).toBe(lifecycleOf(state.intent, state.enrollmentState, state.health));
        const changes = events.filter(({ type }) => type === 'MachineLifecycleChanged');
        const expected =
          state.lifecycle === machine.lifecycle ? [] : [{ from: machine.lifecycle, to: state.lifecycle }];
        expect(changes.map(({ from, to }) => ({ from, to }))).toEqual(expected);
        if (changes.length > 0) expect(events.at(-1)).toBe(changes[0]);
        machine = state;
      }
    },
  );
});

/** Mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
