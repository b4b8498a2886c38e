import { describeFailure, ExpectedFailure, Interrupted, inWords } from './expected-failure.mjs';
import { listenForStop } from './stop-signals.mjs';

/**
 * Runs one of the npm scripts: its exit code is the process's, a failure is printed for the person who reads it.
 * @param {() => Promise<number>} main resolves with the exit code
 * @param {{ interruptedExitCode: number }} options `npm start` ends well when it is stopped, a test run does not
 */
export async function runCommand(main, { interruptedExitCode }) {
  listenForStop();
  try {
    process.exitCode = await main();
  } catch (thrown) {
    const error = inWords(thrown);
    if (error instanceof Interrupted) {
      process.stderr.write('Stopped.\n');
      process.exitCode = interruptedExitCode;
      return;
    }
    process.exitCode = 1;
    if (error instanceof ExpectedFailure) process.stderr.write(`${describeFailure(error)}\n`);
    else throw error;
  }
}
