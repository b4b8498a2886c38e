import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './port.mjs';
import { createScratchClone, processesNaming, Terminal } from './start.testing';

/** `npm start` as a person meets it: real processes, in a copy of this clone, on ports and data of their own. */
describe('npm start', () => {
  let clone: string;
  let data: string;
  let env: NodeJS.ProcessEnv;
  const terminals: Terminal[] = [];

  const start = (command: string[], more: NodeJS.ProcessEnv = {}) => {
    const terminal = new Terminal(command, { cwd: clone, env: { ...env, ...more } });
    terminals.push(terminal);
    return terminal;
  };
  const node = ['node', 'tools/setup/start.mjs'];
  const npm = ['npm', 'start'];

  beforeAll(() => {
    clone = createScratchClone();
  });
  beforeEach(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'awp-start-data-'));
    // As root PostgreSQL runs as another user, who has to pass through.
    chmodSync(data, 0o711);
    const { DATABASE_URL, AWP_KUBECONFIG, npm_lifecycle_event, ...inherited } = process.env;
    env = { ...inherited, AWP_PORT: String(await freePort()), AWP_DATA_DIR: data };
  });
  afterEach(async () => {
    for (const terminal of terminals.splice(0)) await terminal.close();
    rmSync(data, { recursive: true });
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it('serves, and one Ctrl-C ends everything it started', async () => {
    const terminal = start(npm);
    await terminal.shows('AWP is ready');
    expect(processesNaming(data)).not.toEqual([]);
    terminal.pressCtrlC();
    await terminal.ended;
    expect(terminal.text).toContain('Stopped.');
    expect(processesNaming(data)).toEqual([]);
    expect(processesNaming(clone)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends in order and with 0 on %s', async (signal) => {
    const terminal = start(node);
    await terminal.shows('AWP is ready');
    terminal.signal(signal);
    expect(await terminal.ended).toBe(0);
    expect(processesNaming(data)).toEqual([]);
  });

  it('ends when npm alone is told to, whether npm and its shell pass that on or just end', async () => {
    const terminal = start(npm);
    await terminal.shows('AWP is ready');
    terminal.signal('SIGTERM');
    await terminal.shows('Stopped.');
    await terminal.closed;
    expect(processesNaming(data)).toEqual([]);
  });

  it('keeps its data from one start to the next', async () => {
    const first = start(node);
    await first.shows('AWP is ready');
    expect(first.text).toContain('PostgreSQL: created and started');
    first.signal('SIGTERM');
    await first.ended;
    const second = start(node);
    await second.shows('AWP is ready');
    expect(second.text).toContain('PostgreSQL: started');
  });

  it('refuses to run twice on the same data, and names the one that runs', async () => {
    const first = start(node);
    await first.shows('AWP is ready');
    const second = start(node);
    expect(await second.ended).toBe(1);
    expect(second.text).toContain('AWP already runs on this data.');
    expect(second.text).toContain(`process ${first.pid}`);
  });

  it('names the port in use, its holder and the way out, before the long work', async () => {
    const first = start(node);
    await first.shows('AWP is ready');
    const other = path.join(data, 'other');
    const second = start(node, { AWP_DATA_DIR: other });
    expect(await second.ended).toBe(1);
    expect(second.text).toContain(`Port ${env.AWP_PORT} is in use.`);
    expect(second.text).toContain('apps/api/dist/main.js');
    expect(second.text).toContain('AWP_PORT=4001 npm start');
    expect(second.text).not.toContain('[2/5]');
  });

  it.each(['[1/5]', '[3/5]', '[4/5]', 'AWP is ready'])('starts again after a kill -9 at "%s"', async (moment) => {
    const killed = start(node);
    await killed.shows(moment);
    killed.signal('SIGKILL');
    await killed.ended;
    const next = start(node);
    await next.shows('AWP is ready');
    next.signal('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(processesNaming(data)).toEqual([]);
  });

  it('stops and says why when its database is killed', async () => {
    const terminal = start(node);
    await terminal.shows('AWP is ready');
    const [postgres] = processesNaming(path.join(data, 'postgres'));
    process.kill(Number(postgres?.pid), 'SIGKILL');
    expect(await terminal.ended).toBe(1);
    expect(terminal.text).toContain('PostgreSQL ended while AWP was running.');
    expect(processesNaming(clone)).toEqual([]);
  });
});
