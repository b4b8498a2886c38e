import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process id alone says little: ids are used again. Together with the time the process began they name one process.
 * @typedef {{ pid: number, began: string }} ProcessIdentity
 */

/**
 * @param {number} pid
 * @returns {ProcessIdentity | null} null when no such process lives (a zombie does not)
 */
export function identify(pid) {
  const began = process.platform === 'linux' ? beganOnLinux(pid) : ps(pid, 'lstart');
  return began ? { pid, began } : null;
}

/**
 * @param {ProcessIdentity} identity
 * @returns {boolean} whether that very process still lives
 */
export function isAlive({ pid, began }) {
  return identify(pid)?.began === began;
}

/**
 * @param {number} pid
 * @returns {string} the arguments of a process joined by spaces, empty when it is gone
 */
export function commandLineOf(pid) {
  if (process.platform !== 'linux') return ps(pid, 'args');
  return readProcFile(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

/**
 * Field 22 of /proc/<pid>/stat: clock ticks between boot and the start of the process. The second field is the
 * command in parentheses and may hold spaces, so the fields are counted after the last parenthesis.
 * @param {number} pid
 */
function beganOnLinux(pid) {
  const stat = readProcFile(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? '' : (fields[19] ?? '');
}

/** @param {string} path */
function readProcFile(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

/**
 * @param {number} pid
 * @param {'lstart' | 'args'} column
 */
function ps(pid, column) {
  try {
    const output = execFileSync('ps', ['-o', `stat=,${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
    return output.startsWith('Z') ? '' : output.replace(/^\S+\s+/, '');
  } catch (error) {
    // ps ends with 1 when the process does not exist.
    if (/** @type {{ status?: number }} */ (error).status === 1) return '';
    throw error;
  }
}
