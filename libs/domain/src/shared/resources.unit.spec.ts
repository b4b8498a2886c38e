import { describe, expect, it } from '@jest/globals';
import { addResources, noResources } from './resources';

describe('amounts of resources', () => {
  const some = { cpuMillis: 1, memoryBytes: 2, ephemeralStorageBytes: 3, pods: 4, gpus: 5 };

  it('are added one by one', () => {
    expect(
      addResources(some, { cpuMillis: 10, memoryBytes: 20, ephemeralStorageBytes: 30, pods: 40, gpus: 50 }),
    ).toEqual({
      cpuMillis: 11,
      memoryBytes: 22,
      ephemeralStorageBytes: 33,
      pods: 44,
      gpus: 55,
    });
  });

  it('are not changed by adding none', () => {
    expect(addResources(some, noResources)).toEqual(some);
  });
});
