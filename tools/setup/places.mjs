import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone this file belongs to. */
export const cloneDir = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));

/** Locks that belong to the clone whoever runs it: `node_modules` and `dist` are shared, data is not. */
export const cloneLocksDir = path.join(cloneDir, '.awp', 'locks');

export const isRoot = process.getuid?.() === 0;

/**
 * Where root keeps what another user has to reach. A clone may lie in a home that only its owner can enter, and
 * PostgreSQL refuses to run as root.
 */
const rootBaseDir = '/var/lib/awp-execution';

/**
 * The folder of this clone's data: the database, its password, the API's files.
 * AWP_DATA_DIR names another one; the default of an ordinary user is inside the clone and touches nothing else.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export function dataDirOf(env) {
  if (env.AWP_DATA_DIR) return path.resolve(env.AWP_DATA_DIR);
  return isRoot ? path.join(rootBaseDir, shortHash(cloneDir)) : path.join(cloneDir, '.awp');
}

/**
 * Where root copies PostgreSQL's programs to, once per version: next to the data.
 * @param {NodeJS.ProcessEnv} env
 */
export function programsDirOf(env) {
  return path.join(env.AWP_DATA_DIR ? dataDirOf(env) : rootBaseDir, 'programs');
}

/**
 * Creates the data folder if it is not there yet.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string}
 */
export function ensureDataDir(env) {
  const dir = dataDirOf(env);
  createPrivateDir(dir);
  return dir;
}

/**
 * Creates a folder that only its owner can list. Root's can be passed through, since the database below it belongs to
 * another user.
 * @param {string} dir
 */
export function createPrivateDir(dir) {
  createDir(dir, isRoot ? 0o711 : 0o700);
}

/**
 * Creates a folder with exactly this mode, whatever the umask; the mode of one that is there stays.
 * @param {string} dir
 * @param {number} mode
 */
export function createDir(dir, mode) {
  if (path.dirname(dir) !== dir && path.dirname(dir).startsWith(rootBaseDir)) createDir(path.dirname(dir), 0o755);
  const created = mkdirSync(dir, { recursive: true, mode });
  if (created) chmodSync(dir, mode);
}

/** @param {string} text */
function shortHash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
