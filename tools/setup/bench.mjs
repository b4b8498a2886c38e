import './node-version.mjs';
import path from 'node:path';
import { runCommand } from './command.mjs';
import { startEphemeralPostgres } from './ephemeral-postgres.mjs';
import { cloneDir } from './places.mjs';
import { prepare } from './prepare.mjs';
import { runInForeground } from './processes.mjs';
import { progressToStderr, step } from './progress.mjs';

/**
 * `npm run bench [-- arguments]`: the benchmarks of tools/bench against a PostgreSQL of their own that waits for the
 * disk as the real one does. With --json stdout holds the result and nothing else.
 */
await runCommand(bench, { interruptedExitCode: 130 });

async function bench() {
  const args = process.argv.slice(2);
  if (args.includes('--json')) progressToStderr();
  const node = await prepare({
    titles: { install: '[1/3] Packages', build: '[2/3] Build' },
    projects: ['@awp/api', '@awp/sdk'],
  });
  const postgres = await step('[3/3] PostgreSQL', async () => {
    const value = await startEphemeralPostgres({ durable: true });
    return { outcome: `started for this run on 127.0.0.1:${value.port}`, value };
  });
  try {
    return await runInForeground('The benchmark', node, [path.join('tools', 'bench', 'src', 'main.ts'), ...args], {
      cwd: cloneDir,
      env: { ...process.env, AWP_BENCH_DATABASE_URL: postgres.url },
      stdio: ['ignore', 'inherit', 'inherit'],
      graceMs: 15_000,
    });
  } finally {
    await postgres.stop();
  }
}
