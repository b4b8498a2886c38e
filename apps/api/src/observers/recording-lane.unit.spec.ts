import { describe, expect, it } from '@jest/globals';
import type { ClusterObservation } from '@awp/domain';
import { RecordingLane, type ToRecord } from './recording-lane';

type Change = Exclude<ClusterObservation, { kind: 'CONTACT' }>;
const gone = (uid: string): Change => ({ kind: 'POD_DELETED', uid });
const nodeGone = (uid: string): Change => ({ kind: 'NODE_DELETED', uid });
const list: Change = { kind: 'NODES', nodes: [] };

/** As `POD_DELETED a b`. */
const show = (batch: ToRecord): string => ('uids' in batch ? [batch.kind, ...batch.uids].join(' ') : batch.kind);

describe('what waits to be recorded', () => {
  const recordedOf = async (...changes: Change[]): Promise<string[]> => {
    const recorded: string[] = [];
    const lane = new RecordingLane(
      async (batch) => void recorded.push(show(batch)),
      (error) => {
        throw error;
      },
    );
    for (const change of changes) lane.push(change);
    await lane.idle();
    return recorded;
  };

  it('is recorded in the order in which it came', async () => {
    expect(await recordedOf(gone('a'), list, nodeGone('n'), gone('b'))).toEqual([
      'PODS_DELETED a',
      'NODES',
      'NODES_DELETED n',
      'PODS_DELETED b',
    ]);
  });

  it('is recorded together when it is of one kind and of different objects', async () => {
    expect(await recordedOf(gone('a'), gone('b'), gone('a'), gone('c'))).toEqual([
      'PODS_DELETED a b',
      'PODS_DELETED a c',
    ]);
  });

  it('is recorded at most 500 together', async () => {
    const changes = Array.from({ length: 501 }, (_, n) => gone(String(n)));
    expect((await recordedOf(...changes)).map((batch) => batch.split(' ').length - 1)).toEqual([500, 1]);
  });

  it('is dropped when one could not be recorded, which is said once', async () => {
    const failures: unknown[] = [];
    const recorded: string[] = [];
    const lane = new RecordingLane(
      async (batch) => {
        recorded.push(show(batch));
        throw new Error('refused');
      },
      (error) => void failures.push(error),
    );
    lane.push(gone('a'));
    lane.push(list);
    await lane.idle();
    expect({ recorded, failures }).toEqual({ recorded: ['PODS_DELETED a'], failures: [new Error('refused')] });
  });

  it('is refused when it is more than a complete list would be worth', async () => {
    const release = Promise.withResolvers<void>();
    const lane = new RecordingLane(
      () => release.promise,
      () => undefined,
    );
    const push = (): void => {
      for (let n = 0; n <= 20_001; n += 1) lane.push(gone(String(n)));
    };
    expect(push).toThrow('more than 20000 changes wait to be recorded');
    release.resolve();
    await lane.idle();
  });
});
