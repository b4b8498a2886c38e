/** Takes one line for a person: what the test bed does now, or how far it is. */
export type Log = (line: string) => void;

/** Standard error, so that the output of tests and of `kubeconfig` stays clean. */
export const logToStderr: Log = (line) => {
  process.stderr.write(`testbed: ${line}\n`);
};
