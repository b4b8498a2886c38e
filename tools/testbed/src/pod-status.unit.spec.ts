import { describe, expect, it } from '@jest/globals';
import { type PodOutcome, podStatus } from './pod-status.ts';

const pod = { spec: { containers: [{ name: 'main', image: 'i' }] } };
const mainOf = (outcome: PodOutcome): unknown => podStatus(pod, outcome).containerStatuses?.[0]?.state;
const readyOf = (outcome: PodOutcome): string | undefined =>
  podStatus(pod, outcome).conditions?.find(({ type }) => type === 'Ready')?.status;

describe('the status of a Pod', () => {
  it('is ready only while it runs', () => {
    expect(readyOf({ phase: 'Pending' })).toBe('False');
    expect(readyOf({ phase: 'Running' })).toBe('True');
    expect(readyOf({ phase: 'Running', ready: false })).toBe('False');
    expect(readyOf({ phase: 'Succeeded' })).toBe('False');
  });

  it('says how the containers ended', () => {
    expect(mainOf({ phase: 'Succeeded' })).toMatchObject({ terminated: { exitCode: 0, reason: 'Completed' } });
    expect(mainOf({ phase: 'Failed' })).toMatchObject({ terminated: { exitCode: 1, reason: 'Error' } });
    expect(mainOf({ phase: 'Failed', exitCode: 137, containerReason: 'OOMKilled' })).toMatchObject({
      terminated: { exitCode: 137, reason: 'OOMKilled' },
    });
  });

  it('says what a container waits for', () => {
    expect(mainOf({ phase: 'Pending', containerReason: 'ErrImagePull' })).toEqual({
      waiting: { reason: 'ErrImagePull' },
    });
  });
});
