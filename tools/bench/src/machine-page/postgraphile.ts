import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { startChild, type Child } from '../child.ts';
import { inRepository } from '../paths.ts';
import { POOL_SIZE } from '../replica.ts';

const folder = inRepository('tools/bench/peer');
const lockfile = `${folder}/package-lock.json`;
const installedLockfile = `${folder}/node_modules/.awp-installed-lock.json`;

/** Installs PostGraphile beside its lockfile, unless that very lockfile is installed: it is no package of the product. */
export async function installPostgraphile(say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const wanted = readFileSync(lockfile, 'utf8');
  if (existsSync(installedLockfile) && readFileSync(installedLockfile, 'utf8') === wanted) return;
  say('Installing PostGraphile into tools/bench/peer (npm ci, once)');
  // The npm that started us, where there is one, on the Node that runs us: npm itself need not be on the PATH then.
  const npm = process.env['npm_execpath'];
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const installing = spawn(
    command,
    [...args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      signal,
    },
  );
  const [code] = (await once(installing, 'close')) as [number | null];
  if (code !== 0) throw new Error('npm ci in tools/bench/peer failed: see above');
  writeFileSync(installedLockfile, wanted);
}

/** Starts PostGraphile on all tables of a database. */
export function startPostgraphile(databaseUrl: string): Child {
  return startChild('PostGraphile', [`${folder}/server.mjs`], {
    GRAPHILE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    POOL_SIZE: String(POOL_SIZE),
  });
}

/** Version and flags, for the report. */
export function describePostgraphile(): string {
  const versionOf = (name: string): string =>
    (JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`, 'utf8')) as { version: string }).version;
  return (
    `PostGraphile ${versionOf('postgraphile')} (grafast ${versionOf('grafast')}, grafserv ${versionOf('grafserv')}), Amber preset, ` +
    `pool of ${POOL_SIZE}, NODE_ENV and GRAPHILE_ENV production, graphiql, watch, explain and websockets off, ` +
    'outputDataAsString on, no authentication'
  );
}
