import { describe, expect, it } from '@jest/globals';
import { withoutTaint, withTaint } from './taints.ts';

const noSchedule = { key: 'gpu', effect: 'NoSchedule' };
const noExecute = { key: 'gpu', effect: 'NoExecute' };
const other = { key: 'disk', effect: 'NoSchedule' };

describe('a list of taints', () => {
  it('holds one taint per key and effect: a second one replaces the first', () => {
    const valued = { ...noSchedule, value: 'a' };
    expect(withTaint([noSchedule, noExecute, other], valued)).toEqual([noExecute, other, valued]);
  });

  it('loses every taint of a key, or the one with the effect that is named', () => {
    expect(withoutTaint([noSchedule, noExecute, other], 'gpu')).toEqual([other]);
    expect(withoutTaint([noSchedule, noExecute, other], 'gpu', 'NoExecute')).toEqual([noSchedule, other]);
  });
});
