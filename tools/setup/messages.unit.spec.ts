import { describe, expect, it } from '@jest/globals';
import { describeFailure, ExpectedFailure, inWords } from './expected-failure.mjs';
import { isNewEnough } from './node.mjs';
import { listeningSockets } from './port.mjs';

describe('a failure', () => {
  it('says what was expected, what was seen and what to do', () => {
    const failure = new ExpectedFailure('Port 4000 is in use.', {
      expected: 'a free port',
      seen: 'node\n(process 7)',
      remedy: 'AWP_PORT=4001 npm start',
    });
    expect(describeFailure(failure).trim().split('\n')).toEqual([
      'Port 4000 is in use.',
      '  expected  a free port',
      '  seen      node',
      '            (process 7)',
      '  to do     AWP_PORT=4001 npm start',
    ]);
  });

  it('of the file system is put in words', () => {
    const error = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', path: '/clone/.awp' });
    expect(inWords(error)).toMatchObject({
      message: '/clone/.awp could not be used.',
      seen: 'a read-only file system',
    });
  });

  it('that nobody foresaw stays what it is', () => {
    const error = new TypeError('undefined is not a function');
    expect(inWords(error)).toBe(error);
  });
});

describe('the machine', () => {
  it.each([
    ['24.11.0', true],
    ['24.10.9', false],
    ['20.20.2', false],
    ['26.0.0', true],
  ])('has with Node %s what the tools need: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });

  it('tells which socket listens on a port', () => {
    const table = [
      '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
      '   0: 0100007F:0FA0 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0 100 0 0 10 0',
      '   1: 0100007F:0FA0 0100007F:B2E4 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0 100 0 0 10 0',
      '   2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0 100 0 0 10 0',
    ].join('\n');
    expect(listeningSockets(table, 4000)).toEqual(['4711']);
  });
});
