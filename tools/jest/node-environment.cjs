'use strict';

const { TestEnvironment } = require('jest-environment-node');

/** A socket that was closed in the last test needs a moment to be gone. */
const settleMs = 2_000;

/** What a test file must not leave behind: each of these keeps a process alive. */
const counted = new Set([
  'FSEventWrap',
  'PipeWrap',
  'ProcessWrap',
  'TCPServerWrap',
  'TCPSocketWrap',
  'Timeout',
  'UDPWrap',
  'Worker',
]);

/**
 * Node's environment, with one more rule: a test file that leaves a connection, server, child process or timer open
 * fails and says what it left, instead of the whole run hanging at the end or being cut off in silence.
 */
module.exports = class extends TestEnvironment {
  /** @type {Map<string, number>} */
  before = new Map();

  /** Whether a test has failed: then its report is what matters, and what it left open is mostly its consequence. */
  testFailed = false;

  /** @override */
  async setup() {
    await super.setup();
    this.before = count();
  }

  /** @param {import('@jest/types').Circus.Event} event */
  handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.testFailed = true;
  }

  /** @override */
  async teardown() {
    const left = this.testFailed ? [] : await leftSince(this.before);
    await super.teardown();
    if (left.length > 0) throw leftOpen(left);
  }
};

/** @returns {Map<string, number>} how many there are of each kind that keeps the process alive */
function count() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) {
    if (counted.has(kind)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** @param {Map<string, number>} before */
async function leftSince(before) {
  const deadline = Date.now() + settleMs;
  let left = more(before, count());
  while (left.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setImmediate(resolve));
    left = more(before, count());
  }
  return left;
}

/**
 * @param {Map<string, number>} before
 * @param {Map<string, number>} now
 */
function more(before, now) {
  return [...now].flatMap(([kind, number]) => {
    const added = number - (before.get(kind) ?? 0);
    return added > 0 ? [`${added} ${kind}`] : [];
  });
}

/** @param {string[]} left */
function leftOpen(left) {
  const error = new Error(`This file left open: ${left.join(', ')}. Close what it opens in afterEach or afterAll.`);
  // The place in this file where the error is made says nothing about the test.
  error.stack = error.message;
  return error;
}
