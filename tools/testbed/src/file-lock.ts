import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs work while no other process holds the lock on the file. flock(1) takes the lock and keeps it while the
 * pipe to it is open, so the kernel frees it however this process ends.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const holder = spawn('flock', [file, 'sh', '-c', 'echo locked; exec cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true, // a Ctrl-C at the terminal is this process's to handle
    signal,
  });
  const ended = once(holder, 'close');
  try {
    const locked = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
    if (!locked) throw new Error(`flock ${file} ended with status ${holder.exitCode}`);
    return await work();
  } finally {
    holder.stdin.end();
    await ended.catch(() => undefined); // its failure is already the error of the race above
  }
}
