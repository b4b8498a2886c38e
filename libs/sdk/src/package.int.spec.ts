import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { minifySync } from '@swc/core';
import { nodeVersions } from './testing/node-versions.js';
import { run } from './testing/run.js';
import { viewer } from './testing/sample.js';
import { ScriptedServer } from './testing/scripted-server.js';

/** Of all modules together, minified and compressed. Raise it knowingly. */
const BUDGET_BYTES = 12_000;

// Compilers and installers, on whatever machine this is.
jest.setTimeout(120_000);

const sdk = join(__dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'awp-sdk-'));
const staged = join(folder, 'package');
const project = join(folder, 'project');
let tarball: string;
let server: ScriptedServer;

beforeAll(async () => {
  for (const part of ['package.json', 'README.md', 'src'])
    cpSync(join(sdk, part), join(staged, part), { recursive: true });
  await run(process.execPath, [join(sdk, 'build.mjs'), '--out', join(staged, 'dist')]);
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: staged });
  tarball = join(folder, JSON.parse(packed)[0].filename);
  cpSync(join(sdk, 'src/testing/project'), project, { recursive: true });
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], { cwd: project });
  server = await ScriptedServer.start();
  server.script(viewer);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed package', () => {
  it('has nothing that attw or publint complain of', async () => {
    await run(process.execPath, [join(sdk, 'check-package.mjs'), tarball]);
  });

  it('brings no dependency with it', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@awp']);
    expect(readdirSync(join(project, 'node_modules/@awp'))).toEqual(['sdk']);
  });

  it('holds what is run, its types and its sources, and no tests', async () => {
    const files = readdirSync(join(project, 'node_modules/@awp/sdk'), { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'dist/esm/index.js', 'dist/cjs/index.d.ts', 'src/index.ts']),
    );
    expect(files.filter((name) => /spec|testing|tsbuildinfo|\.graphql$/.test(name))).toEqual([]);
  });

  it.each(['tsconfig.nodenext.json', 'tsconfig.bundler.json'])('has types for its users: %s', async (config) => {
    await run(process.execPath, [require.resolve('typescript/lib/tsc.js'), '-p', join(project, config)]);
  });

  describe.each(nodeVersions())('in Node %s', (version, node) => {
    it.each(['uses-esm.mjs', 'uses-cjs.cjs'])('works for %s', async (program) => {
      const env = { ...process.env, NODE_OPTIONS: '', AWP_URL: server.url, AWP_TOKEN: 'awp_test' };
      const output = run(node, [join(project, program)], { env });
      const hasWebSocket = Number(/^v(\d+)/.exec(version)?.[1]) >= 22;
      if (hasWebSocket) (await server.subscriber()).events(1);
      const event = hasWebSocket ? 'event 1' : 'WEBSOCKET_MISSING';
      expect(await output).toBe(`role ADMIN\n${event}\n`);
    });
  });

  it('stays within its size', () => {
    const esm = join(project, 'node_modules/@awp/sdk/dist/esm');
    const modules = readdirSync(esm, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const code = modules
      .map((name) => minifySync(readFileSync(join(esm, name), 'utf8'), { module: true }).code)
      .join('\n');
    const bytes = gzipSync(code).length;
    expect(bytes).toBeLessThan(BUDGET_BYTES);
    expect(bytes).toBeGreaterThan(BUDGET_BYTES / 2); // a budget far above the size guards nothing
  });
});
