import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ExpectedFailure, Interrupted } from './expected-failure.mjs';
import { identify, isAlive } from './process-identity.mjs';
import { forceSignal, forceWished, stopSignal, stopWished } from './stop-signals.mjs';

/**
 * @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {object} RunningProcess
 * @property {string} name what it is called in messages
 * @property {import('node:child_process').ChildProcess} child
 * @property {ProcessIdentity} identity
 * @property {Promise<Exit>} exited
 */

/** What is left of a grace time after a second Ctrl-C: enough for PostgreSQL's immediate shutdown. */
const hurriedMs = 500;

/**
 * Starts a process in a group of its own, so that a Ctrl-C at the terminal reaches us alone and we decide who ends
 * when: the API before its database.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<RunningProcess>}
 */
export async function startProcess(name, command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  /** @type {Promise<Exit>} */
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw notStarted(name, command, error);
  }
  const pid = /** @type {number} */ (child.pid);
  return { name, child, exited, identity: identify(pid) ?? { pid, began: 'ended at once' } };
}

/**
 * @param {string} name
 * @param {string} command
 * @param {unknown} error
 */
function notStarted(name, command, error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'ENOENT') {
    return new ExpectedFailure(`${name} could not be started.`, {
      expected: `the program ${command}`,
      seen: 'no such program',
      remedy: 'install it, or put its folder on the PATH, and run again',
      cause: error,
    });
  }
  return new ExpectedFailure(`${name} could not be started.`, {
    expected: `the program ${command} to run as this user`,
    seen: message,
    remedy: 'check the permissions of that program and of the folders above it',
    cause: error,
  });
}

/**
 * How a program is asked to end: each signal in turn, with the time it is given. What is left after the last one is
 * killed together with everything it started.
 * @typedef {readonly { signal: NodeJS.Signals, graceMs: number }[]} EndingPlan
 */

/**
 * Ends a process of ours. A second Ctrl-C cuts every grace time short.
 * @param {RunningProcess} running
 * @param {EndingPlan} plan
 * @returns {Promise<'in order' | 'by force'>}
 */
export async function endProcess(running, plan) {
  for (const { signal, graceMs } of plan) {
    if (hasExited(running)) return 'in order';
    running.child.kill(signal);
    if (await within(graceMs, running.exited)) return signal === plan[0]?.signal ? 'in order' : 'by force';
  }
  signalGroup(running.identity.pid, 'SIGKILL');
  await running.exited;
  return 'by force';
}

/**
 * Ends a process and everything it has started in its group, as a Ctrl-C at its own terminal would.
 * @param {RunningProcess} running
 * @param {{ graceMs: number }} options
 */
export async function endGroup({ identity: { pid }, exited }, { graceMs }) {
  signalGroup(pid, 'SIGINT');
  const deadline = Date.now() + graceMs;
  while (groupLives(pid) && Date.now() < deadline && !forceSignal.aborted) await delay(50);
  signalGroup(pid, 'SIGKILL');
  await exited;
}

/**
 * Ends what a killed run left behind. It is none of our children, so its end is seen by looking.
 * @param {ProcessIdentity} identity
 * @param {EndingPlan} plan
 */
export async function endLeftover(identity, plan) {
  for (const { signal, graceMs } of plan) {
    if (!isAlive(identity)) return;
    process.kill(identity.pid, signal);
    if (await goneWithin(identity, graceMs)) return;
  }
  signalGroup(identity.pid, 'SIGKILL');
  if (await goneWithin(identity, 5_000)) return;
  throw new ExpectedFailure(`Process ${identity.pid} of an earlier run does not end.`, {
    expected: 'it to end when killed',
    seen: 'it is still there after 5 s',
    remedy: `look at it (ps -fp ${identity.pid}), end it, and run again`,
  });
}

/**
 * Runs a program to its end and keeps its output to itself, unless it fails.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} options
 * @param {string} options.cwd
 * @param {NodeJS.ProcessEnv} options.env
 * @param {string} options.remedy what to do when it fails
 * @param {(identity: ProcessIdentity) => void} [options.onStart]
 * @param {number} [options.uid]
 * @param {number} [options.gid]
 * @param {string} [options.input] what it reads from stdin
 * @param {number} options.limitMs
 * @param {number} [options.shownLines] how much of the output is shown when it fails
 * @returns {Promise<string>} what it printed
 */
export async function runToEnd(
  name,
  command,
  args,
  { remedy, onStart, limitMs, input = '', shownLines = 25, ...options },
) {
  stopSignal.throwIfAborted();
  const running = await startProcess(name, command, args, { ...options, stdio: 'pipe' });
  onStart?.(running.identity);
  running.child.stdin?.end(input);
  let output = '';
  for (const stream of [running.child.stdout, running.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-1_000_000)));
  }
  const closed = once(running.child, 'close');
  const ended = await Promise.race([running.exited, stopWished, delay(limitMs, 'late', { ref: false })]);
  if (typeof ended === 'object') {
    await within(5_000, closed);
    if (ended.code === 0) return output;
    throw new ExpectedFailure(`${name} failed.`, { seen: describeExit(ended, lastLines(output, shownLines)), remedy });
  }
  // Installers and compilers lose nothing when killed, and npm takes 20 s to undo half an installation when asked.
  await endProcess(running, [{ signal: 'SIGTERM', graceMs: 2_000 }]);
  signalGroup(running.identity.pid, 'SIGKILL');
  if (ended !== 'late') throw new Interrupted();
  throw new ExpectedFailure(`${name} took too long and was ended.`, {
    expected: `an end within ${limitMs / 60_000} minutes`,
    seen: lastLines(output, shownLines),
    remedy,
  });
}

/**
 * Runs a program that talks to the person itself, to its end or until the wish to stop.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { graceMs: number }} options
 * @returns {Promise<number>} its exit code
 */
export async function runInForeground(name, command, args, { graceMs, ...options }) {
  stopSignal.throwIfAborted();
  const running = await startProcess(name, command, args, options);
  await Promise.race([running.exited, stopWished]);
  if (!stopSignal.aborted) return (await running.exited).code ?? 1;
  await endProcess(running, [{ signal: 'SIGTERM', graceMs }]);
  throw new Interrupted();
}

/** @param {RunningProcess} running */
export function hasExited({ child }) {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * @param {Exit} exit
 * @param {string} output
 */
function describeExit({ code, signal }, output) {
  return [signal ? `ended by ${signal}` : `exit code ${code}`, output].filter(Boolean).join('\n');
}

/**
 * @param {string} output
 * @param {number} count
 */
export function lastLines(output, count) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}

/**
 * @param {number} milliseconds
 * @param {Promise<unknown>} event
 * @returns {Promise<boolean>} whether the event came in time; after a second Ctrl-C there is little left of it
 */
export async function within(milliseconds, event) {
  const timer = new AbortController();
  try {
    return await Promise.race([
      event.then(() => true),
      forceWished.then(() => delay(hurriedMs, false, { signal: timer.signal })),
      delay(milliseconds, false, { signal: timer.signal }),
    ]);
  } finally {
    timer.abort();
  }
}

/**
 * @param {ProcessIdentity} identity
 * @param {number} milliseconds
 */
async function goneWithin(identity, milliseconds) {
  const deadline = Date.now() + milliseconds;
  while (isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

/** @param {number} pid leader of the group */
function groupLives(pid) {
  return signalGroup(pid, 0);
}

/**
 * @param {number} pid leader of the group
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether there was anyone to get it
 */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false;
    throw error;
  }
}
