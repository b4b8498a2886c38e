import { describe, expect, it } from '@jest/globals';
import { closingLine, countTests, whyNotGreen } from './test-outcome.mjs';

const files = ['a.unit.spec.ts', 'b.unit.spec.ts'];
const results = { passedTests: 5, failedTests: 0, skippedTests: 1, brokenFiles: 0, files };
const rules = { requireCluster: false, clusterSkipped: false };

describe('counting a run', () => {
  it('takes the numbers of jest', () => {
    expect(countTests(results, { files, exitCode: 0 })).toEqual({ passed: 5, failed: 0, skipped: 1 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(countTests({ ...results, brokenFiles: 1 }, { files, exitCode: 1 }).failed).toBe(1);
  });

  it('counts a chosen file that was never run as a failure', () => {
    expect(countTests({ ...results, files: ['a.unit.spec.ts'] }, { files, exitCode: 0 }).failed).toBe(1);
  });

  it('counts every file as failed when jest left no results', () => {
    expect(countTests(null, { files, exitCode: 1 })).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it.each([1, null])('counts a bad end of jest (exit code %s) as a failure though every test passed', (exitCode) => {
    expect(countTests(results, { files, exitCode }).failed).toBe(1);
  });
});

describe('a run', () => {
  it('is a success when something passed and nothing failed', () => {
    expect(whyNotGreen({ passed: 1, failed: 0, skipped: 7 }, rules)).toBeNull();
  });

  it('is none when nothing ran', () => {
    expect(whyNotGreen({ passed: 0, failed: 0, skipped: 7 }, rules)).toBe('no test ran');
  });

  it('may leave out the cluster tier on a desk, not in CI', () => {
    const counts = { passed: 1, failed: 0, skipped: 3 };
    expect(whyNotGreen(counts, { requireCluster: false, clusterSkipped: true })).toBeNull();
    expect(whyNotGreen(counts, { requireCluster: true, clusterSkipped: true })).toMatch('cluster tier');
  });

  it('closes with a line in the agreed form', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed, 3 skipped');
  });
});
