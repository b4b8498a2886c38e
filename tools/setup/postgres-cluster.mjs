import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';
import { spawnAs } from './postgres-account.mjs';
import { runToEnd } from './processes.mjs';

/**
 * A database cluster on disk, in PostgreSQL's sense: the folder `postgres` beside the file with its password.
 *
 * @typedef {object} ClusterSetup
 * @property {string} dir the folder that holds both
 * @property {string} programs
 * @property {import('./postgres-account.mjs').Account | null} account
 */

const majorVersion = '18';
export const superuser = 'awp';
export const database = 'awp';

/** @param {string} dir */
export function clusterPaths(dir) {
  return {
    data: path.join(dir, 'postgres'),
    password: path.join(dir, 'postgres.password'),
    log: path.join(dir, 'postgres.log'),
  };
}

/** PostgreSQL needs nothing of our environment, and our environment holds secrets. */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates the cluster if there is none. A run killed in the middle leaves a `postgres.new-*` folder, never half a
 * `postgres`.
 * @param {ClusterSetup} setup
 * @returns {Promise<'created' | 'found'>}
 */
export async function ensureCluster(setup) {
  const { data, password } = clusterPaths(setup.dir);
  removeUnfinished(setup.dir);
  if (existsSync(data)) {
    ensureVersion(data);
    ensurePassword(password);
    return 'found';
  }
  writePassword(password, setup.account);
  await initialise(setup, password, data);
  return 'created';
}

/** @param {string} dir */
export function readPassword(dir) {
  return readFileSync(clusterPaths(dir).password, 'utf8').trim();
}

/**
 * The initdb of a killed run may still be writing for a moment, hence the retries.
 * @param {string} dir
 */
function removeUnfinished(dir) {
  for (const name of readdirSync(dir)) {
    if (!name.startsWith('postgres.new-')) continue;
    rmSync(path.join(dir, name), { recursive: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** @param {string} data */
function ensureVersion(data) {
  const file = path.join(data, 'PG_VERSION');
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'no version at all';
  if (found === majorVersion) return;
  throw new ExpectedFailure('The database on disk is of another version.', {
    expected: `PostgreSQL ${majorVersion} data in ${data}`,
    seen: existsSync(file) ? `PostgreSQL ${found}` : found,
    remedy: [
      `to keep the data, dump it with PostgreSQL ${found} (pg_dumpall), move the folder away, start, and load the dump;`,
      `to begin afresh, move it away: mv '${data}' '${data}.old'`,
    ].join('\n'),
  });
}

/** @param {string} file */
function ensurePassword(file) {
  if (existsSync(file)) return;
  throw new ExpectedFailure('The password of the database is missing.', {
    expected: file,
    seen: 'no such file',
    remedy:
      'put the file back from a backup, or move the folder postgres beside it away to begin with an empty database',
  });
}

/**
 * @param {string} file
 * @param {ClusterSetup['account']} account who runs initdb and has to read it
 */
function writePassword(file, account) {
  rmSync(file, { force: true });
  writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  if (account) chownSync(file, account.uid, account.gid);
}

/**
 * @param {ClusterSetup} setup
 * @param {string} password
 * @param {string} data
 */
async function initialise({ dir, programs, account }, password, data) {
  const unfinished = path.join(dir, `postgres.new-${process.pid}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (account) chownSync(unfinished, account.uid, account.gid);
  const options = {
    ...spawnAs(account),
    cwd: '/',
    env: postgresEnvironment,
    limitMs: 5 * 60_000,
    remedy: 'see what PostgreSQL says above; DATABASE_URL can name a PostgreSQL 18 that runs already instead',
  };
  // The same sorting and case rules on every machine, whatever locales it has.
  const rules = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${superuser}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
  const initdb = path.join(programs, 'bin', 'initdb');
  await runToEnd('Creating the database (initdb)', initdb, ['-D', unfinished, ...rules, ...access], options);
  const postgres = path.join(programs, 'bin', 'postgres');
  const single = ['--single', '-D', unfinished, '-c', 'exit_on_error=on', 'postgres'];
  await runToEnd('Creating the database', postgres, single, { ...options, input: `CREATE DATABASE ${database};\n` });
  renameSync(unfinished, data);
}
