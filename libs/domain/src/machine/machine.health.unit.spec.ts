import { describe, expect, it } from '@jest/globals';
import type { NodeCondition } from '../observation';
import { aCondition, aNode, now, secondsLater } from '../testing/builders';
import { healthOfNode, healthWithoutNode } from './machine.health';

const ready = aCondition('Ready', 'TRUE');
const healthWith = (...conditions: NodeCondition[]): ReturnType<typeof healthOfNode> =>
  healthOfNode(aNode({ conditions }), false, now);
const codes = (health: ReturnType<typeof healthOfNode>): string[] => health.reasons.map(({ code }) => code);

describe('the health of a Node', () => {
  it('is HEALTHY without reasons when its kubelet is ready and nothing is short', () => {
    expect(healthOfNode(aNode(), false, now)).toEqual({ status: 'HEALTHY', reasons: [] });
  });

  it.each([
    ['Ready', 'UNKNOWN', 'UNREACHABLE', 'NODE_UNREACHABLE'],
    ['Ready', 'FALSE', 'DEGRADED', 'NODE_NOT_READY'],
    ['MemoryPressure', 'TRUE', 'DEGRADED', 'MEMORY_PRESSURE'],
    ['DiskPressure', 'TRUE', 'DEGRADED', 'DISK_PRESSURE'],
    ['PIDPressure', 'TRUE', 'DEGRADED', 'PID_PRESSURE'],
    ['NetworkUnavailable', 'TRUE', 'DEGRADED', 'NETWORK_UNAVAILABLE'],
  ] as const)(
    'with %s=%s is %s with %s, since the transition, with what the kubelet said and a remedy',
    (type, status, expected, code) => {
      const condition = aCondition(type, status, {
        message: 'as the kubelet says',
        lastTransitionAt: secondsLater(-90),
      });
      const health = type === 'Ready' ? healthWith(condition) : healthWith(ready, condition);
      expect(health).toEqual({
        status: expected,
        reasons: [
          {
            code,
            message: expect.stringMatching(/.: as the kubelet says$/),
            since: secondsLater(-90),
            remedy: expect.stringMatching(/./),
            subjectId: null,
          },
        ],
      });
    },
  );

  it.each([
    ['MemoryPressure', 'FALSE'],
    ['MemoryPressure', 'UNKNOWN'],
    ['DiskPressure', 'UNKNOWN'],
    ['PIDPressure', 'UNKNOWN'],
    ['NetworkUnavailable', 'FALSE'],
    ['SomebodysOwn', 'TRUE'],
  ] as const)('is not touched by %s=%s', (type, status) => {
    expect(healthWith(ready, aCondition(type, status)).status).toBe('HEALTHY');
  });

  it('is UNKNOWN, and so not HEALTHY, when no Ready condition is reported', () => {
    expect(healthWith()).toMatchObject({ status: 'UNKNOWN', reasons: [{ code: 'READY_UNREPORTED', since: now }] });
  });

  it('is the worst of several, with every reason, worst first', () => {
    const health = healthWith(
      aCondition('PIDPressure', 'TRUE'),
      aCondition('Ready', 'UNKNOWN'),
      aCondition('DiskPressure', 'TRUE'),
    );
    expect(health.status).toBe('UNREACHABLE');
    expect(codes(health)).toEqual(['NODE_UNREACHABLE', 'DISK_PRESSURE', 'PID_PRESSURE']);
  });

  it('is DEGRADED rather than UNKNOWN when a pressure is known and Ready is not', () => {
    expect(healthWith(aCondition('DiskPressure', 'TRUE')).status).toBe('DEGRADED');
  });

  it('says what is wrong without a colon when the kubelet says nothing, and since now without a transition', () => {
    const [reason] = healthWith(ready, aCondition('DiskPressure', 'TRUE', { lastTransitionAt: null })).reasons;
    expect(reason).toMatchObject({ message: 'disk space runs low', since: now });
  });

  it('is DEGRADED while a replaced Node waits for somebody to vouch for it', () => {
    const health = healthOfNode(aNode(), true, now);
    expect(health).toMatchObject({ status: 'DEGRADED', reasons: [{ code: 'NODE_REPLACED' }] });
    expect(health.reasons[0]!.message).toContain('worker-1');
  });

  it('is UNREACHABLE without a Node, and names it', () => {
    const health = healthWithoutNode('worker-1', now);
    expect(health).toMatchObject({ status: 'UNREACHABLE', reasons: [{ code: 'NODE_DELETED', since: now }] });
    expect(health.reasons[0]!.message).toContain('worker-1');
  });
});
