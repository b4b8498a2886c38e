import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cloneDir } from './places.mjs';
import { endGroup, startProcess } from './processes.mjs';
import { say } from './progress.mjs';
import { stopSignal, stopWished } from './stop-signals.mjs';
import { countTests } from './test-outcome.mjs';

/** jest writes its results when the last test is over; whatever keeps it alive after that was left open by a test. */
const exitWithinMs = 20_000;

const wholeRunMs = 80 * 60_000;

/**
 * Runs these spec files and no others.
 * @param {string} node
 * @param {readonly string[]} specFiles relative to the clone
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./test-outcome.mjs').Counts>}
 */
export async function runJest(node, specFiles, env) {
  if (specFiles.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const resultsFile = path.join(cloneDir, '.awp', 'test-results', `${process.pid}.json`);
  mkdirSync(path.dirname(resultsFile), { recursive: true });
  const files = specFiles.map((file) => path.join(cloneDir, file));
  const jest = path.join(cloneDir, 'node_modules', 'jest', 'bin', 'jest.js');
  const reporters = ['--reporters=default', '--reporters=./tools/jest/results-reporter.cjs'];
  const running = await startProcess('jest', node, [jest, '--filter=./tools/jest/chosen-files.cjs', ...reporters], {
    cwd: cloneDir,
    env: { ...env, AWP_CHOSEN_SPEC_FILES: files.join('\n'), AWP_TEST_RESULTS_FILE: resultsFile },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const ended = await Promise.race([running.exited, tooLate(resultsFile), stopWished]);
    const exitCode = ended ? ended.code : null;
    stopSignal.throwIfAborted();
    return countTests(readResults(resultsFile), { files, exitCode });
  } finally {
    await endGroup(running, { graceMs: 30_000 });
    rmSync(resultsFile, { force: true });
  }
}

/**
 * Resolves when jest should have ended by now.
 * @param {string} resultsFile
 * @returns {Promise<null>}
 */
async function tooLate(resultsFile) {
  const deadline = Date.now() + wholeRunMs;
  while (!existsSync(resultsFile) && Date.now() < deadline) await delay(500, undefined, { ref: false });
  await delay(exitWithinMs, undefined, { ref: false });
  const reason = existsSync(resultsFile)
    ? 'a test left something open'
    : `no results after ${wholeRunMs / 60_000} minutes`;
  say(`jest did not end: ${reason}. It was ended, and that counts as a failure.`);
  return null;
}

/** @param {string} file */
function readResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
