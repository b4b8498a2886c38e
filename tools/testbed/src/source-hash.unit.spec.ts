import { describe, expect, it } from '@jest/globals';
import { sourceHash } from './source-hash.ts';

const inputs = { 'go.mod': 'module x', 'main.go': 'package main' };
const hash = sourceHash(inputs, 'go1.26', ['-trimpath']);

describe('the hash of the sources', () => {
  it('does not depend on the order in which the files are found', () => {
    const reversed = { 'main.go': 'package main', 'go.mod': 'module x' };
    expect(sourceHash(reversed, 'go1.26', ['-trimpath'])).toBe(hash);
  });

  it('changes with a file, its name, the compiler and a flag', () => {
    const others = [
      sourceHash({ ...inputs, 'main.go': 'package other' }, 'go1.26', ['-trimpath']),
      sourceHash({ 'go.mod': 'module x', 'server.go': 'package main' }, 'go1.26', ['-trimpath']),
      sourceHash(inputs, 'go1.27', ['-trimpath']),
      sourceHash(inputs, 'go1.26', []),
    ];
    expect(new Set([hash, ...others]).size).toBe(5);
  });

  it('changes when text moves from one file to the next', () => {
    const moved = { 'go.mod': 'module xpackage ', 'main.go': 'main' };
    expect(sourceHash(moved, 'go1.26', ['-trimpath'])).not.toBe(hash);
  });
});
