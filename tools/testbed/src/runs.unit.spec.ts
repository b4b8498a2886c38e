import { describe, expect, it } from '@jest/globals';
import { ownerOf, runFolderName } from './runs.ts';

describe('the name of a run folder', () => {
  it('tells which process owns it', () => {
    const owner = { pid: 4711, startTime: '123456' };
    expect(ownerOf(runFolderName(owner, '0a1b2c3d'))).toEqual(owner);
  });

  it.each(['', 'lost+found', '4711-0a1b', '4711-123456-', '../1-2-3a'])('is nobody’s when it reads %p', (name) => {
    expect(ownerOf(name)).toBeNull();
  });
});
