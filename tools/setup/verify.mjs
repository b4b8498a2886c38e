import './node-version.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nxEnvironment, nxProgram } from './build.mjs';
import { runCommand } from './command.mjs';
import { describeFailure, ExpectedFailure } from './expected-failure.mjs';
import { cloneDir } from './places.mjs';
import { prepare } from './prepare.mjs';
import { runInForeground, runToEnd } from './processes.mjs';
import { say, seconds } from './progress.mjs';

/**
 * `npm run verify`: everything a change has to pass, each check with its name and time. A failed check does not stop
 * the others: one run tells everything there is to mend.
 *
 * @typedef {{ name: string, program: string, args: string[], remedy: string }} Check
 */

const bin = (/** @type {string[]} */ ...parts) => path.join(cloneDir, 'node_modules', ...parts);

/** @type {Check[]} */
const checks = [
  {
    name: 'format',
    program: bin('prettier', 'bin', 'prettier.cjs'),
    args: ['--check', '--log-level=warn', '.'],
    remedy: 'npm run format',
  },
  {
    name: 'lint',
    program: bin('eslint', 'bin', 'eslint.js'),
    args: ['.'],
    remedy: 'npm run lint -- --fix mends what can be mended by itself; the rest is named above',
  },
  {
    name: 'types of the set-up',
    program: bin('typescript', 'bin', 'tsc'),
    args: ['-p', 'tools/setup'],
    remedy: 'mend what the compiler names',
  },
  {
    name: 'project references',
    program: nxProgram,
    args: ['sync:check'],
    remedy: 'npx nx sync, and commit what it changes',
  },
  {
    name: 'types and build',
    program: nxProgram,
    args: ['run-many', '-t', 'typecheck', 'build', '--skip-nx-cache', '--output-style=static'],
    remedy: 'mend what the compiler names',
  },
  {
    name: 'unused files, exports and dependencies',
    program: bin('knip', 'bin', 'knip.js'),
    args: ['--no-progress'],
    remedy: 'remove what is unused, or add what is missing to the package that uses it',
  },
  {
    name: 'generated files',
    program: path.join(cloneDir, 'tools', 'codegen', 'generate.ts'),
    args: ['--check'],
    remedy: 'npm run generate, and commit what it changes',
  },
];

await runCommand(verify, { interruptedExitCode: 130 });

async function verify() {
  const node = await prepare({ titles: { install: 'Packages' } });
  /** @type {string[]} */
  const failed = [];
  for (const check of checks.filter(({ program }) => existsSync(program))) {
    if (!(await passes(node, check))) failed.push(check.name);
  }
  if ((await runTests()) !== 0) failed.push('tests');
  say(failed.length === 0 ? 'Verified.' : `Failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

/**
 * @param {string} node
 * @param {Check} check
 */
async function passes(node, { name, program, args, remedy }) {
  const begun = Date.now();
  try {
    await runToEnd(name, node, [program, ...args], {
      cwd: cloneDir,
      env: { ...process.env, ...nxEnvironment },
      limitMs: 15 * 60_000,
      shownLines: 200,
      remedy,
    });
    say(`ok      ${name} (${seconds(Date.now() - begun)})`);
    return true;
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error;
    say(`FAILED  ${name} (${seconds(Date.now() - begun)})${describeFailure(error)}`);
    return false;
  }
}

function runTests() {
  return runInForeground('The tests', process.execPath, [path.join('tools', 'setup', 'test.mjs')], {
    cwd: cloneDir,
    env: process.env,
    stdio: ['ignore', 'inherit', 'inherit'],
    graceMs: 60_000,
  });
}
