import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ExpectedFailure } from './expected-failure.mjs';
import { freePort } from './port.mjs';
import { spawnAs } from './postgres-account.mjs';
import { clusterPaths, database, postgresEnvironment, readPassword, superuser } from './postgres-cluster.mjs';
import { commandLineOf, identify } from './process-identity.mjs';
import { endLeftover, endProcess, hasExited, lastLines, startProcess } from './processes.mjs';
import { say } from './progress.mjs';
import { stopSignal } from './stop-signals.mjs';

/**
 * @typedef {import('./postgres-cluster.mjs').ClusterSetup} ClusterSetup
 * @typedef {object} RunningPostgres
 * @property {string} url of the superuser, with the password
 * @property {number} port
 * @property {Promise<import('./processes.mjs').Exit>} exited
 * @property {() => string} log the last lines it wrote
 * @property {() => Promise<'in order' | 'by force'>} stop
 */

/** Fast shutdown, then immediate shutdown (the next start replays the log), then kill. */
const endingPlan = /** @type {const} */ ([
  { signal: 'SIGINT', graceMs: 30_000 },
  { signal: 'SIGQUIT', graceMs: 5_000 },
]);

/** After a crash the log is replayed before the first connection. */
const readyWithinMs = 120_000;

/** A port that was free can be taken before PostgreSQL listens on it; after a kill, its memory is freed a little later. */
const attempts = 5;

/**
 * Loopback only, a password always, and no statement in the log: statements carry secrets.
 */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * Starts PostgreSQL as a process of ours on a port of its own, and resolves when it takes connections.
 * @param {ClusterSetup} setup
 * @param {Record<string, string | number>} [extraSettings]
 * @returns {Promise<RunningPostgres>}
 */
export async function startPostgres(setup, extraSettings = {}) {
  await endLeftoverPostgres(setup.dir);
  for (let attempt = 1; ; attempt++) {
    const started = await tryToStart(setup, extraSettings);
    if ('url' in started) return started;
    stopSignal.throwIfAborted();
    if (attempt === attempts) throw notStarted(started.failure);
    await delay(500);
  }
}

/**
 * @param {ClusterSetup} setup
 * @param {Record<string, string | number>} extraSettings
 * @returns {Promise<RunningPostgres | { failure: string }>}
 */
async function tryToStart({ dir, programs, account }, extraSettings) {
  const { data, log } = clusterPaths(dir);
  const port = await freePort();
  const options = Object.entries({ ...settings, ...extraSettings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const output = openLog(log);
  const running = await startProcess('PostgreSQL', path.join(programs, 'bin', 'postgres'), ['-D', data, ...options], {
    ...spawnAs(account),
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', output, output],
  }).finally(() => closeSync(output));

  const stop = () => endProcess(running, endingPlan);
  const readLog = () => lastLines(readFileSync(log, 'utf8'), 25);
  const deadline = Date.now() + readyWithinMs;
  while (!isReady(data, running.identity.pid)) {
    if (hasExited(running)) return { failure: readLog() };
    if (stopSignal.aborted || Date.now() > deadline) {
      await stop();
      stopSignal.throwIfAborted();
      throw notStarted(readLog());
    }
    await delay(25);
  }
  const url = `postgresql://${superuser}:${readPassword(dir)}@127.0.0.1:${port}/${database}`;
  return { url, port, exited: running.exited, log: readLog, stop };
}

/**
 * Ends the PostgreSQL of a run that was killed. It is ours when the process that the data folder names runs on that
 * very folder. Call with the folder's lock held: then nobody alive is in charge of it.
 * @param {string} dir
 */
export async function endLeftoverPostgres(dir) {
  const { data } = clusterPaths(dir);
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = Number(readPidFile(data)[0]);
  const identity = pid > 0 ? identify(pid) : null;
  const commandLine = identity ? commandLineOf(pid) : '';
  if (identity && commandLine.includes(`-D ${data} `)) {
    say(`Ending the PostgreSQL (process ${pid}) that a killed run left behind`);
    await endLeftover(identity, endingPlan);
  } else if (identity && !commandLine.includes('postgres')) {
    // The id belongs to another program by now, which PostgreSQL would take for a live server. Where the process is
    // gone the file stays: PostgreSQL needs it to see whether children of the old server still use its memory.
    rmSync(pidFile);
  }
}

/**
 * @param {string} data
 * @param {number} pid
 */
function isReady(data, pid) {
  const lines = readPidFile(data);
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/**
 * postmaster.pid: process id, data folder, start time, port, ..., and on line 8 the state.
 * @param {string} data
 */
function readPidFile(data) {
  const file = path.join(data, 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

/**
 * The log of this start; that of the start before it is kept beside it.
 * @param {string} log
 */
function openLog(log) {
  if (existsSync(log)) renameSync(log, `${log}.1`);
  return openSync(log, 'a', 0o600);
}

/** @param {string} seen */
function notStarted(seen) {
  return new ExpectedFailure('PostgreSQL could not be started.', {
    expected: `it to take connections within ${readyWithinMs / 1000} s`,
    seen,
    remedy: 'see what PostgreSQL says above; DATABASE_URL can name a PostgreSQL 18 that runs already instead',
  });
}
