'use strict';

/**
 * jest's --filter: leaves the spec files that `npm test` has chosen, one path a line in AWP_CHOSEN_SPEC_FILES.
 * @param {string[]} testPaths
 */
module.exports = async (testPaths) => {
  const chosen = new Set((process.env.AWP_CHOSEN_SPEC_FILES ?? '').split('\n'));
  return { filtered: testPaths.filter((file) => chosen.has(file)) };
};
