import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { App } from '../app';
import { bootstrap } from '../bootstrap';
import { compose } from '../compose';
import { readConfig } from '../config';
import { serve } from '../http/serve';
import { encodeEventCursor } from '../lifecycle/cursor';
import { readBounds } from '../lifecycle/event-log';
import { mintSignInCode, signIn } from '../modules/access/sign-in';
import { createDatabase, type TestDatabase } from './database';
import { postGraphql, type GraphqlAnswer } from './graphql-client';

export interface TestServer {
  readonly url: string;
  readonly app: App;
  readonly adminToken: string;
  /** Sends an operation as the admin, or with another token; null sends none. */
  query<T = never>(query: string, variables?: object, token?: string | null): Promise<GraphqlAnswer<T>>;
  /** The end of the lifecycle log: a subscription after it misses nothing, however long it takes to open. */
  latestCursor(): Promise<string>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Over the defaults of a test: no SIMULATED machines, a free port. */
  readonly environment?: NodeJS.ProcessEnv;
  /** A database to share with another server; by default one of its own. */
  readonly database?: TestDatabase;
  readonly now?: () => Date;
}

/** The whole server in this process, on a database of its own, with an admin signed in through the link. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await createDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'awp-test-'));
  const environment = { AWP_PORT: '0', AWP_SIMULATED_MACHINES: '0', ...options.environment };
  const config = readConfig({ ...environment, DATABASE_URL: database.url, AWP_DATA_DIR: dataDir });
  const { app, close } = await compose(config, pino({ level: process.env['AWP_TEST_LOG'] ?? 'silent' }), options.now);
  await bootstrap(app);
  const serving = await serve(app);
  const { code } = await mintSignInCode(app);
  const signedIn = await signIn(app, code, 'test');
  const adminToken = signedIn!.secret.reveal();
  return {
    url: serving.url,
    app,
    adminToken,
    query: (query, variables, token = adminToken) => postGraphql(serving.url, { query, variables }, token),
    latestCursor: async () => encodeEventCursor((await readBounds(app.db)).last),
    close: async () => {
      await serving.stop(0);
      await close();
      await rm(dataDir, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
    },
  };
}
