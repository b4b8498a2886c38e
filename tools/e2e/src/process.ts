import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** One operating-system process of a test: its lines are read as they come, and it is ended by its id. */
export class Actor {
  private readonly lines: string[] = [];
  private readonly errors: string[] = [];
  private wake: () => void = () => undefined;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<number | null>;

  constructor(
    readonly name: string,
    args: readonly string[],
    environment: NodeJS.ProcessEnv,
  ) {
    this.child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    createInterface(this.child.stdout).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
    createInterface(this.child.stderr).on('line', (line) => this.errors.push(line));
    this.ended = once(this.child, 'close').then(([code]) => {
      this.wake();
      return code as number | null;
    });
    // A process that ended before its input was read: what follows tells of it.
    this.child.stdin.on('error', () => undefined);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** The next line that begins so; earlier ones are passed over. */
  async line(beginning: string, withinMs = 30_000): Promise<string> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const at = this.lines.findIndex((line) => line.startsWith(beginning));
      if (at !== -1) return this.lines.splice(0, at + 1).at(-1)!;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`${this.name} ended: ${this.errors.slice(-20).join('\n')}`);
      await this.nextWake(deadline - Date.now(), beginning);
    }
  }

  say(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** kill -9, from outside. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Asks it to stop, and waits until it did. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  private async nextWake(leftMs: number, beginning: string): Promise<void> {
    if (leftMs <= 0)
      throw new Error(`${this.name} did not say "${beginning}" in time; stderr: ${this.errors.slice(-20).join('\n')}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.wake = resolve;
    const timer = setTimeout(resolve, leftMs);
    await promise;
    clearTimeout(timer);
  }
}
