import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabase, type TestDatabase } from './database.ts';
import { Actor } from './process.ts';
import { makeDataDir, startReplica, type Replica } from './replica.ts';
import { inRepository } from './repository.ts';

/** Every actor here is a process of its own, and is killed by its id from outside. */
describe('the lifecycle log between processes', () => {
  let database: TestDatabase;
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  let first: Replica;
  let second: Replica;
  let actors: Actor[] = [];

  beforeAll(async () => {
    [database, dataDir] = await Promise.all([createDatabase(), makeDataDir()]);
    const options = { databaseUrl: database.url, dataDir: dataDir.path };
    [first, second] = await Promise.all([startReplica(options), startReplica(options)]);
  });

  afterEach(async () => {
    await Promise.all(actors.map((actor) => actor.kill()));
    actors = [];
  });

  afterAll(async () => {
    await Promise.all([first.process.stop(), second.process.stop()]);
    await database.drop();
    await dataDir.remove();
  });

  const actor = (name: string, program: string, environment: NodeJS.ProcessEnv): Actor => {
    const started = new Actor(name, [inRepository(`tools/e2e/src/actors/${program}.mjs`)], environment);
    actors.push(started);
    return started;
  };
  const startWriter = async (name: string): Promise<Actor> => {
    const writer = actor(name, 'writer', { DATABASE_URL: database.url, WRITER_NAME: name });
    await writer.line('open');
    return writer;
  };
  const startSubscriber = async (after: string, count: number, urls: string[], subscribers = 1): Promise<Actor> => {
    const environment = {
      URLS: urls.join(),
      TOKEN: first.token,
      AFTER: after,
      COUNT: String(count),
      SUBSCRIBERS: String(subscribers),
    };
    const subscriber = actor('subscriber', 'subscriber', environment);
    await subscriber.line('reading');
    return subscriber;
  };
  /** The one sequence that all subscribers of the process saw. */
  const resultOf = async (subscriber: Actor): Promise<string[]> => {
    await subscriber.line('done', 60_000);
    const events = JSON.parse(await subscriber.line('[')) as string[];
    expect(await subscriber.ended).toBe(0);
    // A second distinct sequence would be a further line.
    await expect(subscriber.line('[')).rejects.toThrow('ended');
    return events;
  };
  const latestCursor = async (): Promise<string> =>
    (await first.query<{ serverInfo: { latestEventCursor: string } }>('{ serverInfo { latestEventCursor } }'))
      .serverInfo.latestEventCursor;
  const logged = async (subjects: string[]): Promise<string[]> => {
    const rows = await database.query<{ line: string }>(
      "SELECT seq || ' ' || subject_id || ' ' || to_value AS line FROM lifecycle_event WHERE subject_id = ANY ($1) ORDER BY seq",
      [subjects],
    );
    return rows.map((row) => row.line);
  };
  const expectDense = async (): Promise<void> => {
    const [row] = await database.query<{ gaps: number }>(
      'SELECT ((max(seq) - min(seq) + 1) - count(*))::int AS gaps FROM lifecycle_event',
    );
    expect(row!.gaps).toBe(0);
  };

  it('shows nothing of a writer that is killed between insert and commit, and leaves no gap', async () => {
    const after = await latestCursor();
    const subscriber = await startSubscriber(after, 1, [first.url]);
    const doomed = await startWriter('doomed');
    doomed.say('hold');
    await doomed.line('inserted');
    const heir = await startWriter('heir');
    heir.say('write 1');
    await doomed.kill();
    await heir.line('written');
    expect(await resultOf(subscriber)).toEqual(await logged(['heir']));
    expect(await logged(['doomed'])).toEqual([]);
    await expectDense();
  });

  it('delivers what two writers write at once to subscribers of two replicas in one order', async () => {
    const after = await latestCursor();
    const subscribers = [
      await startSubscriber(after, 400, [first.url]),
      await startSubscriber(after, 400, [second.url]),
    ];
    const writers = [await startWriter('left'), await startWriter('right')];
    for (const writer of writers) writer.say('write 200');
    const [ofFirst, ofSecond] = await Promise.all(subscribers.map(resultOf));
    expect(ofFirst).toEqual(await logged(['left', 'right']));
    expect(ofSecond).toEqual(ofFirst);
    await expectDense();
  });

  it('loses and repeats nothing for a subscriber that is stopped while 5,000 events burst', async () => {
    const after = await latestCursor();
    const subscriber = await startSubscriber(after, 5_010, [first.url]);
    const writer = await startWriter('burster');
    writer.say('write 10');
    await writer.line('written');
    subscriber.signal('SIGSTOP');
    writer.say('burst 5000');
    await writer.line('written');
    // The replica goes on answering meanwhile.
    expect(await first.query('{ viewer { role } }')).toEqual({ viewer: { role: 'ADMIN' } });
    subscriber.signal('SIGCONT');
    expect(await resultOf(subscriber)).toEqual(await logged(['burster']));
  });

  it('carries 200 subscribers over to the other replica when theirs is shut down, without loss or repetition', async () => {
    const leaving = await startReplica({ databaseUrl: database.url, dataDir: dataDir.path });
    const after = await latestCursor();
    const subscriber = await startSubscriber(after, 300, [leaving.url, second.url], 200);
    const writer = await startWriter('steady');
    writer.say('write 100');
    await subscriber.line('seen 5000');
    writer.say('write 200');
    expect(await leaving.process.stop()).toBe(0);
    expect(await resultOf(subscriber)).toEqual((await logged(['steady'])).slice(0, 300));
  });

  it('lets a subscriber go on at the other replica after its own was killed', async () => {
    const dying = await startReplica({ databaseUrl: database.url, dataDir: dataDir.path });
    const after = await latestCursor();
    const subscriber = await startSubscriber(after, 300, [dying.url, second.url]);
    const writer = await startWriter('survivor');
    writer.say('write 150');
    await subscriber.line('seen 100');
    await dying.process.kill();
    writer.say('write 150');
    const events = await resultOf(subscriber);
    expect(events.filter((line) => line.includes(' survivor '))).toEqual(
      (await logged(['survivor'])).slice(0, events.length),
    );
    await expectDense();
  });

  it('ends the stream of a token that is revoked at another replica', async () => {
    const { createAccessToken: created } = await first.query<{
      createAccessToken: { accessToken: { id: string }; secret: string };
    }>(
      'mutation { createAccessToken(input: { name: "doomed", role: ADMIN }) { ... on CreateAccessTokenOk { accessToken { id } secret } } }',
    );
    const environment = {
      URLS: first.url,
      TOKEN: created.secret,
      AFTER: await latestCursor(),
      COUNT: '1000',
      SUBSCRIBERS: '1',
    };
    const subscriber = actor('subscriber', 'subscriber', environment);
    await subscriber.line('reading');
    const writer = await startWriter('before');
    writer.say('write 100');
    await subscriber.line('seen 100');
    await second.query('mutation ($id: ID!) { revokeAccessToken(input: { id: $id }) { __typename } }', {
      id: created.accessToken.id,
    });
    expect(await subscriber.ended).toBe(1);
  });
});
