import { setTimeout as delay } from 'node:timers/promises';
import pgPackage from 'pg/package.json' with { type: 'json' };
import type { Benchmark } from '../benchmark.ts';
import { createDatabase } from '../database.ts';
import { seededRandom } from '../random.ts';
import { median } from '../statistics.ts';
import { takeTurns } from '../take-turns.ts';
import { openApiChannel, SUBSCRIPTION } from './api-channel.ts';
import { Arrivals } from './arrivals.ts';
import type { Channel } from './channel.ts';
import { openRelayChannel } from './relay-channel.ts';
import { INSERT, LISTEN, NOTIFY, READ } from './relay-sql.ts';

const BOUNDS = { warmUpRounds: 50, rounds: 500, seconds: 30 };
/** Before each event, up to so long: an event that follows at once would always meet the reader in the same state. */
const PAUSE_MS = 20;
const BURSTS = 5;
const BURST_TO_ONE = 5_000;
const BURST_TO_MANY = 1_000;
const MANY = 50;

/** From the commit of an event in one replica to its arrival at a subscriber of another. */
export const eventDelivery: Benchmark = async ({ serverUrl, say, signal }) => {
  await using database = await createDatabase(serverUrl);
  await using ourChannel = await openApiChannel(database.url);
  await using peersChannel = await openRelayChannel(database.url);
  const ours = new Delivery(ourChannel);
  const peer = new Delivery(peersChannel);
  await Promise.all([ours.subscribe(1), peer.subscribe(1)]);

  say('A replica and the relay are up; measuring');
  const random = seededRandom(11);
  const sample = (side: Delivery) => async () => {
    await delay(random() * PAUSE_MS);
    return side.deliver(1);
  };
  const samples = await takeTurns(sample(ours), sample(peer), BOUNDS, signal);

  say('Measuring bursts');
  const toOne = await bursts(ours, peer, BURST_TO_ONE, signal);
  await Promise.all([ours.subscribe(MANY - 1), peer.subscribe(MANY - 1)]);
  const toMany = await bursts(ours, peer, BURST_TO_MANY, signal);

  return {
    measured: 'from the return of the commit to the arrival at a subscriber on another process, one event at a time',
    ours: {
      description:
        'a writer with Database and CommitNotice in this process; the API, dist/main.js, NODE_ENV=production; graphql-transport-ws',
      query: SUBSCRIPTION,
      samples: samples.ours,
    },
    peer: {
      description: `pg ${pgPackage.version}: INSERT, then NOTIFY on a second connection; a LISTENing process reads the rows and writes JSON lines to TCP`,
      query: [INSERT, NOTIFY, LISTEN, READ].map((text) => text.trim()).join(';\n'),
      samples: samples.peer,
    },
    notes: [
      describeBurst(BURST_TO_ONE, 1, toOne),
      describeBurst(BURST_TO_MANY, MANY, toMany),
      'Bursts are one transaction each, from its commit to the last arrival; subscribers and writer share this process.',
    ],
  };
};

/** A channel with subscribers, each of which must see everything. */
class Delivery {
  private readonly arrivals = new Arrivals();
  private readonly channel: Channel;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  async subscribe(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1)
      await this.channel.subscribe(this.arrivals.addSubscriber(), (error) => this.arrivals.lost(error));
  }

  /** Commits so many events; milliseconds until the last one has reached the last subscriber. */
  async deliver(count: number): Promise<number> {
    const { numbers, reached } = this.arrivals.expect(count);
    const [committedAt, reachedAt] = await Promise.all([this.channel.commit(numbers), reached]);
    return reachedAt - committedAt;
  }
}

function bursts(ours: Delivery, peer: Delivery, events: number, signal: AbortSignal) {
  const bounds = { warmUpRounds: 1, rounds: BURSTS, seconds: 10 };
  return takeTurns(
    () => ours.deliver(events),
    () => peer.deliver(events),
    bounds,
    signal,
  );
}

function describeBurst(events: number, subscribers: number, took: { ours: number[]; peer: number[] }): string {
  const rateOf = (samples: readonly number[]): string =>
    `${Math.round((events * 1_000) / median(samples)).toLocaleString('en')} events/s`;
  const to = subscribers === 1 ? '1 subscriber' : `each of ${subscribers} subscribers`;
  return `A burst of ${events.toLocaleString('en')} events to ${to}: ${rateOf(took.ours)} ours, ${rateOf(took.peer)} peer.`;
}
