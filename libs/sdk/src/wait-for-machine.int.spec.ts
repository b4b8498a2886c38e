import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { clientOn } from './client.js';
import { systemClock } from './clock.js';
import type { ClientOptions } from './options.js';
import { createRuntime } from './runtime.js';
import { ManualClock } from './testing/manual-clock.js';
import { fault, machine } from './testing/sample.js';
import { ScriptedServer } from './testing/scripted-server.js';

let server: ScriptedServer;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.stop());

const machines = (options: Partial<ClientOptions> = {}, clock = systemClock) => {
  const defaults = { url: server.url, token: 'awp_test', webSocket: WebSocket, retries: 0 };
  return clientOn(createRuntime({ ...defaults, ...options }, clock, () => 0)).machines;
};
/** For tests that must not be saved by the next look. */
const never = { pollMs: 3_600_000 };

describe('waiting for a machine', () => {
  it('ends at once when it is already there', async () => {
    server.script(machine('READY', 7));
    expect(await machines().waitFor('machine_1', { lifecycle: 'READY' })).toMatchObject({ version: 7 });
  });

  it('looks again when it connects and at every event, and tells of every change once', async () => {
    server.script(machine('ONBOARDING', 1), machine('ONBOARDING', 1), machine('ENROLLING', 2), machine('READY', 3));
    const seen: [string, number][] = [];
    const ready = machines().waitFor('machine_1', {
      lifecycle: ['READY', 'MAINTENANCE'],
      onProgress: ({ lifecycle, version }) => seen.push([lifecycle, version]),
      ...never,
    });
    const socket = await server.subscriber();
    expect(socket.subscribed.payload.variables.filter).toEqual({ subjectId: 'machine_1' });
    for (let look = 1; look <= 2; look += 1) await server.arrivals.take();
    socket.events(1);
    await server.arrivals.take();
    socket.events(2);
    expect(await ready).toMatchObject({ lifecycle: 'READY' });
    expect(seen).toEqual([
      ['ONBOARDING', 1],
      ['ENROLLING', 2],
      ['READY', 3],
    ]);
    expect(await socket.closed).toBe(1000);
  });

  it('looks again by itself where there is no WebSocket', async () => {
    const noWebSocket = class {
      constructor() {
        throw new Error('not here');
      }
    } as never;
    server.script(machine('ENROLLING', 1), machine('READY', 2));
    const options = { lifecycle: 'READY', pollMs: 5 } as const;
    expect(await machines({ webSocket: noWebSocket }).waitFor('machine_1', options)).toMatchObject({ version: 2 });
  });

  it('goes on through a moment in which the server cannot answer', async () => {
    server.script(machine('ENROLLING', 1), 'cut', { status: 503, body: '' }, machine('READY', 2));
    expect(await machines().waitFor('machine_1', { lifecycle: 'READY', pollMs: 5 })).toMatchObject({ version: 2 });
  });

  it('fails as soon as the machine is removed', async () => {
    server.script(machine('REMOVED', 4));
    const error = await machines()
      .waitFor('machine_1', { lifecycle: 'READY', ...never })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WaitFailedError', code: 'MACHINE_REMOVED', machine: { version: 4 } });
  });

  it('may wait for the removal itself', async () => {
    server.script(machine('REMOVED', 4));
    expect(await machines().waitFor('machine_1', { lifecycle: 'REMOVED' })).toMatchObject({ version: 4 });
  });

  it('fails when there is no such machine', async () => {
    server.script({ body: { data: { machine: null } } });
    const waiting = machines().waitFor('machine_0', { lifecycle: 'READY' });
    await expect(waiting).rejects.toMatchObject({ code: 'MACHINE_NOT_FOUND', machine: null });
  });

  it('fails with what the server says when that will not change', async () => {
    server.script(fault('FORBIDDEN'));
    await expect(machines().waitFor('machine_1', { lifecycle: 'READY' })).rejects.toMatchObject({
      name: 'ForbiddenError',
    });
  });

  it('fails when it takes too long, and says how far the machine came', async () => {
    server.script(machine('ENROLLING', 1));
    const waiting = machines().waitFor('machine_1', { lifecycle: 'READY', timeoutMs: 100, ...never });
    await expect(waiting).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'The machine was not READY within 100 ms; it is ENROLLING',
    });
  });

  it('ends when it is aborted, and leaves neither socket nor timer behind', async () => {
    const clock = new ManualClock();
    server.script(machine('ENROLLING', 1));
    const controller = new AbortController();
    const waiting = machines({}, clock).waitFor('machine_1', {
      lifecycle: 'READY',
      signal: controller.signal,
      ...never,
    });
    const socket = await server.subscriber();
    await clock.timer((ms) => ms === never.pollMs);
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await socket.closed;
    expect(clock.pending).toBe(0);
  });
});
