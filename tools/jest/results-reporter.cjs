'use strict';

const { writeFileSync } = require('node:fs');

/**
 * jest's tie to the `npm test` that started it: writes what the run came to into the file named by
 * AWP_TEST_RESULTS_FILE, and ends the run when `npm test` is killed. Reporters live in jest's main process alone.
 */
module.exports = class {
  constructor() {
    process.once('disconnect', () => process.kill(-process.pid, 'SIGINT'));
    process.channel?.unref();
  }

  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    /** @type {import('../setup/test-outcome.mjs').JestResults} */
    const outcome = {
      passedTests: results.numPassedTests,
      failedTests: results.numFailedTests,
      skippedTests: results.numPendingTests + results.numTodoTests,
      brokenFiles: results.numRuntimeErrorTestSuites,
      files: results.testResults.map(({ testFilePath }) => testFilePath),
    };
    writeFileSync(/** @type {string} */ (process.env.AWP_TEST_RESULTS_FILE), JSON.stringify(outcome));
  }
};
