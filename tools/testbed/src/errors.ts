export type TestbedErrorCode =
  'NOT_IN_REPOSITORY' | 'GO_MISSING' | 'BUILD_FAILED' | 'SERVER_FAILED' | 'COMMAND_REFUSED' | 'TIMED_OUT';

/** A fault of the test bed itself (never of the code under test), with what a person can do about it. */
export class TestbedError extends Error {
  override readonly name = 'TestbedError';
  readonly code: TestbedErrorCode;
  readonly remedy: string;

  constructor(code: TestbedErrorCode, problem: string, remedy: string, options?: ErrorOptions) {
    super(`${problem}\n${remedy}`, options);
    this.code = code;
    this.remedy = remedy;
  }
}
