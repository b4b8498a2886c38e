import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';
import { isRoot } from './places.mjs';
import { runToEnd } from './processes.mjs';

/** The Debian package of each program that a spec file may ask for with `@needs <program>`. */
const packageOf = /** @type {Record<string, string>} */ ({ chromium: 'chromium' });

/** Nobody's machine is changed by running tests, unless it is a CI machine or its owner says so. */
export const mayInstall = process.env.CI === 'true' || process.env.AWP_INSTALL_SYSTEM_PACKAGES === '1';

/**
 * Installs what the chosen spec files need and the machine lacks. Where that is not allowed nothing happens, and the
 * tests that need it skip themselves.
 * @param {readonly string[]} programs
 * @returns {Promise<string>} what was done, for the progress line
 */
export async function installSystemPackages(programs) {
  const missing = [...new Set(programs)].filter((program) => !isOnPath(program));
  if (missing.length === 0) return 'nothing missing';
  const packages = missing.map(packageFor);
  if (!mayInstall) {
    return `${packages.join(', ')} missing, so the tests that need it are skipped; AWP_INSTALL_SYSTEM_PACKAGES=1 installs it`;
  }
  ensureRoot(packages);
  await aptGet(['update']);
  await aptGet(['install', '-y', '--no-install-recommends', ...packages]);
  return `installed ${packages.join(', ')}`;
}

/** @param {string} program */
function packageFor(program) {
  const name = packageOf[program];
  if (name) return name;
  throw new ExpectedFailure(`A spec file needs ${program}, which no system package is known for.`, {
    expected: `one of ${Object.keys(packageOf).join(', ')}`,
    seen: `@needs ${program}`,
    remedy: 'add its Debian package to tools/setup/system-packages.mjs',
  });
}

/** @param {string} program */
function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((dir) => {
    try {
      accessSync(path.join(dir, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder: the next one is looked at.
      return false;
    }
  });
}

/** @param {string[]} packages */
function ensureRoot(packages) {
  if (isRoot) return;
  throw new ExpectedFailure('System packages are missing.', {
    expected: `the Debian packages ${packages.join(', ')}, or root to install them`,
    seen: 'neither',
    remedy: `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  });
}

/** @param {string[]} args */
async function aptGet(args) {
  await runToEnd(`apt-get ${args.join(' ')}`, 'apt-get', args, {
    cwd: '/',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    limitMs: 15 * 60_000,
    remedy: "see what apt-get says above; on a system that is not Debian's kind install the program by hand",
  });
}
