import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identify, isAlive } from './process-identity.mjs';
import { endLeftover } from './processes.mjs';
import { say } from './progress.mjs';

/**
 * A lock is a file that names its holder and the processes the holder has started. It is worth nothing once its
 * holder is dead, so a killed run needs no clean-up by hand: the next one ends what was left and takes the lock over.
 *
 * @typedef {import('./process-identity.mjs').ProcessIdentity} ProcessIdentity
 * @typedef {ProcessIdentity & { name: string, graceMs: number }} StartedProcess
 * @typedef {{ holder: ProcessIdentity, started: StartedProcess[] }} LockRecord
 */

const pollMs = 200;

export class Lock {
  #file;
  /** @type {LockRecord} */
  #record;

  /**
   * @param {string} file
   * @param {LockRecord} record
   */
  constructor(file, record) {
    this.#file = file;
    this.#record = record;
    process.once('exit', this.release);
  }

  /**
   * Takes the lock, or tells who has it. What a dead holder left running is ended first.
   * @param {string} file
   * @returns {Promise<{ lock: Lock } | { heldBy: ProcessIdentity }>}
   */
  static async take(file) {
    mkdirSync(path.dirname(file), { recursive: true });
    const record = { holder: ownIdentity(), started: [] };
    for (;;) {
      if (createWhole(file, record)) return { lock: new Lock(file, record) };
      const found = read(file);
      if (!found) continue;
      if (isAlive(found.holder)) return { heldBy: found.holder };
      await endStarted(found);
      takeAway(file, found);
      await delay(pollMs / 10);
    }
  }

  /**
   * Waits for a lock that another run holds for the time of its work.
   * @param {string} file
   * @param {object} options
   * @param {AbortSignal} options.signal
   * @param {number} options.limitMs
   * @param {string} options.whileWaiting the line that is printed once, with the holder's process id behind it
   */
  static async waitFor(file, { signal, limitMs, whileWaiting }) {
    const deadline = Date.now() + limitMs;
    for (let told = false; ; told = true) {
      const taken = await Lock.take(file);
      if ('lock' in taken) return taken;
      if (Date.now() > deadline) return taken;
      if (!told) say(`${whileWaiting} (process ${taken.heldBy.pid})`);
      signal.throwIfAborted();
      await delay(pollMs);
    }
  }

  /**
   * Notes a process of ours, for the run that may have to clean up after us.
   * @param {string} name
   * @param {ProcessIdentity} identity
   * @param {{ graceMs?: number }} [options] how long it may take to end in order
   */
  note(name, identity, { graceMs = 2_000 } = {}) {
    this.#record.started.push({ name, graceMs, ...identity });
    const next = `${this.#file}.${process.pid}`;
    writeFileSync(next, JSON.stringify(this.#record), { mode: 0o600 });
    renameSync(next, this.#file);
  }

  release = () => {
    process.removeListener('exit', this.release);
    rmSync(this.#file, { force: true });
  };
}

/**
 * @param {string} file
 * @returns {LockRecord | null} null when there is no such file
 */
export function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates the file with its content in one step, so that nobody ever reads half a lock.
 * @param {string} file
 * @param {LockRecord} record
 * @returns {boolean} false when it is there already
 */
function createWhole(file, record) {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, JSON.stringify(record), { mode: 0o600 });
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/**
 * Removes a dead holder's lock. Two runs may want to at the same moment, and the slower one must not remove the lock
 * that the faster one has created since: so only one at a time may remove, and it looks again before it does.
 * @param {string} file
 * @param {LockRecord} dead
 */
function takeAway(file, dead) {
  const turn = `${file}.takeover`;
  if (!createWhole(turn, { holder: ownIdentity(), started: [] })) {
    const other = read(turn);
    if (other && !isAlive(other.holder)) rmSync(turn, { force: true });
    return;
  }
  try {
    const found = read(file);
    if (found && isSame(found.holder, dead.holder)) rmSync(file);
  } finally {
    rmSync(turn);
  }
}

/** @param {LockRecord} record */
async function endStarted({ started }) {
  for (const { name, graceMs, ...identity } of started) {
    if (!isAlive(identity)) continue;
    say(`Ending ${name} (process ${identity.pid}) that a killed run left behind`);
    await endLeftover(identity, [{ signal: 'SIGTERM', graceMs }]);
  }
}

/**
 * @param {ProcessIdentity} a
 * @param {ProcessIdentity} b
 */
function isSame(a, b) {
  return a.pid === b.pid && a.began === b.began;
}

function ownIdentity() {
  return /** @type {ProcessIdentity} */ (identify(process.pid));
}
