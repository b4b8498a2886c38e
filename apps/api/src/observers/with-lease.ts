import type { Transaction } from '../persistence/transaction';
import { assertLease, type ObserverLease } from './observer-lease.store';
import type { Recorder } from './recorder';

/** One transaction of an observer: nothing is put on record but under its lease. Throws LeaseLost. */
export function withLease<T>(
  recorder: Recorder,
  lease: ObserverLease,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return recorder.db.withTransaction(async (tx) => {
    await assertLease(tx, lease);
    return work(tx);
  });
}
