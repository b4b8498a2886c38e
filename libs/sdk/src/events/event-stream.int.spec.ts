import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock, type Clock } from '../clock.js';
import type { ClientOptions } from '../options.js';
import { createRuntime } from '../runtime.js';
import { ManualClock } from '../testing/manual-clock.js';
import { ScriptedServer } from '../testing/scripted-server.js';
import { webSockets } from '../testing/web-sockets.js';
import { EventBuffer } from './event-buffer.js';
import type { ConnectionChange, EventOptions } from './event-options.js';
import { EventStream } from './event-stream.js';

let server: ScriptedServer;
let streams: EventStream[];
beforeEach(async () => {
  server = await ScriptedServer.start();
  streams = [];
});
afterEach(async () => {
  for (const stream of streams) await stream.return();
  await server.stop();
});

interface Setup extends EventOptions {
  client?: Partial<ClientOptions>;
  clock?: Clock;
  random?: () => number;
  bufferSize?: number;
}

describe.each(webSockets)('events over the WebSocket of %s', (_, webSocket) => {
  /** Random numbers of 0 make it reconnect at once. */
  function follow({ client, clock = systemClock, random = () => 0, bufferSize, ...options }: Setup = {}): EventStream {
    const runtime = createRuntime({ url: server.url, token: 'awp_test', webSocket, ...client }, clock, random);
    const stream = new EventStream(options, runtime, new EventBuffer(bufferSize));
    streams.push(stream);
    return stream;
  }

  async function sequences(stream: EventStream, count: number): Promise<(number | undefined)[]> {
    const found = [];
    for (let at = 0; at < count; at += 1) found.push((await stream.next()).value?.sequence);
    return found;
  }

  it('connects when first asked, greets with the token and subscribes with cursor and filter', async () => {
    const stream = follow({ after: 'cursor-3', filter: { types: ['MachineAdopted'] } });
    const first = stream.next();
    const socket = await server.subscriber();
    expect(socket.connectionParams).toEqual({ authorization: 'Bearer awp_test' });
    expect(socket.subscribed.payload).toEqual({
      query: expect.stringMatching(/^subscription LifecycleEvents/),
      operationName: 'LifecycleEvents',
      variables: { after: 'cursor-3', filter: { types: ['MachineAdopted'] } },
    });
    socket.events(4);
    expect(await first).toMatchObject({ done: false, value: { sequence: 4, cursor: 'cursor-4' } });
  });

  it('serves consumers that ask at the same time in their order', async () => {
    const stream = follow();
    const asked = Promise.all([stream.next(), stream.next(), stream.next()]);
    (await server.subscriber()).events(1, 2, 3);
    expect((await asked).map(({ value }) => value?.sequence)).toEqual([1, 2, 3]);
  });

  it.each([
    ['closed with 1001', 'close', 1001],
    ['closed with 1012', 'close', 1012],
    ['closed with 4500', 'close', 4500],
    ['cut off', 'cut', 0],
  ] as const)('resumes after the last event when it is %s', async (_how, act, code) => {
    const stream = follow({ after: 'cursor-0' });
    const events = sequences(stream, 3);
    const socket = await server.subscriber();
    socket.events(1, 2);
    if (act === 'cut') socket.cut();
    else socket.close(code);
    const second = await server.subscriber();
    expect(second.subscribed.payload.variables.after).toBe('cursor-2');
    second.events(3);
    expect(await events).toEqual([1, 2, 3]);
  });

  it('resumes when the server completes or fails the subscription for now', async () => {
    const stream = follow();
    const events = sequences(stream, 2);
    (await server.subscriber()).fail('UNAVAILABLE', { retryable: true });
    const second = await server.subscriber();
    second.events(1);
    second.send({ id: second.subscribed.id, type: 'complete' });
    const third = await server.subscriber();
    expect(third.subscribed.payload.variables.after).toBe('cursor-1');
    third.events(2);
    expect(await events).toEqual([1, 2]);
  });

  it('drops what it has already delivered', async () => {
    const stream = follow();
    const events = sequences(stream, 4);
    const socket = await server.subscriber();
    socket.events(1, 2, 2, 1);
    socket.cut();
    (await server.subscriber()).events(1, 2, 3, 3, 4);
    expect(await events).toEqual([1, 2, 3, 4]);
  });

  it('answers pings', async () => {
    void follow().next();
    const socket = await server.subscriber();
    socket.send({ type: 'ping' });
    await socket.receive('pong');
  });

  it('asks a quiet server for a sign of life, and connects again when there is none', async () => {
    const clock = new ManualClock();
    const connected = new Promise<void>((resolve) => {
      void follow({ clock, onConnection: ({ state }) => state === 'connected' && resolve() }).next();
    });
    const socket = await server.subscriber();
    await connected;
    clock.advance(15_000);
    await socket.receive('ping');
    socket.send({ type: 'pong' });
    socket.send({ type: 'ping' });
    await socket.receive('pong'); // so the client has read the pong before it
    clock.advance(14_999);
    expect(server.socketsOpened).toBe(1);
    clock.advance(1);
    await socket.receive('ping');
    clock.advance(15_000);
    await clock.timer((ms) => ms === 0);
    clock.advance(0);
    await server.subscriber();
    expect(await socket.closed).toBe(1000);
  });

  it('connects again when the server does not acknowledge in time', async () => {
    const clock = new ManualClock();
    void follow({ clock }).next();
    const socket = await server.socket();
    await socket.receive('connection_init');
    clock.advance(10_000);
    clock.advance(0);
    await server.subscriber();
  });

  it('waits between connections with full jitter, longer after each failure, as from the start after an event', async () => {
    const clock = new ManualClock();
    const changes: ConnectionChange[] = [];
    const stream = follow({ clock, random: () => 0.5, onConnection: (change) => changes.push(change) });
    const event = stream.next();
    for (const wait of [250, 500, 1_000]) {
      (await server.subscriber()).close(1012);
      await clock.timer((ms) => ms === wait);
      clock.advance(wait);
    }
    const socket = await server.subscriber();
    socket.events(1);
    await event;
    socket.close(1001);
    await clock.timer((ms) => ms === 250);
    const delays = changes.flatMap((change) => (change.state === 'reconnecting' ? [change.delayMs] : []));
    expect(delays).toEqual([250, 500, 1_000, 250]);
    expect(changes[0]).toEqual({ state: 'connected' });
  });

  it('gives up after a number of connections that failed in a row', async () => {
    const stream = follow({ maxReconnects: 2, client: { webSocketUrl: 'ws://127.0.0.1:1/graphql' } });
    await expect(stream.next()).rejects.toMatchObject({ name: 'NetworkError', code: 'NETWORK', retryable: true });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  describe('when the token is refused with 4403', () => {
    it('asks for another and goes on', async () => {
      let asked = 0;
      const stream = follow({ client: { token: () => `awp_${(asked += 1)}` } });
      const event = stream.next();
      const socket = await server.subscriber();
      expect(socket.connectionParams).toEqual({ authorization: 'Bearer awp_1' });
      socket.close(4403);
      const second = await server.subscriber();
      expect(second.connectionParams).toEqual({ authorization: 'Bearer awp_2' });
      second.events(1);
      expect((await event).value?.sequence).toBe(1);
    });

    it('ends after the second refusal', async () => {
      let asked = 0;
      const stream = follow({ client: { token: () => `awp_${(asked += 1)}` } });
      const event = stream.next();
      (await server.subscriber()).close(4403);
      (await server.subscriber()).close(4403);
      await expect(event).rejects.toMatchObject({ name: 'UnauthenticatedError', code: 'UNAUTHENTICATED' });
      expect(asked).toBe(2);
    });

    it('asks again for every refusal that followed an event', async () => {
      const stream = follow({ client: { token: () => 'awp_short' } });
      const events = sequences(stream, 3);
      for (const sequence of [1, 2, 3]) {
        const socket = await server.subscriber();
        socket.events(sequence);
        socket.close(4403);
      }
      expect(await events).toEqual([1, 2, 3]);
    });

    it('ends at once when the token cannot change', async () => {
      const event = follow().next();
      (await server.subscriber()).close(4403);
      await expect(event).rejects.toMatchObject({ name: 'UnauthenticatedError' });
      expect(server.socketsOpened).toBe(1);
    });
  });

  it.each([
    ['CURSOR_EXPIRED', 'CursorExpiredError'],
    ['FUTURE_CURSOR', 'FutureCursorError'],
    ['FORBIDDEN', 'ForbiddenError'],
  ])('delivers what it has, then ends typed on %s', async (code, name) => {
    const stream = follow({ after: 'cursor-0' });
    const first = stream.next();
    const socket = await server.subscriber();
    socket.events(1, 2);
    socket.fail(code, { requestId: 'r-9' });
    await socket.closed;
    expect((await first).value?.sequence).toBe(1);
    expect((await stream.next()).value?.sequence).toBe(2);
    await expect(stream.next()).rejects.toMatchObject({ name, code, requestId: 'r-9', operation: 'LifecycleEvents' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(server.socketsOpened).toBe(1);
  });

  it.each([
    ['not JSON', (text: string) => text, 'nonsense'],
    ['of no known type', (text: string) => text, '{"type":"surprise"}'],
    ['without an event', (text: string) => text, '{"type":"next","id":"1","payload":{"data":null}}'],
  ])('ends when a message is %s', async (_what, _shape, text) => {
    const event = follow().next();
    (await server.subscriber()).sendText(text);
    await expect(event).rejects.toMatchObject({ code: 'PROTOCOL' });
  });

  it('ends the loop at once when it is aborted, and closes the socket', async () => {
    const controller = new AbortController();
    const stream = follow({ signal: controller.signal });
    const event = stream.next();
    const socket = await server.subscriber();
    controller.abort();
    expect(await event).toEqual({ done: true, value: undefined });
    expect(await socket.closed).toBe(1000);
  });

  it('never connects when it was aborted before', async () => {
    expect(await follow({ signal: AbortSignal.abort() }).next()).toEqual({ done: true, value: undefined });
    expect(server.socketsOpened).toBe(0);
  });

  it('ends at once while it waits to reconnect, for the token, or for the server', async () => {
    const clock = new ManualClock();
    const waiting = follow({ clock, random: () => 1 });
    const first = waiting.next();
    (await server.subscriber()).close(1001);
    await clock.timer((ms) => ms === 500);
    await waiting.return();
    expect(await first).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);

    const asking = follow({ client: { token: () => new Promise<string>(() => undefined) } });
    const second = asking.next();
    await asking.return();
    expect((await second).done).toBe(true);

    const connecting = follow();
    const third = connecting.next();
    const socket = await server.socket();
    await connecting.return();
    expect((await third).done).toBe(true);
    await socket.closed;
  });

  it('closes the socket when a loop over it is left', async () => {
    const stream = follow();
    const left = (async () => {
      for await (const event of stream) if (event.sequence === 2) break;
    })();
    const socket = await server.subscriber();
    socket.events(1, 2, 3);
    await left;
    expect(await socket.closed).toBe(1000);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('hangs up when nobody takes the events, and resumes from the last when they were taken', async () => {
    const changes: ConnectionChange['state'][] = [];
    const stream = follow({ bufferSize: 8, onConnection: ({ state }) => changes.push(state) });
    const first = stream.next();
    const socket = await server.subscriber();
    socket.events(...Array.from({ length: 100 }, (_item, at) => at + 1));
    expect(await socket.closed).toBe(1000);
    expect(changes).toEqual(['connected', 'paused']);
    expect((await first).value?.sequence).toBe(1);
    expect(await sequences(stream, 5)).toEqual([2, 3, 4, 5, 6]);
    expect(server.socketsOpened).toBe(1);
    const rest = sequences(stream, 4);
    const second = await server.subscriber();
    expect(second.subscribed.payload.variables.after).toBe('cursor-9');
    second.events(10);
    expect(await rest).toEqual([7, 8, 9, 10]);
  });

  it('delivers a burst of 5,000 events to a slow consumer in order, none missing, none doubled', async () => {
    const stream = follow();
    const first = stream.next();
    const burst = async () => {
      const socket = await server.subscriber();
      const from = Number(socket.subscribed.payload.variables.after?.slice('cursor-'.length) ?? 0) + 1;
      socket.events(...Array.from({ length: 5_000 - from + 1 }, (_item, at) => from + at));
      return socket.closed;
    };
    await burst(); // it hung up with its buffer full
    const found = [(await first).value?.sequence];
    const bursts = [burst(), burst(), burst(), burst()];
    while (found.length < 5_000) found.push(...(await sequences(stream, 1)));
    expect(found).toEqual(Array.from({ length: 5_000 }, (_item, at) => at + 1));
    expect(server.socketsOpened).toBeGreaterThan(1);
    await stream.return();
    await bursts[0];
  });

  it('ends with an error of its listener', async () => {
    const reason = new Error('a bug of the listener');
    const stream = follow({
      onConnection: () => {
        throw reason;
      },
    });
    const greeted = server.subscriber();
    await expect(stream.next()).rejects.toBe(reason);
    await greeted;
  });

  it('ends with whatever the token function throws', async () => {
    const reason = new Error('the vault is closed');
    await expect(follow({ client: { token: () => Promise.reject(reason) } }).next()).rejects.toBe(reason);
  });
});

describe('events in a runtime without WebSocket', () => {
  it('say what to do', async () => {
    const runtime = createRuntime({ url: server.url, token: 'awp_test' });
    const stream = new EventStream({}, { ...runtime, webSocket: withoutGlobal(() => runtime.webSocket()) });
    await expect(stream.next()).rejects.toMatchObject({
      name: 'ConfigurationError',
      code: 'WEBSOCKET_MISSING',
      message: expect.stringContaining('createClient({ webSocket })'),
    });
  });

  function withoutGlobal<T>(run: () => T): () => T {
    return () => {
      const found = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
      Object.defineProperty(globalThis, 'WebSocket', { value: undefined, configurable: true });
      try {
        return run();
      } finally {
        if (found) Object.defineProperty(globalThis, 'WebSocket', found);
        else Reflect.deleteProperty(globalThis, 'WebSocket');
      }
    };
  }
});
