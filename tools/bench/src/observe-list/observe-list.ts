import pgPackage from 'pg/package.json' with { type: 'json' };
import type { Benchmark } from '../benchmark.ts';
import { createDatabase } from '../database.ts';
import { median } from '../statistics.ts';
import { takeTurns } from '../take-turns.ts';
import { observedNodes, observedPods } from './observed-lists.ts';
import { insertInto, RawInserts } from './raw-inserts.ts';
import { openRecorder } from './recorder.ts';

const BOUNDS = { warmUpRounds: 0, rounds: 5, seconds: 40 };
const RELISTS = 3;

/** A complete list of a large cluster that is put on record for the first time. */
export const observeList: Benchmark = async ({ serverUrl, say, signal }) => {
  await using database = await createDatabase(serverUrl);
  await using recorder = await openRecorder(database.url, signal);
  await using inserts = new RawInserts(database.url);
  await inserts.connect();
  const nodes = observedNodes();
  const pods = observedPods();

  say('Recording once, to compile the code and to learn the rows');
  await recorder.record(nodes, pods);
  const rows = await inserts.learn();
  say('Measuring');
  const samples = await takeTurns(
    async () => {
      await inserts.clear();
      return recorder.record(nodes, pods);
    },
    async () => {
      await inserts.clear();
      return inserts.insert();
    },
    BOUNDS,
    signal,
  );

  say('Measuring the same list again');
  await inserts.clear();
  await recorder.record(nodes, pods);
  const relists: number[] = [];
  for (let n = 0; n < RELISTS; n += 1) relists.push(await recorder.record(nodes, pods));

  return {
    measured: `a complete list of ${nodes.length.toLocaleString('en')} Nodes and ${pods.length.toLocaleString('en')} Pods, put on record for the first time`,
    ours: {
      description: 'recordNodeList and recordPodList of the API, in this process: compared, decided, written, told',
      query: 'transactions of 500 Nodes, Pods or workloads',
      samples: samples.ours,
    },
    peer: {
      description: `pg ${pgPackage.version}: the same ${rows.toLocaleString('en')} rows, 500 for each statement, nothing compared or decided`,
      query: insertInto('workload_pod'),
      samples: samples.peer,
    },
    notes: [
      `The same list again, unchanged: ${Math.round(median(relists))} ms (median of ${relists.length}); nothing is written.`,
    ],
  };
};
