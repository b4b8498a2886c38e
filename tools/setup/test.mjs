import './node-version.mjs';
import { runCommand } from './command.mjs';
import { ExpectedFailure, Interrupted } from './expected-failure.mjs';
import { startEphemeralPostgres } from './ephemeral-postgres.mjs';
import { runJest } from './jest-run.mjs';
import { cloneDir } from './places.mjs';
import { prepare } from './prepare.mjs';
import { say, step } from './progress.mjs';
import { findSpecFiles, needsCluster, needsDatabase, selectSpecFiles } from './spec-files.mjs';
import { stopSignal } from './stop-signals.mjs';
import { installSystemPackages } from './system-packages.mjs';
import { closingLine, whyNotGreen } from './test-outcome.mjs';
import { startTestbed } from './testbed.mjs';

/**
 * `npm test [-- pattern...]` and `npm run test:faults`: what the tests need, the tests, and one closing line.
 *
 * @typedef {import('./spec-files.mjs').SpecFile} SpecFile
 *
 * @typedef {object} Services what runs beside the tests
 * @property {NodeJS.ProcessEnv} env tells the tests where it is
 * @property {string | null} noCluster why there is none; null when there is one, or none is needed
 * @property {() => Promise<void>} stop
 */

await runCommand(test, { interruptedExitCode: 130 });

async function test() {
  try {
    return await runTests();
  } catch (error) {
    // The closing line comes last whatever happens. A set-up that fails is one failure.
    const failedSetUp = closingLine({ passed: 0, failed: 1, skipped: 0 });
    if (!(error instanceof Interrupted)) process.once('exit', () => say(failedSetUp));
    throw error;
  }
}

async function runTests() {
  const selected = selectSpecFiles(findSpecFiles(cloneDir), wantedOf(process.argv.slice(2)));
  const node = await prepare({
    titles: { install: '[1/5] Packages', build: '[2/5] Build' },
    projects: ['@awp/api', '@awp/sdk'],
  });
  await step('[3/5] System packages', async () => {
    const programs = selected.flatMap(({ needs }) => needs);
    return { outcome: await installSystemPackages(programs), value: undefined };
  });
  const services = await startServices(node, selected);
  try {
    stopSignal.throwIfAborted();
    return await runAndReport(node, selected, services);
  } finally {
    await services.stop();
  }
}

/** @param {readonly string[]} args */
function wantedOf(args) {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--faults');
  if (unknown === undefined) {
    return { faults: args.includes('--faults'), patterns: args.filter((arg) => arg !== '--faults') };
  }
  throw new ExpectedFailure(`npm test does not know ${unknown}.`, {
    expected: 'nothing, or parts of paths of test files',
    seen: args.join(' '),
    remedy: 'npm test -- machine/queries   (the faults tier: npm run test:faults)',
  });
}

/**
 * @param {string} node
 * @param {SpecFile[]} selected
 * @returns {Promise<Services>}
 */
async function startServices(node, selected) {
  /** @type {{ stop: () => Promise<unknown> }[]} */
  const running = [];
  const stop = async () => {
    for (const service of running.reverse()) await service.stop();
  };
  const env = environmentForTests();
  try {
    if (selected.some(needsDatabase)) {
      const postgres = await step('[4/5] PostgreSQL', async () => {
        const value = await startEphemeralPostgres({ durable: false });
        return { outcome: `started for this run on 127.0.0.1:${value.port}`, value };
      });
      running.push(postgres);
      env.AWP_TEST_DATABASE_URL = postgres.url;
    }
    if (!selected.some(needsCluster)) return { env, noCluster: null, stop };
    const testbed = await step('[5/5] Test bed', async () => {
      const value = await startTestbed(node);
      return { outcome: 'skipped' in value ? 'none' : 'Kubernetes started for this run', value };
    });
    if ('skipped' in testbed) return { env, noCluster: testbed.skipped, stop };
    running.push(testbed);
    env.AWP_TEST_KUBECONFIG = testbed.kubeconfigPath;
    return { env, noCluster: null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whatever this shell points at, a real database or cluster, tests do not get to see. */
function environmentForTests() {
  const { DATABASE_URL, KUBECONFIG, AWP_KUBECONFIG, AWP_DATA_DIR, AWP_PORT, ...env } = process.env;
  return env;
}

/**
 * @param {string} node
 * @param {SpecFile[]} selected
 * @param {Services} services
 * @returns {Promise<number>} exit code
 */
async function runAndReport(node, selected, { env, noCluster }) {
  const skippedFiles = noCluster ? selected.filter(needsCluster) : [];
  const files = selected.filter((spec) => !skippedFiles.includes(spec)).map(({ file }) => file);
  const { passed, failed, skipped } = await runJest(node, files, env);
  if (noCluster) {
    say(`Cluster tests skipped (${skippedFiles.length} spec files, each counted as one test): ${noCluster}`);
  }
  const counts = { passed, failed, skipped: skipped + skippedFiles.length };
  const reason = whyNotGreen(counts, { requireCluster: process.env.CI === 'true', clusterSkipped: noCluster !== null });
  if (reason) say(`Not a success: ${reason}.`);
  process.once('exit', () => say(closingLine(counts)));
  return reason ? 1 : 0;
}
