import { describe, expect, it } from '@jest/globals';
import { printSize } from './clean.ts';

describe('a size', () => {
  it('is printed in megabytes', () => {
    expect(printSize(130_482_338)).toBe('130.5 MB');
    expect(printSize(0)).toBe('0.0 MB');
  });
});
