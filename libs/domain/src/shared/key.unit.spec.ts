import { describe, expect, it } from '@jest/globals';
import { checkKey, checkName } from './key';

describe('a key', () => {
  it.each(['a', 'a1', 'north', 'north-1', 'a--b', 'a'.repeat(63)])('may be %s', (key) => {
    expect(checkKey(key, 'key')).toEqual([]);
  });

  it.each([
    '',
    ' ',
    'A',
    'North',
    '1north',
    '-north',
    'north-',
    'a_b',
    'a.b',
    'a b',
    'a'.repeat(64),
    'nörth',
    'ａ',
    'а', // Cyrillic
    'north\n',
    'north\u0000',
    '../etc',
    '🚀',
  ])('may not be %j', (key) => {
    expect(checkKey(key, 'key')).toMatchObject([{ code: 'INVALID_INPUT', field: 'key' }]);
  });

  it('is shown in the refusal so that control characters and length do no harm', () => {
    const [refusal] = checkKey(`\u001b[31m${'x'.repeat(10_000)}`, 'key');
    expect(refusal!.message).toContain('\\u001b');
    expect(refusal!.message.length).toBeLessThan(250);
  });
});

describe('a name for people', () => {
  it.each(['N', 'North', ' North ', 'Größe 7', '北', '🚀🚀', 'a'.repeat(120), '🚀'.repeat(120), ' '.repeat(90) + 'x'])(
    'may be %j',
    (name) => {
      expect(checkName(name, 'name')).toEqual([]);
    },
  );

  it.each([
    ['', 0],
    ['   ', 0],
    ['\u00a0\u2003', 0],
    ['a'.repeat(121), 121],
    ['🚀'.repeat(121), 121],
    ['two\nlines', 9],
    ['tab\there', 8],
    ['null\u0000', 5],
    ['bell\u0007', 5],
    ['escape\u001b[31m', 11],
    ['delete\u007f', 7],
    ['next line\u0085', 10],
    ['line\u2028separator', 14],
    ['paragraph\u2029separator', 19],
    ['turned\u202eround', 12],
    ['isolated\u2066', 9],
    ['half\ud83d', 5],
  ])('may not be %j', (name, length) => {
    expect(checkName(name, 'name')).toEqual([
      { code: 'INVALID_INPUT', field: 'name', message: `expected 1 to 120 printable characters; got ${length}` },
    ]);
  });
});
