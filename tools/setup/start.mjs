import './node-version.mjs';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiProgram } from './build.mjs';
import { runCommand } from './command.mjs';
import { ExpectedFailure, Interrupted } from './expected-failure.mjs';
import { Lock } from './lock.mjs';
import { cloneDir, dataDirOf, ensureDataDir } from './places.mjs';
import { holderOf, portState } from './port.mjs';
import { ensureReachable, postgresAccount } from './postgres-account.mjs';
import { ensureCluster } from './postgres-cluster.mjs';
import { postgresPrograms } from './postgres-programs.mjs';
import { startPostgres } from './postgres.mjs';
import { prepare } from './prepare.mjs';
import { endProcess, startProcess } from './processes.mjs';
import { say, step } from './progress.mjs';
import { stopSignal, stopWished } from './stop-signals.mjs';
import { ensureCloneWritable } from './writable.mjs';

/**
 * `npm start`: from a fresh clone to a server, in the foreground, and back to nothing on Ctrl-C.
 *
 * @typedef {import('./postgres.mjs').RunningPostgres} RunningPostgres
 * @typedef {import('./processes.mjs').RunningProcess} RunningProcess
 */

/** The API ends its subscriptions and hands its leases back in this time. */
const apiGraceMs = 15_000;

await runCommand(start, { interruptedExitCode: 0 });

async function start() {
  const port = portOf(process.env.AWP_PORT);
  ensureCloneWritable();
  const lock = await takeDataLock();
  try {
    await step('[1/5] Checks', async () => ({
      outcome: port === 0 ? 'any free port' : `port ${port} is free`,
      value: await ensurePortFree(port),
    }));
    const node = await prepare({
      titles: { install: '[2/5] Packages', build: '[3/5] Build' },
      // The SDK too: whoever has a server wants to talk to it, and the examples import it.
      projects: ['@awp/api', '@awp/sdk'],
    });
    return await serve(node, port, lock);
  } finally {
    lock.release();
  }
}

/**
 * @param {string} node
 * @param {number} port
 * @param {Lock} lock
 * @returns {Promise<number>} exit code
 */
async function serve(node, port, lock) {
  const postgres = await step('[4/5] PostgreSQL', () => bringUpDatabase());
  try {
    stopSignal.throwIfAborted();
    nameUnusedKubeconfig();
    say('[5/5] AWP: starting');
    const api = await startApi(node, port, postgres?.url ?? process.env.DATABASE_URL);
    lock.note('the API', api.identity, { graceMs: apiGraceMs });
    return await untilEnd(api, postgres);
  } finally {
    if (postgres && (await postgres.stop()) === 'by force')
      say('PostgreSQL was stopped by force; it recovers at the next start');
  }
}

/** @param {string | undefined} value */
function portOf(value = '4000') {
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new ExpectedFailure('AWP_PORT is not a port.', {
    expected: 'a number from 1 to 65535, or 0 for a free one',
    seen: value,
    remedy: 'AWP_PORT=4001 npm start',
  });
}

async function takeDataLock() {
  const dir = ensureDataDir(process.env);
  const taken = await Lock.take(path.join(dir, 'start.json'));
  if ('lock' in taken) return taken.lock;
  throw new ExpectedFailure('AWP already runs on this data.', {
    expected: `nobody else to use ${dir}`,
    seen: `npm start, process ${taken.heldBy.pid}`,
    remedy: [
      `use that one, or end it first (Ctrl-C in its terminal, or kill ${taken.heldBy.pid});`,
      'a second one beside it needs data and a port of its own: AWP_DATA_DIR=/some/folder AWP_PORT=4001 npm start',
    ].join('\n'),
  });
}

/** @param {number} port */
async function ensurePortFree(port) {
  const state = await portState(port);
  if (state === 'free') return;
  if (state === 'forbidden') {
    throw new ExpectedFailure(`Port ${port} is not for this user.`, {
      expected: 'a port that an ordinary user may listen on',
      seen: `permission denied for port ${port} (below 1024)`,
      remedy: 'AWP_PORT=4001 npm start',
    });
  }
  throw new ExpectedFailure(`Port ${port} is in use.`, {
    expected: `port ${port} on 127.0.0.1 to be free for AWP`,
    seen: holderOf(port) ?? 'a program of another user, whose name this user may not see',
    remedy: `end that program, or choose another port: AWP_PORT=${port === 4001 ? 4002 : 4001} npm start`,
  });
}

/** @returns {Promise<{ outcome: string, value: RunningPostgres | null }>} */
async function bringUpDatabase() {
  if (process.env.DATABASE_URL) return { outcome: 'using the one that DATABASE_URL names', value: null };
  const dir = dataDirOf(process.env);
  const account = postgresAccount();
  ensureReachable(account, dir);
  const setup = { dir, account, programs: postgresPrograms(process.env) };
  const cluster = await ensureCluster(setup);
  const postgres = await startPostgres(setup);
  const user = account ? `, as user ${account.name}` : '';
  const outcome = `${cluster === 'created' ? 'created and started' : 'started'} on 127.0.0.1:${postgres.port}${user}, data in ${dir}`;
  return { outcome, value: postgres };
}

/** A cluster is never taken in unasked, only named. */
function nameUnusedKubeconfig() {
  if (process.env.AWP_KUBECONFIG) return;
  const usual = process.env.KUBECONFIG || path.join(homedir(), '.kube', 'config');
  if (!existsSync(usual)) return;
  say(
    `      There is a kubeconfig at ${usual}, which is not used. To bring its cluster in: AWP_KUBECONFIG='${usual}' npm start`,
  );
}

/**
 * @param {string} node
 * @param {number} port
 * @param {string | undefined} databaseUrl
 */
function startApi(node, port, databaseUrl) {
  const endWithParent = pathToFileURL(path.join(cloneDir, 'tools', 'setup', 'end-with-parent.mjs')).href;
  return startProcess('AWP', node, ['--import', endWithParent, apiProgram], {
    cwd: cloneDir,
    env: {
      // Someone is watching: only what needs their attention, unless they ask for more.
      AWP_LOG_LEVEL: 'warn',
      ...process.env,
      DATABASE_URL: databaseUrl,
      AWP_PORT: String(port),
      AWP_DATA_DIR: dataDirOf(process.env),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/**
 * Waits for whichever comes first: a wish to stop, the end of the API, the end of its database.
 * @param {RunningProcess} api
 * @param {RunningPostgres | null} postgres
 * @returns {Promise<number>} exit code
 */
async function untilEnd(api, postgres) {
  const never = new Promise(() => undefined);
  const first = await Promise.race([
    stopWished.then(() => 'stop'),
    api.exited.then(() => 'api'),
    postgres?.exited.then(() => 'postgres') ?? never,
  ]);
  if (first === 'api') return exitCodeOf(await api.exited);
  if (first === 'stop') say('Stopping');
  const ending = await endProcess(api, [{ signal: 'SIGTERM', graceMs: apiGraceMs }]);
  if (first === 'postgres') {
    throw new ExpectedFailure('PostgreSQL ended while AWP was running.', {
      expected: 'it to run until AWP stops',
      seen: postgres?.log(),
      remedy: 'see what PostgreSQL says above, and run npm start again; committed data is safe',
    });
  }
  if (ending === 'in order') throw new Interrupted();
  say('AWP did not stop within 15 s, or was not given them, and was killed; the next start takes its work up again');
  return 1;
}

/** @param {import('./processes.mjs').Exit} exit */
function exitCodeOf({ code, signal }) {
  if (signal) say(`AWP was ended by ${signal}`);
  return code ?? 1;
}
