/**
 * A failure that the person at the terminal can do something about. It is printed without a stack trace:
 * what was expected, what was seen, what to do.
 */
export class ExpectedFailure extends Error {
  /**
   * @param {string} message one sentence that says what went wrong
   * @param {{ expected?: string, seen?: string, remedy: string, cause?: unknown }} details
   */
  constructor(message, { expected, seen, remedy, cause }) {
    super(message, { cause });
    this.name = 'ExpectedFailure';
    this.expected = expected;
    this.seen = seen;
    this.remedy = remedy;
  }
}

/** The command was asked to stop (Ctrl-C, SIGTERM) before it was done. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interrupted';
  }
}

/** What the operating system's refusals mean for someone who only typed `npm start`. */
const systemErrors = {
  EACCES: { seen: 'permission denied', remedy: 'run as the owner of this folder, or give it to yourself: chown -R' },
  EPERM: {
    seen: 'operation not permitted',
    remedy: 'run as the owner of this folder, or give it to yourself: chown -R',
  },
  EROFS: { seen: 'a read-only file system', remedy: 'clone into a folder that can be written to' },
  ENOSPC: { seen: 'no space left on the disk', remedy: 'free some space (about 1 GB is needed) and run again' },
  EDQUOT: { seen: 'the disk quota is used up', remedy: 'free some space (about 1 GB is needed) and run again' },
  EMFILE: { seen: 'too many open files', remedy: 'raise the limit (ulimit -n 4096) and run again' },
};

/**
 * A file system error in words; every other error comes back as it is.
 * @param {unknown} error
 * @returns {unknown}
 */
export function inWords(error) {
  if (!(error instanceof Error)) return error;
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
  const known = systemErrors[/** @type {keyof typeof systemErrors} */ (code)];
  if (!known || !path) return error;
  return new ExpectedFailure(`${path} could not be used.`, {
    expected: 'a path that this user can read and write',
    seen: known.seen,
    remedy: known.remedy,
    cause: error,
  });
}

/**
 * @param {ExpectedFailure} failure
 * @returns {string} the lines to print
 */
export function describeFailure(failure) {
  /** @type {[string, string | undefined][]} */
  const details = [
    ['expected', failure.expected],
    ['seen', failure.seen],
    ['to do', failure.remedy],
  ];
  const lines = details.flatMap(([label, text]) =>
    text === undefined ? [] : `  ${label.padEnd(9)} ${text.replaceAll('\n', '\n            ')}`,
  );
  return ['', failure.message, ...lines, ''].join('\n');
}
