import './node-version.mjs';
import { runCommand } from './command.mjs';
import { ExpectedFailure } from './expected-failure.mjs';
import { cloneDir } from './places.mjs';
import { prepare } from './prepare.mjs';
import { runInForeground } from './processes.mjs';
import { progressToStderr } from './progress.mjs';

/**
 * `node tools/setup/run.mjs <file.ts> [arguments]`: runs a TypeScript tool on the pinned Node, which takes the types
 * out by itself. The tool's stdout is its own: progress goes to stderr.
 */
await runCommand(run, { interruptedExitCode: 130 });

async function run() {
  progressToStderr();
  const [file, ...args] = process.argv.slice(2);
  if (!file) {
    throw new ExpectedFailure('No tool was named.', { remedy: 'node tools/setup/run.mjs <file.ts> [arguments]' });
  }
  const node = await prepare({ titles: { install: 'Packages' } });
  return await runInForeground(file, node, [file, ...args], {
    cwd: cloneDir,
    env: process.env,
    stdio: 'inherit',
    graceMs: 60_000,
  });
}
