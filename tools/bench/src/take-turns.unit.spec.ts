import { describe, expect, it } from '@jest/globals';
import { takeTurns } from './take-turns.ts';

const never = new AbortController().signal;

describe('takeTurns', () => {
  it('asks ours, then peer, and does not count the warm-up', async () => {
    const asked: string[] = [];
    const side = (name: string) => (round: number) => {
      asked.push(`${name}${round}`);
      return Promise.resolve(round);
    };
    const samples = await takeTurns(side('a'), side('b'), { warmUpRounds: 1, rounds: 2, seconds: 60 }, never);
    expect(asked).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(samples).toEqual({ ours: [1, 2], peer: [1, 2] });
  });

  it('ends when its time is over, without the warm-up but with one sample', async () => {
    const roundOf = (round: number) => Promise.resolve(round);
    const samples = await takeTurns(roundOf, roundOf, { warmUpRounds: 1, rounds: 100, seconds: 0 }, never);
    expect(samples).toEqual({ ours: [0], peer: [0] });
  });

  it('stops when told to', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    const none = () => Promise.reject(new Error('not to be asked'));
    await expect(takeTurns(none, none, { warmUpRounds: 0, rounds: 1, seconds: 60 }, stopped)).rejects.toThrow(
      'stopped',
    );
  });
});
