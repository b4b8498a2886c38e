'use strict';

const { writeFileSync } = require('node:fs');

/** Writes what a run came to where `npm test` reads it: the file named by AWP_TEST_RESULTS_FILE. */
module.exports = class {
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
