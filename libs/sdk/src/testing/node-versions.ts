import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The Node versions at hand, one of each major: the one that runs this, the one on the path, the bundled one. */
export function nodeVersions(): [version: string, program: string][] {
  const found = new Map<string, [string, string]>();
  for (const program of [process.execPath, 'node', bundled()]) {
    if (program === undefined) continue;
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
    const major = version.split('.')[0] ?? version;
    if (!found.has(major)) found.set(major, [version, program]);
  }
  return [...found.values()];
}

function bundled(): string | undefined {
  try {
    const manifest = require.resolve(`node-${process.platform}-${process.arch}/package.json`);
    const program = join(dirname(manifest), 'bin/node');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined; // an optional dependency, not made for every platform
  }
}
