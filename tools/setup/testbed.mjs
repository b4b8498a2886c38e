import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ExpectedFailure } from './expected-failure.mjs';
import { cloneDir } from './places.mjs';
import { endProcess, startProcess } from './processes.mjs';
import { stopSignal, stopWished } from './stop-signals.mjs';

/**
 * @typedef {{ kubeconfigPath: string, stop: () => Promise<void> }} Testbed
 */

/** The first start on a machine compiles Kubernetes, about 6 minutes on two cores. */
const readyWithinMs = 30 * 60_000;

const ending = /** @type {const} */ ([{ signal: 'SIGTERM', graceMs: 30_000 }]);

/**
 * Starts Kubernetes for the tests, or says why that is not possible here.
 * @param {string} node
 * @returns {Promise<Testbed | { skipped: string }>}
 */
export async function startTestbed(node) {
  const program = path.join(cloneDir, 'tools', 'setup', 'testbed-child.mjs');
  const running = await startProcess('The test bed', node, [program], {
    cwd: cloneDir,
    env: process.env,
    stdio: ['pipe', process.stderr, process.stderr, 'pipe'],
  });
  const stop = async () => {
    await endProcess(running, ending);
  };
  const line = await firstAnswer(running);
  if (line === null) {
    await stop();
    stopSignal.throwIfAborted();
    throw new ExpectedFailure('The test bed could not be started.', {
      expected: `Kubernetes to be ready within ${readyWithinMs / 60_000} minutes`,
      seen: 'what it says above',
      remedy: 'npm run testbed -- status shows more; npm test -- unit runs the tests that need no cluster',
    });
  }
  /** @type {import('./testbed-child.mjs').TestbedAnswer} */
  const answer = JSON.parse(line);
  if ('skipped' in answer) {
    await running.exited;
    return answer;
  }
  return { kubeconfigPath: answer.kubeconfigPath, stop };
}

/**
 * @param {import('./processes.mjs').RunningProcess} running
 * @returns {Promise<string | null>} null when it ended, was stopped or took too long without an answer
 */
async function firstAnswer({ child }) {
  const lines = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdio[3]) });
  try {
    return await Promise.race([
      new Promise((resolve) => lines.once('line', resolve).once('close', () => resolve(null))),
      stopWished.then(() => null),
      delay(readyWithinMs, null, { ref: false }),
    ]);
  } finally {
    lines.close();
  }
}
