import { describe, expect, it } from '@jest/globals';
import type { ClusterObservation } from '@awp/domain';
import { ObservationQueue } from './observation-queue';

const deleted = (uid: string): ClusterObservation => ({ kind: 'NODE_DELETED', uid });

/** What a closed queue still has to read. */
async function rest(queue: ObservationQueue): Promise<string[]> {
  const uids: string[] = [];
  for await (const observation of queue.read()) uids.push((observation as { uid: string }).uid);
  return uids;
}

describe('the queue between a watch and its reader', () => {
  it('keeps the order', async () => {
    const queue = new ObservationQueue(10);
    for (const uid of ['a', 'b', 'c']) queue.push(deleted(uid));
    queue.close();
    expect(await rest(queue)).toEqual(['a', 'b', 'c']);
  });

  it('wakes a reader that waits', async () => {
    const queue = new ObservationQueue(10);
    const reader = queue.read();
    const waiting = reader.next();
    queue.push(deleted('a'));
    expect(await waiting).toEqual({ done: false, value: deleted('a') });
  });

  it('keeps what is pushed between two reads', async () => {
    const queue = new ObservationQueue(10);
    const reader = queue.read();
    const waiting = reader.next();
    queue.push(deleted('a'));
    queue.push(deleted('b'));
    await waiting;
    expect(await reader.next()).toEqual({ done: false, value: deleted('b') });
  });

  it('ends a reader that waits when it is closed', async () => {
    const queue = new ObservationQueue(10);
    const waiting = queue.read().next();
    queue.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('takes nothing once it is closed', async () => {
    const queue = new ObservationQueue(10);
    queue.push(deleted('a'));
    queue.close();
    queue.push(deleted('b'));
    queue.close();
    expect(await rest(queue)).toEqual(['a']);
  });

  it('holds as many as its limit without overflowing', async () => {
    const queue = new ObservationQueue(3);
    for (const uid of ['a', 'b', 'c']) queue.push(deleted(uid));
    expect(queue.overflowed).toBe(false);
    queue.close();
    expect(await rest(queue)).toEqual(['a', 'b', 'c']);
  });

  it('drops what waits when one more comes, keeps the newest and says so', async () => {
    const queue = new ObservationQueue(3);
    for (const uid of ['a', 'b', 'c', 'd']) queue.push(deleted(uid));
    expect(queue.overflowed).toBe(true);
    queue.close();
    expect(await rest(queue)).toEqual(['d']);
  });
});
