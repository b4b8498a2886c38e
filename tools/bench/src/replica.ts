import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startChild, type Child } from './child.ts';
import { inRepository } from './paths.ts';

/** Connections to PostgreSQL that each server under test may open: the API's default, given to its peers as well. */
export const POOL_SIZE = 10;

/** The API as it is run: compiled, in a process of its own. */
export interface Replica extends AsyncDisposable {
  readonly url: string;
  /** `Authorization` of an admin. */
  readonly authorization: string;
}

/** Starts the API on a database, which it migrates, and signs in with the link it prints. */
export async function startReplica(databaseUrl: string): Promise<Replica> {
  await using started = new AsyncDisposableStack();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'awp-bench-'));
  started.defer(() => rm(dataDir, { recursive: true, force: true }));
  const child = started.use(
    startChild('the API', [inRepository('apps/api/dist/main.js')], {
      DATABASE_URL: databaseUrl,
      AWP_DATA_DIR: dataDir,
      AWP_DATABASE_POOL_SIZE: String(POOL_SIZE),
      // Off in production, but where the first token comes from.
      AWP_SIGN_IN_LINK: 'on',
      AWP_PORT: '0',
      AWP_SIMULATED_MACHINES: '0',
      AWP_LOG_LEVEL: 'warn',
    }),
  );
  const url = await child.line('AWP is ready at ');
  const authorization = `Bearer ${await signIn(url, child)}`;
  const running = started.move();
  return { url, authorization, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function signIn(url: string, child: Child): Promise<string> {
  const code = (await child.line('  Sign in')).split('#')[1];
  const response = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}
