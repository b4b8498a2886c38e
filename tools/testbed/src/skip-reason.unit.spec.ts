import { describe, expect, it } from '@jest/globals';
import { type Machine, whyNoCluster } from './skip-reason.ts';

const able: Machine = { platform: 'linux', uid: 0, hasProgram: () => true };

describe('why there is no cluster', () => {
  it('is nothing on Linux as root with Go', () => {
    expect(whyNoCluster(able)).toBeNull();
  });

  it.each<[string, Partial<Machine>]>([
    ['Linux', { platform: 'darwin' }],
    ['root', { uid: 1000 }],
    ['Go', { hasProgram: (name) => name !== 'go' }],
    ['flock', { hasProgram: (name) => name !== 'flock' }],
  ])('names %s, in one line, where it is missing', (missing, machine) => {
    expect(whyNoCluster({ ...able, ...machine })).toMatch(new RegExp(`^Cluster tests need ${missing}.*\\.$`));
  });
});
