import { afterEach, describe, expect, it } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { V1Node } from '@kubernetes/client-node';
import { parsedKubeconfig } from '../testing/kubeconfig-text';
import { ObservationReader } from '../testing/observation-reader';
import {
  endedWatchOf,
  inTurn,
  neverAnswers,
  nodeList,
  ScriptedApiServer,
  status,
  watchOf,
  type Script,
} from '../testing/scripted-api-server';
import { KubernetesObserver } from './kubernetes-observer';

const node = (name: string, resourceVersion = '2'): V1Node => ({
  metadata: { name, uid: `uid-of-${name}`, resourceVersion },
});
const added = (name: string, resourceVersion: string): object => ({
  type: 'ADDED',
  object: node(name, resourceVersion),
});
const expired = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' } };

describe('an observer of an API server that does as it is told', () => {
  const open: { stop: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.stop();
  });

  async function observe(
    script: Partial<Script>,
    contactEveryMs = 60_000,
  ): Promise<{ server: ScriptedApiServer; reader: ObservationReader }> {
    const server = await ScriptedApiServer.start(script);
    open.push(server);
    const observer = new KubernetesObserver({
      kubeconfig: async () => server.kubeconfig(),
      contactEveryMs,
      random: () => 0,
    });
    const reader = new ObservationReader(observer);
    open.push(reader);
    return { server, reader };
  }

  it('reports nothing before the watch is open, so that nothing can be missed from then on', async () => {
    const { server, reader } = await observe({ list: nodeList([node('a')], '7') });
    expect((await reader.next()).kind).toBe('IDENTIFIED');
    expect(server.requests).toContain('watch?resourceVersion=7');
    expect(await reader.next()).toMatchObject({ kind: 'NODES', nodes: [{ name: 'a' }] });
  });

  it('reads a long list page by page', async () => {
    const page = (name: string, next: string | undefined): object => ({
      kind: 'NodeList',
      metadata: { resourceVersion: '7', continue: next },
      items: [node(name)],
    });
    const pages: (string | null)[] = [];
    const { reader } = await observe({
      list: (request, response) => {
        const { searchParams } = new URL(request.url!, 'https://api');
        if (searchParams.get('limit') !== '1') pages.push(searchParams.get('continue'));
        const body = searchParams.get('continue') === 'more' ? page('b', undefined) : page('a', 'more');
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      },
    });
    expect(await reader.nextOf('NODES')).toMatchObject({ nodes: [{ name: 'a' }, { name: 'b' }] });
    expect(pages).toEqual([null, 'more']);
  });

  it('resumes a watch that ends by itself from the last version seen, bookmarks included', async () => {
    const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } };
    const { server, reader } = await observe({
      list: nodeList([], '7'),
      watch: inTurn(endedWatchOf(added('a', '8'), bookmark), watchOf(added('b', '10'))),
    });
    const kinds: string[] = [];
    for (let seen = 0; seen < 6; seen += 1) kinds.push((await reader.next()).kind);
    expect(kinds).toEqual(['IDENTIFIED', 'NODES', 'PODS', 'CONTACT', 'NODE', 'NODE']);
    const watches = server.requests.filter((request) => request.startsWith('watch'));
    expect(watches).toEqual(['watch?resourceVersion=7', 'watch?resourceVersion=9']);
  });

  it('does not ask without pause for a watch that always ends at once', async () => {
    const { server, reader } = await observe({ watch: endedWatchOf() }, 2_500);
    await reader.nextOf('NODES');
    await reader.nextOf('CONTACT');
    expect(server.requests.filter((request) => request.startsWith('watch')).length).toBeLessThanOrEqual(4);
  });

  it.each<[string, Partial<Script>]>([
    ['an event in the watch', { watch: inTurn(watchOf(expired), watchOf()) }],
    ['the answer to the watch', { watch: inTurn(status(410, 'too old'), watchOf()) }],
    ['a page of the list', { list: inTurn(nodeList([]), status(410, 'too old'), nodeList([node('fresh')])) }],
  ])('asks for a fresh list, and reports no failure, when a version is expired: %s', async (_where, script) => {
    const { reader } = await observe({ list: nodeList([node('fresh')]), ...script });
    for (;;) {
      const observation = await reader.next();
      expect(observation.kind).not.toBe('CONTACT_FAILED');
      if (observation.kind !== 'NODES') continue;
      expect(observation.nodes).toMatchObject([{ name: 'fresh' }]);
      break;
    }
    await reader.stop();
  });

  it('does not list without pause when every watch is expired', async () => {
    const { server, reader } = await observe({ watch: watchOf(expired) });
    for (let lists = 1; lists <= 3; lists += 1) await reader.nextOf('NODES');
    const began = performance.now();
    const before = server.requests.length;
    await reader.nextOf('NODES');
    expect(performance.now() - began).toBeGreaterThan(200);
    expect(server.requests.length - before).toBeLessThanOrEqual(6);
  });

  it('reports no contact when it may list but not watch', async () => {
    const { reader } = await observe({ watch: status(403, 'nodes is forbidden') });
    expect(await reader.next()).toMatchObject({
      kind: 'CONTACT_FAILED',
      failure: { code: 'CLUSTER_PERMISSION_MISSING' },
    });
    expect((await reader.next()).kind).toBe('CONTACT_FAILED');
  });

  it('reports no contact when the watch is never answered', async () => {
    const { reader } = await observe({ watch: neverAnswers });
    expect(await reader.next(15_000)).toEqual({
      kind: 'CONTACT_FAILED',
      failure: { code: 'CLUSTER_UNREACHABLE', message: 'no answer in time' },
    });
  });

  it('tells what the API server said when it breaks a watch off', async () => {
    const error = { type: 'ERROR', object: { kind: 'Status', code: 500, message: 'etcd is gone' } };
    const { reader } = await observe({ watch: inTurn(watchOf(error), watchOf()) });
    expect(await reader.nextOf('CONTACT_FAILED')).toEqual({
      kind: 'CONTACT_FAILED',
      failure: { code: 'CLUSTER_UNREACHABLE', message: 'the API server answered 500: etcd is gone' },
    });
    expect((await reader.next()).kind).toBe('IDENTIFIED');
  });

  it('starts over from a list when an event cannot be read, in place of losing it in silence', async () => {
    const { reader } = await observe({ watch: inTurn(watchOf({ type: 'MODIFIED', object: {} }), watchOf()) });
    expect((await reader.nextOf('CONTACT_FAILED')).failure.code).toBe('CLUSTER_ANSWER_INVALID');
    expect((await reader.next()).kind).toBe('IDENTIFIED');
    expect((await reader.next()).kind).toBe('NODES');
  });

  it('reports what came before the watch broke', async () => {
    const error = { type: 'ERROR', object: { kind: 'Status', code: 500 } };
    const { reader } = await observe({ watch: inTurn(watchOf(added('a', '8'), error), watchOf()) });
    expect(await reader.nextOf('NODE')).toMatchObject({ node: { name: 'a' } });
    expect((await reader.next()).kind).toBe('CONTACT_FAILED');
  });

  it('reads its kubeconfig anew at each connection, and keeps trying when that fails', async () => {
    const server = await ScriptedApiServer.start();
    open.push(server);
    const kubeconfigs = [
      async () => Promise.reject(new Error('the database is gone')),
      async () => parsedKubeconfig({ server: 'http://127.0.0.1:1' }),
      async () => server.kubeconfig(),
    ];
    const observer = new KubernetesObserver({
      kubeconfig: () => kubeconfigs.shift()!(),
      contactEveryMs: 60_000,
      random: () => 0,
    });
    const reader = new ObservationReader(observer);
    open.push(reader);
    expect(await reader.next()).toMatchObject({ kind: 'CONTACT_FAILED', failure: { code: 'CLUSTER_UNREACHABLE' } });
    expect(await reader.next()).toMatchObject({ kind: 'CONTACT_FAILED', failure: { code: 'KUBECONFIG_INVALID' } });
    expect((await reader.next()).kind).toBe('IDENTIFIED');
  });

  it('closes every connection when it is aborted', async () => {
    const { server, reader } = await observe({}, 50);
    for (let contacts = 1; contacts <= 3; contacts += 1) await reader.nextOf('CONTACT');
    expect(server.sockets.size).toBeGreaterThan(0);
    await reader.stop(1_000);
    await server.disconnected();
  });

  it('ends at once when it is aborted while a call is not answered', async () => {
    const { server, reader } = await observe({ version: neverAnswers });
    const waiting = reader.next(1_000).catch(() => 'nothing yet');
    await server.received('version');
    expect(await reader.stop(1_000)).toEqual([]);
    await waiting;
  });

  it('ends at once when it is aborted while a watch is not answered', async () => {
    const { server, reader } = await observe({ watch: neverAnswers });
    const waiting = reader.next(1_000).catch(() => 'nothing yet');
    await server.received('watch?resourceVersion=1');
    expect(await reader.stop(1_000)).toEqual([]);
    await waiting;
  });

  it('ends at once when it is aborted while nobody answers the TLS handshake', async () => {
    const sockets: Socket[] = [];
    const tcp = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
    open.push({ stop: () => new Promise((resolve) => tcp.close(resolve)) });
    const server = `https://127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    const observer = new KubernetesObserver({
      kubeconfig: async () => parsedKubeconfig({ server }),
      contactEveryMs: 60_000,
    });
    const connected = new Promise((resolve) => tcp.once('connection', resolve));
    const reader = new ObservationReader(observer);
    const waiting = reader.next(1_000).catch(() => 'nothing yet');
    await connected;
    expect(await reader.stop(1_000)).toEqual([]);
    await waiting;
    for (const socket of sockets) socket.destroy();
  });

  it('leaves no listener on the signal and no socket behind, however often it reconnects', async () => {
    const error = { type: 'ERROR', object: { kind: 'Status', code: 500 } };
    const { server, reader } = await observe({ watch: watchOf(error) });
    const listeners: number[] = [];
    const sockets: number[] = [];
    for (let connections = 1; connections <= 15; connections += 1) {
      await reader.nextOf('IDENTIFIED');
      listeners.push(getEventListeners(reader.signal, 'abort').length);
      sockets.push(server.sockets.size);
      await reader.nextOf('CONTACT_FAILED');
    }
    expect(Math.max(...listeners)).toBeLessThanOrEqual(2);
    // Three calls at once, then the watch: one connection's pool. The one before may be closing still.
    expect(Math.max(...sockets)).toBeLessThanOrEqual(8);
    await reader.stop();
    expect(getEventListeners(reader.signal, 'abort')).toEqual([]);
    await server.disconnected();
  });
});
