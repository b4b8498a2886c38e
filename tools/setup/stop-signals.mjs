import { Interrupted } from './expected-failure.mjs';

/**
 * A terminal's Ctrl-C reaches the whole process group, and npm forwards its own copy to us: two signals, one wish.
 * Only a signal that comes later than this is a second Ctrl-C.
 */
const sameWishMs = 1_000;

/** npm can be ended in ways that it cannot forward (kill -9), and a shell between us does not forward at all. */
const lookForParentEveryMs = 500;

const stop = new AbortController();
const force = new AbortController();
let firstAt = 0;

/** Aborted by the first wish to stop: finish in order. */
export const stopSignal = stop.signal;

/** Aborted by a second Ctrl-C: finish now. */
export const forceSignal = force.signal;

/** The same two as promises that resolve, one listener each however many wait. */
export const stopWished = aborted(stopSignal);
export const forceWished = aborted(forceSignal);

/** Takes over Ctrl-C and its sisters for the rest of this process's life. */
export function listenForStop() {
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(name, onSignal);
  // A terminal that was closed and a pipe without a reader refuse every line: nobody is there any more.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stopInOrder);
  if (process.env.npm_lifecycle_event) stopWithParent(process.ppid);
}

function stopInOrder() {
  if (stop.signal.aborted) return;
  firstAt = Date.now();
  stop.abort(new Interrupted());
}

function onSignal() {
  if (stop.signal.aborted && Date.now() - firstAt > sameWishMs) force.abort(new Interrupted());
  stopInOrder();
}

/** @param {number} parent */
function stopWithParent(parent) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stopInOrder();
  }, lookForParentEveryMs).unref();
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
