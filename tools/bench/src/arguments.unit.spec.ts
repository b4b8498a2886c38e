import { describe, expect, it } from '@jest/globals';
import { parseArguments, UsageError } from './arguments.ts';

const known = ['first', 'second'];

describe('parseArguments', () => {
  it('runs everything as a table by default', () => {
    expect(parseArguments([], known)).toEqual({ names: known, json: false });
  });

  it.each([[['--only', 'second', '--json']], [['--json', '--only=second']]])('understands %j', (args) => {
    expect(parseArguments(args, known)).toEqual({ names: ['second'], json: true });
  });

  it.each([
    [['--only', 'third'], 'expected --only with one of first, second; got third'],
    [['--only'], 'expected --only with one of first, second; got nothing'],
    [['--josn'], 'expected [--only <name>] [--json]; got --josn'],
    [['first'], 'expected [--only <name>] [--json]; got first'],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(args, known)).toThrow(new UsageError(message));
  });
});
