import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { TestbedError } from './errors.ts';

const KUBE_SOURCES = join('tools', 'testbed', 'kube');

/**
 * The folder of the Go sources. It is looked for upwards from the running script and then from the working
 * directory, since a module that runs both as ESM and as CommonJS has no name for its own place.
 */
export function kubeSourceFolder(starts: string[] = [dirname(process.argv[1] ?? ''), process.cwd()]): string {
  for (const start of starts) {
    for (const folder of withParents(start)) {
      const sources = join(folder, KUBE_SOURCES);
      if (existsSync(join(sources, 'go.mod'))) return sources;
    }
  }
  throw new TestbedError(
    'NOT_IN_REPOSITORY',
    `no ${KUBE_SOURCES} at or above ${starts.join(' or ')}`,
    'Run it from inside the repository.',
  );
}

function* withParents(start: string): Generator<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    yield folder;
    if (folder === dirname(folder)) return;
  }
}

/** Where binaries and the data of running servers lie: nothing is ever written into the repository. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const base = environment.AWP_CACHE_DIR || environment.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(base, 'awp-execution', 'testbed');
}

export function runsFolder(cache: string = cacheFolder()): string {
  return join(cache, 'runs');
}
