import { execFile } from 'node:child_process';

/** Runs a program to its end. Fails with all that it printed, since a test that only says "exit 1" helps nobody. */
export function run(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: 120_000, ...options }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${[program, ...args].join(' ')}\n${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
}
