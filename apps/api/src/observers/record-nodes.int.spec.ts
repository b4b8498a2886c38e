import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ObservedNode } from '@awp/domain';
import { toObservedNode } from '@awp/k8s-adapter';
import { aNode, startRecording, type TestRecording } from '../testing/recording';
import { recordNodeList, recordNodes, recordNodesDeleted } from './record-nodes';

const begin = new Date('2026-05-04T03:02:01Z');
const never = new AbortController().signal;

describe('Nodes that are put on record', () => {
  let recording: TestRecording;

  beforeEach(async () => {
    recording = await startRecording(begin);
  });
  afterEach(() => recording.close());

  const list = (...nodes: ObservedNode[]): Promise<void> =>
    recordNodeList(recording.recorder, recording.lease, nodes, never);
  const report = (...nodes: ObservedNode[]): Promise<void> => recordNodes(recording.recorder, recording.lease, nodes);

  it('change nothing, and nothing is written, when they are reported again as they are', async () => {
    const trouble = aNode({ uid: 'node-2', name: 'worker-2', conditions: [] });
    await list(aNode(), trouble);
    const before = await recording.rowVersions();
    recording.at(new Date('2026-05-04T03:05:00Z'));
    await report(trouble);
    await report(aNode());
    await list(trouble, aNode());
    expect(await recording.rowVersions()).toEqual(before);
  });

  it('are told each once, in a list of several transactions', async () => {
    const nodes = Array.from({ length: 1_001 }, (_, n) => aNode({ uid: `node-${n}`, name: `worker-${n}` }));
    await list(...nodes);
    await list(...nodes.slice(1), aNode({ uid: 'node-0', name: 'worker-0', unschedulable: true }));
    const events = await recording.events();
    expect(events.filter((event) => event === 'MachineDiscovered: null -> DISCOVERED')).toHaveLength(1_001);
    expect(events.slice(1_001)).toEqual(['MachineCordoned: schedulable -> cordoned']);
  });

  it('take the place of those before them under the same name, and leave machines without one', async () => {
    await list(aNode(), aNode({ uid: 'node-2', name: 'worker-2' }));
    const { db } = recording.recorder;
    await db.query("UPDATE machine SET intent = 'SERVE', enrollment_state = 'ENROLLED', lifecycle = 'READY'");
    await report(aNode({ uid: 'node-1b' }));
    await recordNodesDeleted(recording.recorder, recording.lease, ['node-2']);
    expect((await recording.events()).slice(2)).toEqual([
      'MachineNodeReplaced: node-1 -> node-1b',
      'MachineLifecycleChanged: READY -> DEGRADED',
      'MachineNodeDeleted: node-2 -> null',
      'MachineLifecycleChanged: READY -> UNREACHABLE',
    ]);
    const { rows } = await db.query('SELECT node_uid, until FROM former_node ORDER BY node_uid');
    expect(rows).toEqual([
      { node_uid: 'node-1', until: begin },
      { node_uid: 'node-2', until: begin },
    ]);
  });

  it('are recorded whatever their texts hold', async () => {
    const condition = { type: 'Ready', status: 'False', reason: 'Kubelet\0NotReady', message: 'runtime\0 is down' };
    await report(
      toObservedNode({
        metadata: { uid: 'u', name: 'worker\0', labels: { 'zo\0ne': 'no\0rth' } },
        status: { conditions: [condition] },
      }),
    );
    const { rows } = await recording.recorder.db.query(
      "SELECT name, node -> 'labels' AS labels, health_reasons -> 0 ->> 'message' AS message FROM machine JOIN machine_observation ON machine_id = id",
    );
    expect(rows).toEqual([
      {
        name: 'worker',
        labels: { zone: 'north' },
        message: 'its kubelet reports that it is not ready: runtime is down',
      },
    ]);
  });
});
