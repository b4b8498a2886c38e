import { deepStrictEqual } from 'node:assert/strict';
import { integerBelow, seededRandom } from '../random.ts';
import { takeTurns } from '../take-turns.ts';
import { MACHINES } from '../seed-machines.ts';
import { PAGE_SIZE, timePage, walk, type PageServer } from './pages.ts';

const BOUNDS = { warmUpRounds: 500, rounds: 2_000, seconds: 35 };

export const MEASURED = `one request for a page of ${PAGE_SIZE} of ${MACHINES.toLocaleString('en')} machines, one after the other over one connection`;

/** Times both servers on the same pages in the same random order, once all of their pages are known to be equal. */
export async function comparePages<Page>(
  ours: PageServer<Page>,
  peer: PageServer<Page>,
  signal: AbortSignal,
): Promise<{ ours: number[]; peer: number[]; bytes: { ours: number; peer: number } }> {
  const known = { ours: await walk(ours), peer: await walk(peer) };
  known.ours.forEach(({ page }, index) => {
    deepStrictEqual(known.peer[index]!.page, page, `page ${index} of ${peer.name} is not that of ${ours.name}`);
  });
  const random = seededRandom(7);
  const order = Array.from({ length: BOUNDS.warmUpRounds + BOUNDS.rounds }, () =>
    integerBelow(random, known.ours.length),
  );
  const samples = await takeTurns(
    (round) => timePage(ours, known.ours[order[round]!]!),
    (round) => timePage(peer, known.peer[order[round]!]!),
    BOUNDS,
    signal,
  );
  return { ...samples, bytes: { ours: known.ours[0]!.text.length, peer: known.peer[0]!.text.length } };
}
