import { execFileSync, spawnSync } from 'node:child_process';
import { ExpectedFailure } from './expected-failure.mjs';
import { isRoot } from './places.mjs';

/** @typedef {{ name: string, uid: number, gid: number }} Account */

/**
 * Who runs PostgreSQL, which refuses root: for root the `postgres` user if the machine has one, else `nobody`.
 * No user is ever created. For an ordinary user it is that user, said as null.
 * @returns {Account | null}
 */
export function postgresAccount() {
  if (!isRoot) return null;
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new ExpectedFailure('PostgreSQL cannot run as root, and there is no other user to run it as.', {
    expected: 'a user named postgres or nobody',
    seen: 'neither',
    remedy: 'run as an ordinary user, or set DATABASE_URL to a PostgreSQL 18 that runs already',
  });
}

/**
 * @param {string} name
 * @returns {Account | null}
 */
function lookUp(name) {
  const uid = id('-u', name);
  const gid = id('-g', name);
  return uid === null || gid === null ? null : { name, uid, gid };
}

/**
 * @param {'-u' | '-g'} flag
 * @param {string} name
 */
function id(flag, name) {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (error) {
    // `id` ends with 1 for a name it does not know.
    if (/** @type {{ status?: number }} */ (error).status === 1) return null;
    throw new ExpectedFailure(`The user ${name} could not be looked up.`, {
      expected: 'the program id, which every system has',
      seen: /** @type {Error} */ (error).message,
      remedy: 'put /usr/bin on the PATH and run again',
      cause: error,
    });
  }
}

/**
 * @param {Account | null} account
 * @returns {{ uid?: number, gid?: number }} for child_process.spawn
 */
export function spawnAs(account) {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * Tried rather than computed, so that every rule of this machine counts: mode bits, ACLs, mount options.
 * @param {Account | null} account
 * @param {string} dir
 */
export function ensureReachable(account, dir) {
  if (!account) return;
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { ...spawnAs(account), cwd: '/' });
  if (status === 0) return;
  throw new ExpectedFailure(`The data folder is out of reach for the user ${account.name}, who runs PostgreSQL.`, {
    expected: `${account.name} to be able to enter ${dir}`,
    seen: error ? error.message : 'permission denied on it or on a folder above it',
    remedy:
      'unset AWP_DATA_DIR to use the default, or name a folder there that every user can pass through (chmod o+x)',
  });
}
