import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from './file-lock.ts';
import { cacheFolder } from './folders.ts';

export interface CachedBuild {
  path: string;
  bytes: number;
}

/** Removes the builds of other sources than `currentHash`. A server that runs one of them keeps running. */
export async function removeOldBuilds(
  currentHash: string,
  cache: string = cacheFolder(),
): Promise<{ kept: CachedBuild[]; removed: CachedBuild[] }> {
  const builds = existsSync(cache) ? readdirSync(cache).filter((name) => /^[0-9a-f]{16}$/.test(name)) : [];
  const measured = builds.map((hash) => ({ hash, path: join(cache, hash), bytes: sizeOf(join(cache, hash)) }));
  const removed = measured.filter(({ hash }) => hash !== currentHash);
  // The lock is held by whoever builds there now, for another checkout.
  for (const { path } of removed) await withFileLock(join(path, 'lock'), () => rm(path, { recursive: true }));
  return { kept: measured.filter(({ hash }) => hash === currentHash), removed };
}

export function printSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function sizeOf(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0);
}
