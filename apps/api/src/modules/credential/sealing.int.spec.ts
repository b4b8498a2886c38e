import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@awp/domain';
import { loadSealingKey, Sealer } from './sealing';

describe('sealing', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'awp-seal-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const sealer = new Sealer(randomBytes(32));

  it('opens what it sealed, for the owner it was sealed for', () => {
    const sealed = sealer.seal(new Secret('canary'), 'credential_1');
    expect(sealed.toString('latin1')).not.toContain('canary');
    expect(sealer.open(sealed, 'credential_1').reveal()).toBe('canary');
    expect(() => sealer.open(sealed, 'credential_2')).toThrow();
    expect(() => new Sealer(randomBytes(32)).open(sealed, 'credential_1')).toThrow();
  });

  it('refuses what was tampered with, and seals the same twice differently', () => {
    const sealed = sealer.seal(new Secret('canary'), 'o');
    expect(sealer.seal(new Secret('canary'), 'o')).not.toEqual(sealed);
    sealed[15]! ^= 1;
    expect(() => sealer.open(sealed, 'o')).toThrow();
  });

  it('makes one key for all who start at the same moment, and lets only its owner read it', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSealingKey(null, join(folder, 'data'))));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect((await stat(join(folder, 'data', 'sealing.key'))).mode & 0o777).toBe(0o600);
  });

  it('says what is wrong with a key that is no key, and not what it is', async () => {
    await writeFile(join(folder, 'sealing.key'), 'canary');
    await expect(loadSealingKey(null, folder)).rejects.toThrow(
      /sealing\.key: expected 32 bytes in base64, got \d+; make one with/,
    );
    await expect(loadSealingKey(new Secret('canary'), folder)).rejects.toThrow(/^AWP_SECRET_KEY: expected 32 bytes/);
    await expect(loadSealingKey(new Secret('canary'), folder)).rejects.not.toThrow(/canary/);
  });
});
