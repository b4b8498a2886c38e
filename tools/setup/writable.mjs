import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';
import { cloneDir } from './places.mjs';

/** Everything a run writes to in the clone; found unwritable here, it is one clear line instead of a late failure. */
export function ensureCloneWritable() {
  const written = ['.', 'node_modules', '.nx', '.awp', path.join('apps', 'api', 'dist')];
  for (const dir of written.map((name) => path.join(cloneDir, name))) {
    if (existsSync(dir)) ensureDirWritable(dir);
  }
}

/** @param {string} dir */
function ensureDirWritable(dir) {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const owner = statSync(dir).uid;
    const readOnly = /** @type {NodeJS.ErrnoException} */ (error).code === 'EROFS';
    throw new ExpectedFailure(`This clone cannot be written to: ${dir}`, {
      expected: 'a folder that this user can write to, since packages, the build and data go there',
      seen: readOnly
        ? 'a read-only file system'
        : `it belongs to user id ${owner}, this is user id ${process.getuid?.()}`,
      remedy: readOnly
        ? 'clone into a folder that can be written to'
        : `run as its owner, or give the clone to yourself: sudo chown -R "$(id -un)" '${cloneDir}'`,
      cause: error,
    });
  }
}
