import type { ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { TestbedError } from './errors.ts';

export type ServerProcess = ChildProcessByStdio<Writable, Readable, null>;
export type ControlVerb = 'kill' | 'start' | 'freeze' | 'thaw';
export type ControlPlanePart = 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler';

const COMMAND_TIMEOUT_MS = 75_000; // the server gives the API server 60 s to become ready

/**
 * The conversation with `k3s server --control-stdin` (tools/testbed/kube/control.go): it says "ready URL" once,
 * then answers each line with one line, in order.
 */
export class ControlChannel {
  /** Resolves with the exit status when the server has ended; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly #server: ServerProcess;
  readonly #waiting: Array<(line: string | null) => void> = [];
  #hasEnded = false;

  constructor(server: ServerProcess) {
    this.#server = server;
    server.stdin.on('error', () => {}); // EPIPE: the server has ended, which `ended` and every waiting call learn
    createInterface(server.stdout).on('line', (line) => this.#waiting.shift()?.(line));
    this.ended = new Promise((resolve) => {
      const end = (status: number | null): void => {
        this.#hasEnded = true;
        for (const answer of this.#waiting.splice(0)) answer(null);
        resolve(status);
      };
      server.once('close', end);
      server.once('error', () => end(null)); // it could not be started
    });
  }

  /** Resolves with the URL. */
  async ready(timeoutMs: number, signal?: AbortSignal): Promise<string> {
    const line = await this.#nextLine('ready', timeoutMs, signal);
    return line.replace(/^ready /, '');
  }

  async command(verb: ControlVerb, part: ControlPlanePart): Promise<void> {
    const answer = this.#nextLine(`${verb} ${part}`, COMMAND_TIMEOUT_MS);
    this.#server.stdin.write(`${verb} ${part}\n`);
    const line = await answer;
    if (line !== 'ok') {
      throw new TestbedError('COMMAND_REFUSED', `${verb} ${part}: ${line}`, 'The logs of the server say why.');
    }
  }

  /** The server takes the end of its input as the end of its owner: it kills its children and ends. */
  hangUp(): void {
    this.#server.stdin.end();
  }

  #nextLine(wanted: string, timeoutMs: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const bounded = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
      const gone = (): TestbedError =>
        new TestbedError('SERVER_FAILED', `the server ended; wanted: ${wanted}`, 'Its logs say why.');
      if (this.#hasEnded) return reject(gone());
      const give = (): void => reject(bounded.reason as Error);
      bounded.addEventListener('abort', give, { once: true });
      this.#waiting.push((line) => {
        bounded.removeEventListener('abort', give);
        if (line === null) reject(gone());
        else resolve(line);
      });
    });
  }
}
