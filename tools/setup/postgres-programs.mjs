import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';
import { postgresPackageDir } from './install.mjs';
import { createDir, isRoot, programsDirOf } from './places.mjs';

/**
 * Where PostgreSQL's programs are. An ordinary user runs them where npm put them. Root runs them as a user who may not
 * be able to enter the clone, so they are copied once per version (60 MB, 0.2 s) to where every user can reach them.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string} the folder that holds bin, lib and share
 */
export function postgresPrograms(env) {
  const native = path.join(postgresPackageDir, 'native');
  if (!existsSync(native)) {
    throw new ExpectedFailure(`There is no PostgreSQL package for ${process.platform} ${process.arch}.`, {
      expected: native,
      seen: 'no such folder',
      remedy: 'set DATABASE_URL to a PostgreSQL 18 that runs already',
    });
  }
  return isRoot ? copyForEveryone(native, programsDirOf(env)) : native;
}

/**
 * @param {string} native
 * @param {string} programsDir
 */
function copyForEveryone(native, programsDir) {
  const { version } = JSON.parse(readFileSync(path.join(postgresPackageDir, 'package.json'), 'utf8'));
  const target = path.join(programsDir, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (existsSync(target)) return target;
  createDir(programsDir, 0o755);
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToEveryone(unfinished);
  moveIntoPlace(unfinished, target);
  return target;
}

/** @param {string} dir */
function openToEveryone(dir) {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) openToEveryone(file);
    else if (entry.isFile()) chmodSync(file, path.basename(dir) === 'bin' ? 0o755 : 0o644);
  }
}

/**
 * @param {string} unfinished
 * @param {string} target
 */
function moveIntoPlace(unfinished, target) {
  try {
    renameSync(unfinished, target);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    rmSync(unfinished, { recursive: true });
    // Another clone's run was faster with the same copy.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
