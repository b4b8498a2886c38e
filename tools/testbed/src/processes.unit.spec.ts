import { describe, expect, it } from '@jest/globals';
import { parseProcStat } from './processes.ts';

const AFTER_NAME = 'S 1 42 42 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 9 0 123456 1000000 500';

describe('the stat line of a process', () => {
  it('gives state, parent and start time', () => {
    expect(parseProcStat(`42 (k3s) ${AFTER_NAME}`)).toEqual({ state: 'S', parent: 1, startTime: '123456' });
  });

  it('is read past a name with blanks and brackets in it', () => {
    expect(parseProcStat(`42 (a) S 7 (b)) ${AFTER_NAME}`)).toEqual({ state: 'S', parent: 1, startTime: '123456' });
  });
});
