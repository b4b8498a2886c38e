import path from 'node:path';
import { cloneDir } from './places.mjs';
import { runToEnd } from './processes.mjs';

/**
 * No daemon and no plugin workers: they run in groups of their own and would outlive a run that is killed. No screen
 * drawn into a log, and nothing outside the clone.
 */
export const nxEnvironment = {
  NX_DAEMON: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  NX_TUI: 'false',
  NX_NATIVE_FILE_CACHE_DIRECTORY: path.join(cloneDir, '.nx', 'native'),
};

/** The file that is run. */
export const apiProgram = path.join(cloneDir, 'apps', 'api', 'dist', 'main.js');

export const nxProgram = path.join(cloneDir, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');

/**
 * Compiles projects and the libraries they need. Nx skips what has not changed.
 * @param {string} node
 * @param {import('./lock.mjs').Lock} lock
 * @param {readonly string[]} projects
 */
export async function build(node, lock, projects) {
  const list = projects.join(',');
  await runToEnd(`Building ${list}`, node, [nxProgram, 'run-many', '--targets=build', `--projects=${list}`], {
    cwd: cloneDir,
    env: { ...process.env, ...nxEnvironment },
    limitMs: 10 * 60_000,
    onStart: (identity) => lock.note('the build', identity),
    remedy: 'mend what the compiler names and run again; if it names nothing, delete .nx and run again',
  });
}
