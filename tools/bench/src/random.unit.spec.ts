import { expect, it } from '@jest/globals';
import { integerBelow, seededRandom } from './random.ts';

const numbers = (seed: number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: 1_000 }, () => integerBelow(random, 10));
};

it('gives the same numbers for the same seed, and others for another', () => {
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
});

it('gives each number about as often as any other', () => {
  const counts = Array.from({ length: 10 }, (_, digit) => numbers(3).filter((number) => number === digit).length);
  expect(Math.min(...counts)).toBeGreaterThan(60);
  expect(Math.max(...counts)).toBeLessThan(140);
});
