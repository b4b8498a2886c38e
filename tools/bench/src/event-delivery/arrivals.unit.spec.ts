import { describe, expect, it } from '@jest/globals';
import { Arrivals } from './arrivals.ts';

describe('Arrivals', () => {
  it('is reached when the last subscriber has the last event', async () => {
    const arrivals = new Arrivals();
    const [one, other] = [arrivals.addSubscriber(), arrivals.addSubscriber()];
    const { numbers, reached } = arrivals.expect(2);
    for (const number of numbers) one(number);
    let done = false;
    void reached.then(() => (done = true));
    other(numbers[0]!);
    await Promise.resolve();
    expect(done).toBe(false);
    other(numbers[1]!);
    await expect(reached).resolves.toBeGreaterThan(0);
  });

  it('numbers events on, and lets a later subscriber begin there', async () => {
    const arrivals = new Arrivals();
    const early = arrivals.addSubscriber();
    early(arrivals.expect(1).numbers[0]!);
    const late = arrivals.addSubscriber();
    const { numbers, reached } = arrivals.expect(1);
    expect(numbers).toEqual([1]);
    early(1);
    late(1);
    await reached;
  });

  it.each([
    ['lost', [1]],
    ['repeated', [0, 0]],
  ])('fails when an event is %s', async (_what, arriving) => {
    const arrivals = new Arrivals();
    const arrive = arrivals.addSubscriber();
    const { reached } = arrivals.expect(3);
    for (const number of arriving) arrive(number);
    await expect(reached).rejects.toThrow('to arrive; got');
  });

  it('fails when a subscription ends', async () => {
    const arrivals = new Arrivals();
    arrivals.addSubscriber();
    const { reached } = arrivals.expect(1);
    arrivals.lost(new Error('closed'));
    await expect(reached).rejects.toThrow('closed');
  });
});
