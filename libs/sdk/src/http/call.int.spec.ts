import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { clientOn } from '../client.js';
import type { ClientOptions } from '../options.js';
import { createRuntime } from '../runtime.js';
import { ManualClock } from '../testing/manual-clock.js';
import { fault, page, viewer } from '../testing/sample.js';
import { ScriptedServer } from '../testing/scripted-server.js';
import { systemClock } from '../clock.js';

let server: ScriptedServer;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.stop());

/** Random numbers of 0 make every wait of full jitter end at once. */
const client = (options: Partial<ClientOptions> = {}, clock = systemClock, random = () => 0) =>
  clientOn(createRuntime({ url: server.url, token: 'awp_test', ...options }, clock, random));

describe('a call', () => {
  it('sends the document, its name, the variables and the token', async () => {
    server.script(page('machines', []));
    await client().machines.list({ first: 5, filter: { lifecycle: ['READY'] } });
    const [{ headers, body }] = server.requests as [(typeof server.requests)[0]];
    expect(headers.authorization).toBe('Bearer awp_test');
    expect(body.operationName).toBe('ListMachines');
    expect(body.query).toMatch(/^query ListMachines/);
    expect(body.variables).toEqual({ first: 5, filter: { lifecycle: ['READY'] } });
  });

  it.each([429, 502, 503, 504])('is tried again after HTTP %i', async (status) => {
    server.script({ status, body: '<html>' }, viewer);
    expect((await client().viewer()).role).toBe('ADMIN');
    expect(server.requests).toHaveLength(2);
  });

  it('is tried again when the connection was cut', async () => {
    server.script('cut', 'cut', viewer);
    await client().viewer();
    expect(server.requests).toHaveLength(3);
  });

  it('is tried again after an error that the server calls retryable', async () => {
    server.script(fault('UNAVAILABLE', { retryable: true }), viewer);
    await client().viewer();
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [{ status: 500, body: 'oops' }, 'HTTP_500'],
    [{ status: 404, body: 'nothing here' }, 'HTTP_404'],
    [{ status: 307, headers: { location: 'http://127.0.0.1:1/' } }, 'HTTP_307'],
    [{ status: 200, body: '<html>' }, 'BAD_RESPONSE'],
    [{ status: 200, body: {} }, 'BAD_RESPONSE'],
    [{ status: 200, body: { data: null } }, 'BAD_RESPONSE'],
    [fault('FORBIDDEN'), 'FORBIDDEN'],
    [fault('INTERNAL', { retryable: false }), 'INTERNAL'],
    [{ status: 503, ...fault('INTERNAL', { retryable: false }) }, 'INTERNAL'],
  ])('is not tried again after %j', async (reply, code) => {
    server.script(reply);
    await expect(client().viewer()).rejects.toMatchObject({ code, retryable: false, operation: 'GetViewer' });
    expect(server.requests).toHaveLength(1);
  });

  it('is tried a bounded number of times', async () => {
    server.script('cut');
    const error = { name: 'NetworkError', code: 'NETWORK', retryable: true };
    await expect(client().viewer()).rejects.toMatchObject(error);
    expect(server.requests).toHaveLength(5);
    await expect(client({ retries: 0 }).viewer()).rejects.toMatchObject(error);
    await expect(client().viewer({ retries: 1 })).rejects.toMatchObject(error);
    expect(server.requests).toHaveLength(8);
  });

  it('says by the code of the system why there was no answer', async () => {
    const gone = await ScriptedServer.start();
    const { url } = gone;
    await gone.stop();
    await expect(client({ url, retries: 0 }).viewer()).rejects.toThrow('GetViewer got no answer (ECONNREFUSED)');
  });

  it('waits as long as full jitter says, from a chance of its own', async () => {
    const clock = new ManualClock();
    server.script({ status: 503, body: '' }, { status: 503, body: '' }, viewer);
    const answer = client({}, clock, () => 0.5).viewer();
    expect(await clock.timer((ms) => ms !== 30_000)).toBe(100);
    clock.advance(100);
    expect(await clock.timer(() => true)).toBe(200);
    clock.advance(200);
    await answer;
    expect(clock.pending).toBe(0);
  });

  it.each([
    [{ status: 429, headers: { 'retry-after': '7' }, body: '' }],
    [fault('BUSY', { retryable: true, retryAfter: 7 })],
    [fault('BUSY', { retryable: true, retryAfter: new Date(new ManualClock().now() + 7_000).toISOString() })],
  ])('waits as long as the server asks instead: %j', async (reply) => {
    const clock = new ManualClock();
    server.script(reply, viewer);
    const answer = client({}, clock).viewer();
    expect(await clock.timer((ms) => ms !== 30_000)).toBe(7_000);
    clock.advance(7_000);
    await answer;
  });

  it('fails at once when the server asks for more time than there is', async () => {
    server.script({ status: 429, headers: { 'retry-after': '3600' }, body: '' });
    const error = await client()
      .viewer()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'RateLimitedError',
      code: 'RATE_LIMITED',
      retryable: true,
      retryAfter: expect.any(Date),
    });
  });

  it('reads the errors in a body that comes with 400', async () => {
    server.script({
      status: 400,
      headers: { 'x-request-id': 'r-1' },
      ...fault('BAD_REQUEST', {}, 'Unknown argument "x"'),
    });
    await expect(client().viewer()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      requestId: 'r-1',
      message: 'GetViewer failed with BAD_REQUEST: Unknown argument "x"',
    });
  });

  it('keeps the part of the answer that came with an error, out of sight of logs', async () => {
    server.script({
      body: {
        data: { viewer: { role: 'ADMIN' } },
        ...fault('INTERNAL', { requestId: 'r-2', remedy: 'Report it' }).body,
      },
    });
    const error = await client()
      .viewer()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ requestId: 'r-2', remedy: 'Report it', partialData: { viewer: { role: 'ADMIN' } } });
    expect(JSON.stringify(error)).not.toContain('ADMIN');
  });
});

describe('the deadline of a call', () => {
  it('ends an attempt that hangs', async () => {
    server.script('hang');
    await expect(client().viewer({ timeoutMs: 50 })).rejects.toMatchObject({
      name: 'TimeoutError',
      code: 'TIMEOUT',
      operation: 'GetViewer',
    });
  });

  it('spans the attempts, the waits and the token', async () => {
    const clock = new ManualClock();
    server.script({ status: 503, body: '' }, 'hang');
    const answer = client({ timeoutMs: 1_000 }, clock, () => 1).viewer();
    answer.catch(() => undefined);
    expect(await clock.timer((ms) => ms !== 1_000)).toBe(200);
    await server.arrivals.take();
    clock.advance(200);
    await server.arrivals.take();
    clock.advance(800);
    await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
    const asking = client({ token: () => new Promise<string>(() => undefined) }).viewer({ timeoutMs: 20 });
    await expect(asking).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('aborting a call', () => {
  const reason = new Error('no longer wanted');

  it('sends nothing when the signal was aborted before', async () => {
    await expect(client().viewer({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it('ends an attempt under way', async () => {
    server.script('hang');
    const controller = new AbortController();
    const answer = client().viewer({ signal: controller.signal });
    await server.arrivals.take();
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  it('ends the wait between attempts, and leaves no timer behind', async () => {
    const clock = new ManualClock();
    server.script({ status: 503, headers: { 'retry-after': '9' }, body: '' });
    const controller = new AbortController();
    const answer = client({}, clock).viewer({ signal: controller.signal });
    await clock.timer((ms) => ms === 9_000);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the token', () => {
  it('is asked for before every attempt when it is a function', async () => {
    let asked = 0;
    server.script({ status: 503, body: '' }, viewer);
    await client({ token: () => `awp_${(asked += 1)}` }).viewer();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer awp_1', 'Bearer awp_2']);
  });

  it('is asked for once more when the server refuses it', async () => {
    let asked = 0;
    server.script({ status: 401, ...fault('UNAUTHENTICATED') }, viewer);
    await client({ token: async () => `awp_${(asked += 1)}`, retries: 0 }).viewer();
    expect(asked).toBe(2);
  });

  it('is asked for only once more', async () => {
    server.script(fault('UNAUTHENTICATED'));
    await expect(client({ token: () => 'awp_old' }).viewer()).rejects.toMatchObject({ name: 'UnauthenticatedError' });
    expect(server.requests).toHaveLength(2);
  });

  it('is not tried again when it cannot change', async () => {
    server.script({ status: 401, body: 'who?' });
    await expect(client().viewer()).rejects.toMatchObject({ name: 'UnauthenticatedError', code: 'UNAUTHENTICATED' });
    expect(server.requests).toHaveLength(1);
  });

  it('fails the call with whatever its function throws', async () => {
    const reason = new Error('the vault is closed');
    await expect(client({ token: () => Promise.reject(reason) }).viewer()).rejects.toBe(reason);
  });
});
