import path from 'node:path';
import { build } from './build.mjs';
import { ExpectedFailure } from './expected-failure.mjs';
import { installPackages } from './install.mjs';
import { Lock } from './lock.mjs';
import { pinnedNode } from './node.mjs';
import { cloneLocksDir } from './places.mjs';
import { step } from './progress.mjs';
import { stopSignal } from './stop-signals.mjs';
import { ensureCloneWritable } from './writable.mjs';

/**
 * What every command needs first: packages, the pinned Node, and the projects it runs compiled.
 * One run at a time does this in a clone; the others wait and then find it done.
 * @param {{ titles: { install: string, build?: string }, projects?: readonly string[] }} options without a title for
 *   the build there is none
 * @returns {Promise<string>} path of the Node to work with
 */
export async function prepare({ titles, projects = ['@awp/api'] }) {
  ensureCloneWritable();
  const lock = await waitForTurn();
  try {
    await step(titles.install, async () => ({ outcome: await installPackages(lock), value: undefined }));
    const node = pinnedNode();
    if (titles.build) {
      await step(titles.build, async () => ({ outcome: 'compiled', value: await build(node, lock, projects) }));
    }
    return node;
  } finally {
    lock.release();
  }
}

async function waitForTurn() {
  const taken = await Lock.waitFor(path.join(cloneLocksDir, 'prepare.json'), {
    signal: stopSignal,
    limitMs: 30 * 60_000,
    whileWaiting: 'Another run installs or builds in this clone; waiting for it',
  });
  if ('lock' in taken) return taken.lock;
  throw new ExpectedFailure('Another run has been installing or building in this clone for half an hour.', {
    expected: 'it to be done by now',
    seen: `process ${taken.heldBy.pid} still at it`,
    remedy: `look at what it does (ps -fp ${taken.heldBy.pid}), end it, and run again`,
  });
}
