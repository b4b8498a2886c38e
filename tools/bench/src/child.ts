import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server of a benchmark in a process of its own; leaving its scope ends it, by its id. */
export interface Child extends AsyncDisposable {
  /** The rest of the next line on its stdout that begins so. Rejects when it ends before, or says nothing for long. */
  line(beginning: string): Promise<string>;
}

const SAYS_SOMETHING_MS = 60_000;
const ENDS_BY_ITSELF_MS = 10_000;

/**
 * Starts `node <args>` as in production. Its stderr is ours. Of this shell's environment it gets nothing that
 * configures the product or names a database or cluster.
 */
export function startChild(name: string, args: readonly string[], environment: NodeJS.ProcessEnv): Child {
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(AWP_|PG)/.test(key) && key !== 'DATABASE_URL' && key !== 'KUBECONFIG',
  );
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  // Should this process break down, its scopes are not left in order.
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;

  const nextLine = async (beginning: string): Promise<string> => {
    for (let read = await lines.next(); !read.done; read = await lines.next())
      if (read.value.startsWith(beginning)) return read.value.slice(beginning.length);
    throw new Error(`${name} ended before it said "${beginning}"; its stderr is above`);
  };

  return {
    line: (beginning) => Promise.race([nextLine(beginning), saysNothing(name, beginning)]),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', killAtExit);
      if (hasEnded()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), ENDS_BY_ITSELF_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

async function saysNothing(name: string, beginning: string): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, SAYS_SOMETHING_MS).unref());
  throw new Error(`${name} did not say "${beginning}" within ${SAYS_SOMETHING_MS / 1000} s`);
}
