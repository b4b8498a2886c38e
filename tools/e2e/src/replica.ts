import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Actor } from './process.ts';
import { inRepository } from './repository.ts';

/** One API server in a process of its own. */
export interface Replica {
  readonly url: string;
  readonly process: Actor;
  /** An admin's access token, from the one-time link it printed. */
  readonly token: string;
  query<T>(query: string, variables?: object): Promise<T>;
}

export interface ReplicaOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Starts a replica and waits until it serves. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const environment = {
    DATABASE_URL: options.databaseUrl,
    AWP_DATA_DIR: options.dataDir,
    AWP_PORT: '0',
    AWP_SIMULATED_MACHINES: '0',
    AWP_LOG_LEVEL: 'warn',
    ...options.environment,
  };
  const actor = new Actor('replica', [inRepository('apps/api/dist/main.js')], environment);
  const url = (await actor.line('AWP is ready at ')).slice('AWP is ready at '.length);
  const code = (await actor.line('  Sign in')).split('#')[1]!;
  const answer = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { accessToken: token } = (await answer.json()) as { accessToken: string };
  return { url, process: actor, token, query: (query, variables) => post(url, token, query, variables) };
}

/** A folder that the replicas of one test share, with the sealing key in it. */
export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'awp-e2e-'));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function post<T>(url: string, token: string, query: string, variables?: object): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal: AbortSignal.timeout(30_000),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
