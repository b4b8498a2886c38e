import 'reflect-metadata';
import type { App } from './app';
import { bootstrap, registerConfiguredCluster } from './bootstrap';
import { compose } from './compose';
import { ConfigurationError, readConfig } from './config';
import { serve } from './http/serve';
import { createLog } from './log';
import { mintSignInCode } from './modules/access/sign-in';

/** Sockets are closed over this time when the server stops. */
const SPREAD_MS = 2_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

  const { app, close } = await compose(config, log);
  await bootstrap(app);
  const serving = await serve(app);
  await sayReady(app, serving.url);
  const registering = registerConfiguredCluster(app, say, stopping.signal);
  if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));

  say('AWP is stopping');
  await serving.stop(SPREAD_MS);
  await registering;
  await close();
}

async function sayReady(app: App, url: string): Promise<void> {
  const { signInLink, production } = app.config;
  if (signInLink === 'off' || (signInLink === 'auto' && production)) return say(`AWP is ready at ${url}`);
  const { code, expiresAt } = await mintSignInCode(app);
  const minutes = Math.round((expiresAt.getTime() - app.now().getTime()) / 60_000);
  // Never through the log. The code is in the fragment, which browsers keep to themselves.
  say(`AWP is ready at ${url}\n  Sign in (once, within ${minutes} minutes): ${url}/sign-in#${code.reveal()}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A failed start in words: what was expected, what was seen, what to do. */
function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Stop what holds it, or choose another: AWP_PORT=4001`;
  if (code === 'ECONNREFUSED')
    return `No PostgreSQL answers at ${address}:${port}. Check DATABASE_URL and that the database runs.`;
  if (code === '28P01' || code === '28000') return 'PostgreSQL refuses the user or password in DATABASE_URL.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist: create it, or correct the name.';
  return `Starting failed: ${(error as Error).stack ?? String(error)}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
  // Whatever is still open must not keep a failed start alive.
  setTimeout(() => process.exit(1), 500).unref();
});
