import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { commandLineOf } from './process-identity.mjs';

const loopback = '127.0.0.1';

/** @returns {Promise<number>} a port nobody listens on at this moment */
export async function freePort() {
  const { port } = /** @type {import('node:net').AddressInfo} */ (await listenBriefly(0));
  return port;
}

/**
 * @param {number} port
 * @returns {Promise<'free' | 'in use' | 'forbidden'>}
 */
export async function portState(port) {
  try {
    await listenBriefly(port);
    return 'free';
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE') return 'in use';
    if (code === 'EACCES') return 'forbidden';
    throw error;
  }
}

/** @param {number} port */
async function listenBriefly(port) {
  const server = createServer().listen(port, loopback);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address;
}

/**
 * @param {number} port
 * @returns {string | null} the program that listens on the port; null when this user may not see it
 */
export function holderOf(port) {
  const pid = process.platform === 'linux' ? listenerOnLinux(port) : listenerByLsof(port);
  return pid === null ? null : `${commandLineOf(pid).slice(0, 200)} (process ${pid})`;
}

/** @param {number} port */
function listenerOnLinux(port) {
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    listeningSockets(readFileSync(table, 'utf8'), port),
  );
  if (sockets.length === 0) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => holdsOneOf(candidate, sockets));
  return pid === undefined ? null : Number(pid);
}

/**
 * @param {string} table text of /proc/net/tcp
 * @param {number} port
 * @returns {string[]} inodes of the sockets that listen on the port
 */
export function listeningSockets(table, port) {
  const listening = '0A';
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === listening && local?.endsWith(`:${hexPort}`))
    .map((columns) => columns[9] ?? '');
}

/**
 * @param {string} pid
 * @param {string[]} sockets
 */
function holdsOneOf(pid, sockets) {
  try {
    const dir = `/proc/${pid}/fd`;
    return readdirSync(dir).some((fd) => sockets.some((inode) => readlinkSync(`${dir}/${fd}`) === `socket:[${inode}]`));
  } catch {
    // Another user's process, or one that has ended in between: not for us to see.
    return false;
  }
}

/** @param {number} port */
function listenerByLsof(port) {
  try {
    const output = execFileSync('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN'], { encoding: 'utf8' });
    return Number(output.split('\n')[0]) || null;
  } catch {
    // No lsof, or nothing that this user may see: the port is named without its holder.
    return null;
  }
}
