import { describe, expect, it } from '@jest/globals';
import { toJsonLine, toTable, type Result } from './result.ts';

const result: Result = {
  measured: 'one request',
  ours: { description: 'ours 1.0', query: '{ ours }', samples: [3, 1.00049, 2] },
  peer: { description: 'peer 2.0', query: 'SELECT 1\n  FROM peer', samples: [4, 4, 4] },
  notes: ['one more line'],
};

describe('toJsonLine', () => {
  it('is one line with the medians, their ratio as ours / peer, and the samples of each side', () => {
    expect(toJsonLine('example', result)).toBe(
      '{"name":"example","ours":2,"peer":4,"ratio":0.5,"unit":"ms","samples":3}',
    );
  });

  it('takes the ratio before it rounds', () => {
    const close = {
      ...result,
      ours: { ...result.ours, samples: [0.0004] },
      peer: { ...result.peer, samples: [0.0008] },
    };
    expect(JSON.parse(toJsonLine('example', close))).toMatchObject({ ours: 0, peer: 0.001, ratio: 0.5 });
  });
});

describe('toTable', () => {
  it('shows the distribution of both sides and what was compared', () => {
    expect(toTable('example', result)).toBe(
      [
        'example: one request',
        '',
        '  ms             p50    p95    p99  samples',
        '  ours         2.000  2.900  2.980        3',
        '  peer         4.000  4.000  4.000        3',
        '  ours / peer   0.50   0.72   0.74',
        '  Less is better; a ratio below 1 says that we are faster.',
        '  one more line',
        '',
        '  ours: ours 1.0',
        '    { ours }',
        '  peer: peer 2.0',
        '    SELECT 1',
        '      FROM peer',
      ].join('\n'),
    );
  });
});
