import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';
import { cloneDir } from './places.mjs';

/** The oldest Node that runs our TypeScript tools as they are and every dependency of the server. */
const oldest = { major: 24, minor: 11 };

/**
 * The Node that work runs on once packages are installed: the pinned one that comes as a package, so that a result
 * does not depend on the machine; where that does not run (macOS, musl), the machine's own if it is new enough.
 * @returns {string} path of the program
 */
export function pinnedNode() {
  const pinned = path.join(cloneDir, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (runs(pinned)) return pinned;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new ExpectedFailure('This machine needs a newer Node.js.', {
    expected: `Node.js ${oldest.major}.${oldest.minor} or newer, since no pinned one runs on ${process.platform} ${process.arch}`,
    seen: `Node.js ${process.versions.node} (${process.execPath})`,
    remedy: `install Node.js ${oldest.major} LTS and run the same command again`,
  });
}

/** @param {string} program */
function runs(program) {
  if (!existsSync(program)) return false;
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    // A binary for another C library or system: the machine's Node is the answer, or the failure above.
    return false;
  }
}

/** @param {string} version for example `24.11.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}
