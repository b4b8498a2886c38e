import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { TestbedError } from './errors.ts';

/** A process that can't be mistaken for a later one with the same id. */
export interface ProcessIdentity {
  pid: number;
  /** In clock ticks since boot, as text, from /proc. */
  startTime: string;
}

/** The fields of /proc/PID/stat that matter here. The name, in brackets, may hold blanks and brackets. */
export function parseProcStat(stat: string): { state: string; parent: number; startTime: string } {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', parent: Number(fields[1]), startTime: fields[19] ?? '' };
}

function procStat(pid: number): ReturnType<typeof parseProcStat> | null {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

/** Null when there is no such process; one that has ended and only waits to be reaped counts as gone. */
export function identify(pid: number): ProcessIdentity | null {
  const stat = procStat(pid);
  return stat === null || stat.state === 'Z' ? null : { pid, startTime: stat.startTime };
}

export function isAlive(wanted: ProcessIdentity): boolean {
  return identify(wanted.pid)?.startTime === wanted.startTime;
}

export function childrenOf(parent: number): ProcessIdentity[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = procStat(Number(name));
      return stat?.parent === parent ? [{ pid: Number(name), startTime: stat.startTime }] : [];
    });
}

/** Sends a signal unless the process is gone. */
export function signalProcess(target: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(target)) return;
  try {
    process.kill(target.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves when the processes are gone. Only a parent is told when a process ends, so others have to look. */
export async function untilGone(targets: ProcessIdentity[], timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (targets.some(isAlive)) {
    if (Date.now() > deadline) {
      const left = targets.filter(isAlive).map((target) => target.pid);
      throw new TestbedError('TIMED_OUT', `processes ${left.join(', ')} did not end`, 'End them by hand.');
    }
    await pause(20);
  }
}

/** Ends a server and its children with SIGKILL: the kernel kills the children with their parent. */
export async function killWithChildren(server: ProcessIdentity): Promise<void> {
  if (!isAlive(server)) return;
  const children = childrenOf(server.pid);
  signalProcess(server, 'SIGKILL');
  await untilGone([server, ...children], 10_000);
}
