import path from 'node:path';
import { cloneDir } from './places.mjs';
import { runToEnd } from './processes.mjs';

/**
 * No daemon and no plugin workers: they run in groups of their own and would outlive a run that is killed. No screen
 * drawn into a log.
 */
export const nxEnvironment = { NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' };

/** The file that is run. */
export const apiProgram = path.join(cloneDir, 'apps', 'api', 'dist', 'main.js');

export const nxProgram = path.join(cloneDir, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');

/**
 * Compiles the API and the libraries it needs. Nx skips what has not changed.
 * @param {string} node
 * @param {import('./lock.mjs').Lock} lock
 */
export async function buildApi(node, lock) {
  await runToEnd('Building the API (nx run @awp/api:build)', node, [nxProgram, 'run', '@awp/api:build'], {
    cwd: cloneDir,
    env: { ...process.env, ...nxEnvironment },
    limitMs: 10 * 60_000,
    onStart: (identity) => lock.note('the build', identity),
    remedy: 'mend what the compiler names and run again; if it names nothing, delete .nx and run again',
  });
}
