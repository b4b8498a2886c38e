/**
 * Progress lines. A command that keeps stdout for its result (`npm run bench -- --json`) sends them to stderr.
 */
/** @type {NodeJS.WritableStream} */
let stream = process.stdout;

export function progressToStderr() {
  stream = process.stderr;
}

/** @param {string} line */
export function say(line) {
  stream.write(`${line}\n`);
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Runs one step under a numbered title and prints what came of it and how long it took:
 * `[2/5] Packages ... installed (31.2 s)`. A step that takes long says every 15 s that it is still at it.
 * @template T
 * @param {string} title for example `[2/5] Packages`
 * @param {() => Promise<{ outcome: string, value: T }>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const begun = Date.now();
  const heartbeat = setInterval(() => say(`${title}: still at it after ${seconds(Date.now() - begun)}`), 15_000);
  try {
    const { outcome, value } = await work();
    say(`${title}: ${outcome} (${seconds(Date.now() - begun)})`);
    return value;
  } finally {
    clearInterval(heartbeat);
  }
}
