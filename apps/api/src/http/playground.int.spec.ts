import { accessSync, constants } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { getVariableValues, parse, specifiedRules, validate, type OperationDefinitionNode } from 'graphql';
import { chromium, type Browser, type Page } from 'playwright-core';
import { admissionRules, costOf } from '../graphql/admission';
import { limits } from '../graphql/limits';
import { buildGraphSchema } from '../graphql/schema';
import { mintSignInCode } from '../modules/access/sign-in';
import { startServer, type TestServer } from '../testing/server';
import { playground } from './playground';
import { readExamples } from './playground/examples';

describe('The playground over HTTP', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer(express().use(playground()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  /** Sends the path as it stands; fetch would tidy up its dots. */
  async function take(path: string): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
    const { port } = server.address() as AddressInfo;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get({ port, path, agent: false }, resolve).on('error', reject);
    const response = await promise;
    return { status: response.statusCode!, headers: response.headers, body: await text(response) };
  }

  /** Everything the pages lead to, by what their markup, style sheets and modules name. */
  async function takeAll(): Promise<Map<string, Awaited<ReturnType<typeof take>>>> {
    const taken = new Map<string, Awaited<ReturnType<typeof take>>>();
    const wanted = ['/playground', '/sign-in', '/playground/examples.json'];
    for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
      if (taken.has(path)) continue;
      const answer = await take(path);
      taken.set(path, answer);
      const named = [...answer.body.matchAll(/(?:(?:src|href)=|\bfrom )["']([./][^"']*)["']/g)];
      // The bundles are whole: what looks like an import in them is text.
      if (!/vendor\/(react|graphiql)/.test(path))
        wanted.push(...named.map(([, url]) => new URL(url!, `http://local${path}`).pathname));
    }
    return taken;
  }

  it('leads from / to the playground', async () => {
    expect(await take('/')).toMatchObject({ status: 302, headers: { location: '/playground' } });
  });

  it('serves all that its pages name, each as what it is', async () => {
    const types = Object.fromEntries(
      [...(await takeAll())].map(([path, { headers }]) => [path, headers['content-type']]),
    );
    expect(types).toMatchObject({
      '/playground': 'text/html; charset=utf-8',
      '/sign-in': 'text/html; charset=utf-8',
      '/playground/icon.svg': 'image/svg+xml',
      '/playground/page.css': 'text/css; charset=utf-8',
      '/playground/playground.js': 'text/javascript; charset=utf-8',
      '/playground/vendor/graphiql.css': 'text/css; charset=utf-8',
      '/playground/vendor/graphiql.js': 'text/javascript; charset=utf-8',
      '/playground/vendor/graphql-ws/client.js': 'text/javascript; charset=utf-8',
      '/playground/examples.json': 'application/json; charset=utf-8',
    });
    for (const [path, { status }] of await takeAll()) expect([path, status]).toEqual([path, 200]);
  });

  it('lets a page load from and talk to this server only', async () => {
    for (const path of ['/playground', '/sign-in']) {
      const policy = String((await take(path)).headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toMatch(/https?:|\*/);
    }
  });

  it('names no other host and has no script in its markup', async () => {
    const ours = [...(await takeAll())].filter(([path]) => !path.includes('/vendor/'));
    for (const [path, { body }] of ours) {
      const hosts = [...body.matchAll(/(?:https?|wss?):\/\/[^\s"'`]+/g)].map(([url]) => url);
      // The name of a language, which nobody fetches.
      expect([path, hosts.filter((url) => url !== 'http://www.w3.org/2000/svg')]).toEqual([path, []]);
      expect([path, /<script>|<script [^>]*>[^<]|\son\w+="/.test(body)]).toEqual([path, false]);
    }
  });

  it.each([
    '/playground/nothing.js',
    '/playground/examples',
    '/playground/examples.ts',
    '/playground/vendor/graphiql/package.json',
    '/playground/vendor/graphql-ws/index.js',
    '/playground/../playground.ts',
    '/playground/../../../package.json',
    '/playground/%2e%2e/%2e%2e/package.json',
    '/playground/..%2f..%2fpackage.json',
    '/playground/vendor/..%5c..%5cpackage.json',
  ])('does not serve %s', async (path) => {
    expect((await take(path)).status).toBe(404);
  });
});

describe('The examples of the playground', () => {
  const schema = buildGraphSchema();
  const examples = readExamples();

  it('has one for each of the first things to do', () => {
    expect(examples.map(({ name }) => name)).toEqual([
      '1-look-around',
      '2-why-not-ready',
      '3-register-a-cluster',
      '4-adopt-a-machine',
      '5-watch-everything',
      '6-resume-from-a-cursor',
    ]);
  });

  describe.each(examples)('$name', ({ query, variables }) => {
    const document = parse(query, { maxTokens: limits.maxTokens });
    const operations = document.definitions as OperationDefinitionNode[];
    const values = JSON.parse(variables ?? '{}') as Record<string, unknown>;

    it('is valid and within the limits of the server', () => {
      expect(validate(schema, document, [...specifiedRules, ...admissionRules(true)])).toEqual([]);
      for (const operation of operations)
        expect(costOf(schema, document, operation, values).requested).toBeLessThan(limits.maxCost / 2);
    });

    it('brings variables that fit', () => {
      for (const { variableDefinitions } of operations)
        expect(getVariableValues(schema, variableDefinitions ?? [], values).errors).toBeUndefined();
    });

    it('begins with a comment that fits a laptop', () => {
      expect(query).toMatch(/^# /);
      for (const line of query.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    });
  });
});

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * A browser is no part of `npm test`'s own packages.
 * @needs chromium
 */
const executablePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((dir) => join(dir, 'chromium'))
  .find(isProgram);
const describeInBrowser = executablePath === undefined ? describe.skip : describe;
const where = executablePath === undefined ? ' (skipped: no program chromium on PATH)' : '';

describeInBrowser(`The playground in Chromium${where}`, () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  /** What the page should not have done: asked another host, logged an error, thrown. */
  let misdeeds: string[];

  beforeAll(async () => {
    server = await startServer({ environment: { AWP_SIMULATED_MACHINES: '5' } });
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  beforeEach(async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    misdeeds = [];
    const { host } = new URL(server.url);
    const mayBe = (url: URL) => url.protocol === 'data:' || url.host === host;
    const seen = (url: string) => void (mayBe(new URL(url)) || misdeeds.push(`asked ${url}`));
    page.on('request', (request) => seen(request.url()));
    page.on('websocket', (socket) => seen(socket.url()));
    // Chromium itself logs every refused token as a failed load; that is no fault of the page.
    const isFault = (text: string): boolean => !text.includes('status of 401');
    page.on(
      'console',
      (message) => void (message.type() === 'error' && isFault(message.text()) && misdeeds.push(message.text())),
    );
    page.on('pageerror', (error) => void misdeeds.push(String(error)));
  });
  afterEach(() => page.context().close());

  const tabNames = [
    'LookAround',
    'WhyNotReady',
    'RegisterCluster',
    'AdoptMachine',
    'WatchEverything',
    'ResumeWatching',
  ];
  const newLink = async () => `${server.url}/sign-in#${(await mintSignInCode(server.app)).code.reveal()}`;
  const tab = (name: string) => page.getByRole('tab', { name });
  const answer = () => page.locator('.result-window');
  const run = () => page.getByRole('button', { name: 'Execute query' }).click();
  const dialog = () => page.getByRole('dialog', { name: 'Sign in' });

  async function signIn(): Promise<string> {
    await page.goto(await newLink());
    await page.waitForURL(`${server.url}/playground`);
    await page.getByText('signed in by link · ADMIN').waitFor();
    await tab('LookAround').waitFor();
    const session = await page.evaluate(() => sessionStorage.getItem('awp:session'));
    return (JSON.parse(session!) as { token: string }).token;
  }

  /** A subscription is not acknowledged: things are made to happen until the first one is seen. */
  async function seeAnEvent(): Promise<void> {
    const deadline = Date.now() + 10_000;
    const create = 'mutation ($key: String!) { createProject(input: { key: $key, name: "Seen" }) { __typename } }';
    for (let n = 0; Date.now() < deadline; n += 1) {
      await server.query(create, { key: `seen-${Date.now()}-${n}` });
      if (await answer().getByText('"ProjectCreated"').first().isVisible()) return;
    }
    throw new Error(`no event within 10 s; shown: ${await answer().innerText()}`);
  }

  it('signs in by the link, runs an operation and watches events, and talks to its own server only', async () => {
    await signIn();
    expect(page.url()).toBe(`${server.url}/playground`);

    await run();
    await answer().getByText('"SIMULATED cluster"').waitFor();

    await tab('WatchEverything').click();
    await run();
    await seeAnEvent();
    await page.getByRole('button', { name: 'Stop query' }).click();
    expect(misdeeds).toEqual([]);
  });

  it('runs with Ctrl-Enter what the text cursor is in', async () => {
    await signIn();
    await tab('AdoptMachine').click();
    // GraphiQL has read the new text.
    await page.waitForFunction(() => sessionStorage.getItem('graphiql:operationName') === 'AdoptMachine');
    await page.locator('.graphiql-query-editor .CodeMirror').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Control+Enter');
    await answer().getByText('"viewerCanAdopt"').first().waitFor();
    expect(misdeeds).toEqual([]);
  });

  it('goes on from a cursor with all that happened since', async () => {
    await signIn();
    await tab('ResumeWatching').click();
    const { data } = await server.query<{ lifecycleEvents: { nodes: { cursor: string }[] } }>(
      '{ lifecycleEvents(first: 2) { nodes { cursor } } }',
    );
    await page.locator('.graphiql-editor-tool .CodeMirror').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(JSON.stringify({ after: data.lifecycleEvents.nodes[0]!.cursor }));
    await run();
    await page.getByRole('menuitem', { name: 'ResumeWatching' }).click();
    await answer().getByText('"latestFirst"').waitFor();
    await seeAnEvent();
    expect(misdeeds).toEqual([]);
  });

  it('keeps its tabs when it is loaded again, however soon', async () => {
    await signIn();
    await tab('WhyNotReady').click();
    await page.reload();
    await tab('WhyNotReady').waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabNames);

    await tab('WhyNotReady').click();
    // GraphiQL writes what it keeps after half a second.
    await page.waitForFunction(() => sessionStorage.getItem('graphiql:tabState')?.includes('"activeTabIndex":1'));
    await page.reload();
    await page.getByRole('tab', { name: 'WhyNotReady', selected: true }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabNames);
  });

  it('brings its examples back when asked to', async () => {
    await signIn();
    page.on('dialog', (question) => void question.accept());
    await page.getByRole('button', { name: 'Close Tab' }).first().click();
    await tab('LookAround').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Examples' }).click();
    await tab('LookAround').waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(tabNames);
    await page.getByText('signed in by link · ADMIN').waitFor();
  });

  it('tells what to do about a link that was used before', async () => {
    const link = await newLink();
    await fetch(`${server.url}/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: new URL(link).hash.slice(1) }),
    });
    await page.goto(link);
    await page.getByText('used before, is too old or unknown. Restart the server for a new one.').waitFor();
    expect(page.url()).toBe(`${server.url}/sign-in`);
    await page.getByRole('link', { name: 'Go to the playground' }).click();
    await dialog().waitFor();
  });

  it('asks for a token when there is none, refuses a wrong one and takes a right one', async () => {
    await page.goto(server.url);
    await dialog().getByLabel('Or paste an access token').fill('awp_wrong');
    await dialog().getByRole('button', { name: 'Sign in' }).click();
    await dialog().getByText('This token is not accepted').waitFor();
    await dialog().getByLabel('Or paste an access token').fill(` Bearer ${server.adminToken}\n`);
    await dialog().getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('signed in by link · ADMIN').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    expect(misdeeds).toEqual([]);
  });

  it('asks to sign in again when the token is revoked, and keeps what was seen', async () => {
    const token = await signIn();
    await tab('WatchEverything').click();
    await run();
    await seeAnEvent();
    await revoke(token);
    await dialog().getByText('The access token is no longer accepted').waitFor();
    await answer().getByText('"ended"').waitFor();
    await answer().getByText('"ProjectCreated"').first().waitFor();
    expect(misdeeds).toEqual([]);
  });

  it('signs out: forgets the token and the tabs, and revokes what the link gave', async () => {
    const token = await signIn();
    await tab('WhyNotReady').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await dialog().waitFor();
    await page.getByRole('tab', { name: 'LookAround', selected: true }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('awp:session'))).toBeNull();
    const { errors } = await server.query('{ viewer { role } }', {}, token);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(misdeeds).toEqual([]);
  });

  async function revoke(token: string): Promise<void> {
    const { data } = await server.query<{ viewer: { tokenId: string } }>('{ viewer { tokenId } }', {}, token);
    await server.query('mutation ($id: ID!) { revokeAccessToken(input: { id: $id }) { __typename } }', {
      id: data.viewer.tokenId,
    });
  }
});
