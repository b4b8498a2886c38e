import { describe, expect, it } from '@jest/globals';
import { parseQuantity } from './quantity';

describe('a Kubernetes quantity', () => {
  it.each([
    ['0', 0],
    ['4', 4],
    ['1500m', 1.5],
    ['100u', 1e-4],
    ['250n', 2.5e-7],
    ['0.5', 0.5],
    ['.5', 0.5],
    ['1.5Gi', 1.5 * 2 ** 30],
    ['16Ki', 16_384],
    ['8Mi', 8_388_608],
    ['1Ti', 2 ** 40],
    ['1Pi', 2 ** 50],
    ['1Ei', 2 ** 60],
    ['3k', 3_000],
    ['3M', 3_000_000],
    ['3G', 3e9],
    ['3T', 3e12],
    ['3P', 3e15],
    ['1E', 1e18],
    ['1e3', 1_000],
    ['1E3', 1_000],
    ['12e-3', 0.012],
    ['+5', 5],
    ['-5', -5],
  ])('reads %s', (text, amount) => {
    expect(parseQuantity(text)).toBeCloseTo(amount, 9);
  });

  it.each(['', ' ', 'many', '1i', '1mi', '1.2.3', '.', '1 Gi', '1GiB', 'Gi', '1e', '--1', '0x10', '１'])(
    'reads %j as no number',
    (text) => {
      expect(parseQuantity(text)).toBeNaN();
    },
  );
});
