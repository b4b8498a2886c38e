import { describe, expect, it } from '@jest/globals';
import { median, quantile, round } from './statistics.ts';

describe('median', () => {
  it('is the middle of an odd number of samples, in whatever order they come', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('lies between the two in the middle of an even number', () => {
    expect(median([4, 1, 2, 9])).toBe(3);
  });

  it('compares numbers as numbers', () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it('leaves the samples as they were', () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it('refuses to be taken of nothing', () => {
    expect(() => median([])).toThrow('no samples');
  });
});

describe('quantile', () => {
  const hundredAndOne = Array.from({ length: 101 }, (_, index) => index);

  it.each([
    [0, 0],
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
  ])('%d of 0 to 100 is %d', (q, expected) => {
    expect(quantile(hundredAndOne, q)).toBeCloseTo(expected);
  });

  it('of one sample is that sample', () => {
    expect(quantile([7], 0.99)).toBe(7);
  });
});

describe('round', () => {
  it('keeps so many digits', () => {
    expect(round(1.23456, 3)).toBe(1.235);
  });
});
