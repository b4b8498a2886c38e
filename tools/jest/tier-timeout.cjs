'use strict';

const globals = require('@jest/globals');

/** How long one test or hook may take, by the tier in its file's name. */
const secondsByTier = new Map([
  ['unit', 5],
  ['int', 30],
  ['cluster', 180],
  ['faults', 180],
]);

const tier = globals.expect.getState().testPath?.match(/\.(\w+)\.spec\.ts$/)?.[1] ?? '';

globals.jest.setTimeout((secondsByTier.get(tier) ?? 5) * 1000);
