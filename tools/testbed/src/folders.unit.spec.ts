import { describe, expect, it } from '@jest/globals';
import { cacheFolder } from './folders.ts';

describe('the cache folder', () => {
  it('is the one that AWP_CACHE_DIR names, before that of XDG_CACHE_HOME', () => {
    const environment = { AWP_CACHE_DIR: '/a', XDG_CACHE_HOME: '/x' };
    expect(cacheFolder(environment)).toBe('/a/awp-execution/testbed');
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' })).toBe('/x/awp-execution/testbed');
  });

  it('is below ~/.cache when neither is set or both are empty', () => {
    expect(cacheFolder({ AWP_CACHE_DIR: '', XDG_CACHE_HOME: '' })).toMatch(/\/\.cache\/awp-execution\/testbed$/);
  });
});
