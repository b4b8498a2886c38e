import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tryRegister } from '../../testing/register-cluster';
import { startServer, type TestServer } from '../../testing/server';

const CANARY = 'canary-5f2c91d0';

/** A kubeconfig with a secret in it that must not be seen again. */
function kubeconfig(over: { server?: string; user?: object; cluster?: object; currentContext?: string } = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server: over.server ?? 'https://127.0.0.1:1', ...over.cluster } }],
    users: [{ name: 'u', user: over.user ?? { token: CANARY } }],
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u' } }],
    'current-context': over.currentContext ?? 'main',
  });
}

describe('registering a cluster with input that is no good', () => {
  let server: TestServer;
  let silent: Server;

  beforeAll(async () => {
    server = await startServer();
    // Accepts, reads, and never answers.
    silent = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    await server.close();
    await new Promise((resolve) => silent.close(resolve));
  });

  const refused: [string, { content?: string; file?: string; context?: string }, string, RegExp][] = [
    ['nothing', {}, 'INVALID_INPUT', /exactly one/],
    ['both ways at once', { content: kubeconfig(), file: '/etc/hosts' }, 'INVALID_INPUT', /exactly one/],
    ['garbage', { content: '\u0000\u0001 {{{' }, 'KUBECONFIG_INVALID', /./],
    ['empty text', { content: '' }, 'KUBECONFIG_INVALID', /./],
    ['a list', { content: '- a\n- b' }, 'KUBECONFIG_INVALID', /./],
    [
      'broken YAML around a secret',
      { content: `users:\n- name: u\n  user: {token: ${CANARY}\n  [` },
      'KUBECONFIG_INVALID',
      /./,
    ],
    ['an unknown context', { content: kubeconfig(), context: 'other' }, 'KUBECONFIG_INVALID', /it has: main/],
    ['no current context', { content: kubeconfig({ currentContext: '' }) }, 'KUBECONFIG_INVALID', /main/],
    [
      'a program to run',
      {
        content: kubeconfig({
          user: { exec: { command: 'touch', args: ['/tmp/awp-pwned'], apiVersion: 'client.authentication.k8s.io/v1' } },
        }),
      },
      'KUBECONFIG_PLUGIN_REFUSED',
      /exec/,
    ],
    [
      'an auth provider',
      { content: kubeconfig({ user: { 'auth-provider': { name: 'gcp', config: { 'cmd-path': 'touch' } } } }) },
      'KUBECONFIG_PLUGIN_REFUSED',
      /auth-provider/,
    ],
    [
      'a file of the server named in client text',
      { content: kubeconfig({ cluster: { 'certificate-authority': '/etc/shadow' } }) },
      'KUBECONFIG_INVALID',
      /inline/,
    ],
    ['plain http', { content: kubeconfig({ server: 'http://127.0.0.1:1' }) }, 'KUBECONFIG_INVALID', /https/],
    [
      'unverified TLS',
      { content: kubeconfig({ cluster: { 'insecure-skip-tls-verify': true } }) },
      'KUBECONFIG_INVALID',
      /insecure-skip-tls-verify/,
    ],
    ['a relative path', { file: 'kubeconfig' }, 'KUBECONFIG_FILE_UNREADABLE', /absolute/],
    ['a path that does not exist', { file: '/nonexistent/kubeconfig' }, 'KUBECONFIG_FILE_UNREADABLE', /ENOENT/],
    ['a folder', { file: '/etc' }, 'KUBECONFIG_FILE_UNREADABLE', /regular file/],
    ['a device without end', { file: '/dev/zero' }, 'KUBECONFIG_FILE_UNREADABLE', /regular file/],
  ];

  it.each(refused)('refuses %s and says why', async (_what, source, code, message) => {
    const { errors } = await tryRegister(server, source);
    expect(errors).toMatchObject([{ code, message: expect.stringMatching(message) }]);
    expect(JSON.stringify(errors)).not.toContain(CANARY);
  });

  it('says that nothing listens at the address', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { errors } = await tryRegister(server, { content: kubeconfig({ server: `https://127.0.0.1:${port}` }) });
    expect(errors).toMatchObject([{ code: 'CLUSTER_UNREACHABLE', message: expect.stringMatching(/ECONNREFUSED/) }]);
  });

  it('gives up on an API server that accepts and never answers', async () => {
    const { port } = silent.address() as AddressInfo;
    const began = Date.now();
    const { errors } = await tryRegister(server, { content: kubeconfig({ server: `https://127.0.0.1:${port}` }) });
    expect(errors).toMatchObject([{ code: 'CLUSTER_UNREACHABLE' }]);
    expect(Date.now() - began).toBeLessThan(12_000);
  });

  it('reads no more of a file than a kubeconfig may have', async () => {
    const file = `${server.app.config.dataDir}/huge`;
    await writeFile(file, Buffer.alloc(3_000_000, 'a'));
    expect((await tryRegister(server, { file })).errors).toMatchObject([
      { code: 'KUBECONFIG_FILE_UNREADABLE', message: expect.stringMatching(/at most/) },
    ]);
  });

  it('keeps nothing of a refused kubeconfig', async () => {
    for (const table of ['credential', 'cluster']) {
      expect((await server.app.db.query(`SELECT 1 FROM ${table}`)).rows).toEqual([]);
    }
    const { rows } = await server.app.db.query<{ text: string | null }>(
      "SELECT string_agg(row_to_json(a)::text, '') AS text FROM audit_entry a",
    );
    expect(rows[0]!.text).toContain('registerCluster');
    expect(rows[0]!.text).not.toContain(CANARY);
  });
});
