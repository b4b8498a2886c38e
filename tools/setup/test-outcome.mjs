/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 *
 * @typedef {object} JestResults what tools/jest/results-reporter.cjs writes
 * @property {number} passedTests
 * @property {number} failedTests
 * @property {number} skippedTests
 * @property {number} brokenFiles files that could not be loaded or left something open
 * @property {string[]} files every file that was run
 */

/**
 * What a jest run comes to. A broken file, and one that was asked for and was not run, is one failure; so is a jest
 * that ended badly without naming any.
 * @param {JestResults | null} results null when jest wrote none
 * @param {{ files: readonly string[], exitCode: number | null }} run
 * @returns {Counts}
 */
export function countTests(results, { files, exitCode }) {
  if (!results) return { passed: 0, failed: files.length, skipped: 0 };
  const ran = new Set(results.files);
  const missing = files.filter((file) => !ran.has(file)).length;
  const failed = results.failedTests + results.brokenFiles + missing;
  return {
    passed: results.passedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: results.skippedTests,
  };
}

/**
 * @param {Counts} counts
 * @param {{ requireCluster: boolean, clusterSkipped: boolean }} rules
 * @returns {string | null} why the run as a whole is no success; null when it is one
 */
export function whyNotGreen({ passed, failed }, { requireCluster, clusterSkipped }) {
  if (failed > 0) return `${failed} failed`;
  if (requireCluster && clusterSkipped) return 'under CI=true the cluster tier has to run';
  if (passed === 0) return 'no test ran';
  return null;
}

/**
 * The closing line, in the form that tools read.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
