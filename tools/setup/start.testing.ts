import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commandLineOf } from './process-identity.mjs';

const cloneDir = path.resolve(__dirname, '../..');
const notCopied = new Set(['node_modules', '.git', '.awp', '.nx', 'dist-spec']);

/** A copy of this clone that shares its installed packages. */
export function createScratchClone(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'awp-start-clone-'));
  const filter = (source: string) => !notCopied.has(path.basename(source));
  for (const name of readdirSync(cloneDir).filter((entry) => !notCopied.has(entry))) {
    cpSync(path.join(cloneDir, name), path.join(copy, name), { recursive: true, filter });
  }
  symlinkSync(path.join(cloneDir, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** A command in a process group of its own, as a shell would run it, with what it has printed so far. */
export class Terminal {
  text = '';
  /** The exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Nobody holds its output open any more, children included. */
  readonly closed: Promise<unknown>;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #printed = new EventEmitter();

  constructor([program = '', ...args]: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    this.#child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.pid = Number(this.#child.pid);
    this.ended = once(this.#child, 'exit').then(([code]) => code);
    this.closed = once(this.#child, 'close').then(() => this.#printed.emit('more'));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.text += text;
        this.#printed.emit('more');
      });
    }
  }

  /** Resolves when the text has been printed; fails with all output when the command ends without it. */
  async shows(text: string): Promise<void> {
    while (!this.text.includes(text)) {
      if (this.#child.stdout?.closed) throw new Error(`ended without "${text}":\n${this.text}`);
      await once(this.#printed, 'more');
    }
  }

  /** As a terminal does it: to everyone in the group. */
  pressCtrlC(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** To the command alone. */
  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async close(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.closed;
  }
}

/** Live processes whose command line holds this text. */
export function processesNaming(text: string): { pid: number; commandLine: string }[] {
  if (!existsSync('/proc/self/cmdline'))
    throw new Error('these tests look at processes through /proc, as Linux has it');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), commandLine: commandLineOf(Number(name)) }))
    .filter(({ commandLine }) => commandLine.includes(text));
}
