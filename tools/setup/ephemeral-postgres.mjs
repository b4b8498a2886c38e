import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createPrivateDir, ensureDataDir } from './places.mjs';
import { ensureReachable, postgresAccount } from './postgres-account.mjs';
import { ensureCluster } from './postgres-cluster.mjs';
import { postgresPrograms } from './postgres-programs.mjs';
import { endLeftoverPostgres, startPostgres } from './postgres.mjs';
import { identify } from './process-identity.mjs';

/** Enough for two jest workers whose suites open a pool of ten for each of several replicas. */
const maxConnections = 200;

/** Test data need not survive a power cut, so nothing waits for the disk. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * A PostgreSQL for this process's lifetime, with its own data, gone when it is stopped.
 * @param {{ durable: boolean }} options durable: waits for the disk as the real one does (benchmarks)
 */
export async function startEphemeralPostgres({ durable }) {
  const parent = path.join(ensureDataDir(process.env), 'ephemeral');
  createPrivateDir(parent);
  await sweep(parent);
  const account = postgresAccount();
  ensureReachable(account, parent);
  const dir = path.join(parent, ownName());
  createPrivateDir(dir);
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    const setup = { dir, account, programs: postgresPrograms(process.env) };
    await ensureCluster(setup);
    const postgres = await startPostgres(setup, { max_connections: maxConnections, ...(durable ? {} : fast) });
    return { ...postgres, stop: () => postgres.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Removes what killed runs left. A folder is named after the process it belongs to, so a live run's is left alone.
 * @param {string} parent
 */
async function sweep(parent) {
  for (const name of readdirSync(parent)) {
    if (nameOf(Number(name.split('-')[0])) === name) continue;
    const dir = path.join(parent, name);
    await endLeftoverPostgres(dir);
    rmSync(dir, { recursive: true, force: true });
  }
}

function ownName() {
  return /** @type {string} */ (nameOf(process.pid));
}

/**
 * @param {number} pid
 * @returns {string | null} null when no such process lives
 */
function nameOf(pid) {
  const identity = identify(pid);
  return identity && `${identity.pid}-${identity.began.replaceAll(/\W+/g, '_')}`;
}
