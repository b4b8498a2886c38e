import { describe, expect, it } from '@jest/globals';
import { format, inspect } from 'node:util';
import { Secret } from './secret';

const VALUE = 'hunter2-5f2c91d0';
const secret = new Secret(VALUE);

describe('a secret', () => {
  it('gives its value only to whoever asks for it by name', () => {
    expect(secret.reveal()).toBe(VALUE);
  });

  it.each<[string, () => string]>([
    ['toString', () => secret.toString()],
    ['String()', () => String(secret)],
    ['a template', () => `${secret}`],
    ['concatenation', () => '' + (secret as unknown as string)],
    ['join', () => [secret].join()],
    ['toLocaleString', () => secret.toLocaleString()],
    ['an error message', () => new Error(`wrong password ${secret}`).message],
    ['JSON', () => JSON.stringify(secret)],
    ['JSON of what holds it', () => JSON.stringify({ deep: [{ password: secret }] })],
    ['util.inspect', () => inspect(secret)],
    ['util.inspect of what holds it', () => inspect({ deep: [{ password: secret }] }, { depth: 9, showHidden: true })],
    ['%s', () => format('%s', secret)],
    ['%o', () => format('%o', secret)],
    ['%O', () => format('%O', secret)],
    ['%j', () => format('%j', secret)],
    ['what console.log prints', () => format('password', secret, { secret })],
    ['the inspection of an error that holds it', () => inspect(Object.assign(new Error('no'), { secret }))],
  ])('prints [redacted] in %s', (_how, print) => {
    const printed = print();
    expect(printed).toContain('[redacted]');
    expect(printed).not.toContain(VALUE);
  });

  it('is no number', () => {
    expect(Number(secret)).toBeNaN();
  });

  it('has no property that holds the value', () => {
    const names = [...Reflect.ownKeys(secret), ...Object.keys({ ...secret })];
    expect(names).toEqual([]);
    expect(structuredClone(secret)).toEqual({});
  });
});
