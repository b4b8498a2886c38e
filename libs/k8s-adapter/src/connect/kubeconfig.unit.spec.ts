import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { ContactError } from '@awp/domain';
import { kubeconfigText, parse, type KubeconfigParts } from '../testing/kubeconfig-text';
import { testCertificate } from '../testing/test-certificate';

const CANARY = 'canary-5f2c91d0';

/** How parsing ended: the failure it was refused with. */
function refusal(text: string, options: Parameters<typeof parse>[1] = {}): { code: string; message: string } {
  try {
    parse(text, options);
  } catch (error) {
    if (error instanceof ContactError) return error.failure;
    throw error;
  }
  throw new Error('it was accepted');
}

const refusalOf = (parts: KubeconfigParts, options: Parameters<typeof parse>[1] = {}): ReturnType<typeof refusal> =>
  refusal(kubeconfigText(parts), options);

describe('a kubeconfig', () => {
  it('is read for its current context', () => {
    const parsed = parse(kubeconfigText({ server: 'https://127.0.0.1:6443/', caPem: testCertificate.cert }));
    expect(parsed.context).toBe('main');
    expect(parsed.serverUrl).toBe('https://127.0.0.1:6443');
    expect(parsed.caSha256).toBe(createHash('sha256').update(testCertificate.cert).digest('hex'));
    expect(parsed.config.getCurrentUser()).toMatchObject({ token: 'a-token' });
  });

  it('is read as YAML too', () => {
    const yaml = [
      'apiVersion: v1',
      'kind: Config',
      'clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]',
      'users:',
      '- name: u',
      '  user:',
      '    token: a-token',
      'contexts: [{name: main, context: {cluster: c, user: u, namespace: n}}]',
      'current-context: main',
    ].join('\n');
    expect(parse(yaml)).toMatchObject({ context: 'main', serverUrl: 'https://127.0.0.1:1', caSha256: null });
  });

  it('is read for the context that is asked for, and holds no other', () => {
    const two = {
      clusters: [
        { name: 'c', cluster: { server: 'https://127.0.0.1:1' } },
        { name: 'd', cluster: { server: 'https://127.0.0.1:2' } },
      ],
      users: [
        { name: 'u', user: { token: 't' } },
        { name: 'v', user: { token: 'w' } },
      ],
      contexts: [
        { name: 'main', context: { cluster: 'c', user: 'u' } },
        { name: 'second', context: { cluster: 'd', user: 'v' } },
      ],
    };
    const parsed = parse(kubeconfigText({ over: two }), { context: 'second' });
    expect(parsed.serverUrl).toBe('https://127.0.0.1:2');
    expect(parsed.config.getClusters()).toHaveLength(1);
    expect(parsed.config.getUsers()).toMatchObject([{ token: 'w' }]);
  });

  it('gives its user a name of its own, so that plugin credentials cached by name never meet', () => {
    const users = ['one', 'two'].map((token) => parse(kubeconfigText({ token })).config.getCurrentUser()!.name);
    expect(new Set(users).size).toBe(2);
  });
});

describe('a kubeconfig that is none', () => {
  it.each([
    ['garbage', '\u0000\u0001 {{{'],
    ['empty text', ''],
    ['white space', ' \n\t\n'],
    ['bytes', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x41]).toString('latin1')],
    ['a list', '- a\n- b'],
    ['a word', 'kubeconfig'],
    ['a number', '42'],
    ['null', 'null'],
    ['two documents', 'a: 1\n---\nb: 2'],
    ['a key twice', 'a: 1\na: 2'],
    ['deep nesting', '['.repeat(100_000)],
    ['contexts that are no list', 'contexts: {a: 1}\ncurrent-context: a'],
    ['a context without a name', 'contexts: [{context: {cluster: c}}]\ncurrent-context: a'],
    ['a context that is text', 'contexts: [a]\ncurrent-context: a'],
    ['another Kubernetes object', 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {a: YQ==}'],
    ['a current-context that is a map', kubeconfigText({ over: { 'current-context': { token: CANARY } } })],
    ['a token that is a list', kubeconfigText({ user: { token: [CANARY] } })],
    ['a server that is a number', kubeconfigText({ cluster: { server: 7 } })],
    ['a cluster that is text', kubeconfigText({ over: { clusters: [{ name: 'c', cluster: CANARY }] } })],
  ])('is refused as such: %s', (_what, text) => {
    const { code, message } = refusal(text);
    expect(code).toBe('KUBECONFIG_INVALID');
    expect(message).not.toContain(CANARY);
    expect(message.length).toBeLessThan(200);
  });

  it.each([
    ['an unclosed brace', `users:\n- name: u\n  user: {token: ${CANARY}\n  [`],
    ['an unclosed quote', `users:\n- name: u\n  user: {token: "${CANARY}\n`],
    ['wrong indentation', `a: ${CANARY}\n  b: ${CANARY}\n c: 1`],
    ['an unknown tag', `token: !secret ${CANARY}`],
    ['an unknown alias', `token: *${CANARY}`],
  ])('says where its YAML is broken and nothing of its text: %s', (_what, text) => {
    const { message } = refusal(text);
    expect(message).toMatch(/line \d+$/);
    expect(message).not.toContain(CANARY);
  });
});

describe('a kubeconfig that lacks something', () => {
  it.each<[string, KubeconfigParts, { context?: string }, RegExp]>([
    [
      'a current context',
      { over: { 'current-context': '' } },
      {},
      /no current-context is set; it has the contexts: main/,
    ],
    ['the current context', { over: { 'current-context': 'x' } }, {}, /no context named "x"; it has: main/],
    ['the context asked for', {}, { context: 'other' }, /no context named "other"; it has: main/],
    ['any context', { over: { contexts: [] } }, {}, /it has: none/],
    ['the cluster', { over: { clusters: [] } }, {}, /context "main" names the cluster "c", which it lacks/],
    ['the user', { over: { users: [] } }, {}, /context "main" names the user "u", which it lacks/],
    ['a name of the user', { over: { contexts: [{ name: 'main', context: { cluster: 'c' } }] } }, {}, /names no user/],
    ['a server', { cluster: { server: '' } }, {}, /its server is not a URL/],
  ])('says what: %s', (_what, parts, options, message) => {
    expect(refusalOf(parts, options)).toEqual({ code: 'KUBECONFIG_INVALID', message: expect.stringMatching(message) });
  });

  it('shows no more of names than anybody reads', () => {
    const contexts = Array.from({ length: 1_000 }, (_, n) => ({ name: `${n}`.padEnd(500, 'x') }));
    expect(refusalOf({ over: { contexts } }).message.length).toBeLessThan(2_000);
  });
});

describe('a kubeconfig that a server must not use', () => {
  const exec = { exec: { command: 'touch', args: ['/tmp/x'], apiVersion: 'client.authentication.k8s.io/v1' } };
  const authProvider = { 'auth-provider': { name: 'gcp', config: { 'cmd-path': 'touch' } } };

  it.each([
    ['exec', exec],
    ['auth-provider', authProvider],
  ])('is refused when it runs a program: %s', (how, user) => {
    expect(refusalOf({ user })).toEqual({
      code: 'KUBECONFIG_PLUGIN_REFUSED',
      message: `user "u" gets its credential from a program (${how})`,
    });
  });

  it.each([
    ['exec', exec, { exec: exec.exec }],
    ['auth-provider', authProvider, { authProvider: authProvider['auth-provider'] }],
  ])('is taken with a program where the operator allows it: %s', (_how, user, expected) => {
    expect(parse(kubeconfigText({ user }), { allowPlugins: true }).config.getCurrentUser()).toMatchObject(expected);
  });

  it('may have a program in a context that is not used', () => {
    const users = [
      { name: 'u', user: { token: 't' } },
      { name: 'v', user: exec },
    ];
    expect(parse(kubeconfigText({ over: { users } })).context).toBe('main');
  });

  it.each<[string, KubeconfigParts, RegExp]>([
    ['plain http', { server: 'http://127.0.0.1:1' }, /not https/],
    ['another scheme', { server: 'file:///etc/passwd' }, /not https/],
    ['no URL', { server: 'here' }, /not a URL/],
    ['a password in the URL', { server: `https://user:${CANARY}@127.0.0.1:1` }, /user, password/],
    ['a query in the URL', { server: `https://127.0.0.1:1/?token=${CANARY}` }, /query/],
    ['unverified TLS', { cluster: { 'insecure-skip-tls-verify': true } }, /insecure-skip-tls-verify/],
    ['unverified TLS as text', { cluster: { 'insecure-skip-tls-verify': 'true' } }, /insecure-skip-tls-verify/],
    ['a proxy that is no URL', { cluster: { 'proxy-url': CANARY } }, /proxy-url is not a URL/],
    ['a key that is none', { user: { 'client-key-data': Buffer.from(CANARY).toString('base64') } }, /ERR_|PEM/],
    ['a certificate that is none', { user: { 'client-certificate-data': CANARY } }, /ERR_|PEM/],
  ])('is refused with %s', (_what, parts, message) => {
    const refused = refusalOf(parts);
    expect(refused).toEqual({ code: 'KUBECONFIG_INVALID', message: expect.stringMatching(message) });
    expect(refused.message).not.toContain(CANARY);
  });

  it.each<[string, KubeconfigParts]>([
    ['certificate-authority', { cluster: { 'certificate-authority': '/etc/hostname' } }],
    ['client-certificate', { user: { 'client-certificate': '/etc/hostname' } }],
    ['client-key', { user: { 'client-key': '/etc/hostname' } }],
    ['tokenFile', { user: { tokenFile: '/etc/hostname' } }],
    ['token-file', { user: { 'token-file': '/etc/hostname' } }],
    ['token-file beside a token', { user: { 'token-file': '/etc/hostname', token: 't' } }],
    ['a file beside inline content', { cluster: { 'certificate-authority': '/etc/hostname', ...inlineCa() } }],
  ])('is refused when a caller’s text names a file of the server: %s', (_what, parts) => {
    expect(refusalOf(parts)).toEqual({
      code: 'KUBECONFIG_INVALID',
      message: expect.stringMatching(/must hold certificates, keys and tokens inline/),
    });
  });

  it('opens no file that a caller’s text names, however it is spelt', () => {
    const text = kubeconfigText({ user: {} }).replace('"user":{}', '"user":{"token\\u002dfile":"/nonexistent/file"}');
    expect(refusal(text).message).toMatch(/inline/);
  });
});

describe('a kubeconfig made to tire the reader', () => {
  const laughs = (name: string): string => {
    const levels = Array.from({ length: 40 }, (_, n) =>
      n === 0
        ? 'a0: &a0 [x]'
        : `a${n}: &a${n} [${Array(9)
            .fill(`*a${n - 1}`)
            .join(',')}]`,
    );
    return `${levels.join('\n')}\n${name}: *a39\n`;
  };
  const merges = `base: &b\n${Array.from({ length: 40_000 }, (_, n) => ` k${n}: 1`).join('\n')}\n${'- {<<: *b}\n'.repeat(40_000)}`;

  it.each([
    ['nested aliases as the current context', laughs('current-context')],
    ['nested aliases as contexts', laughs('contexts')],
    [
      'nested aliases in a type that refers to itself',
      `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n${laughs('spec')}`,
    ],
    ['1 MB of aliases', `a: &a 1\nb: [${'*a,'.repeat(330_000)}]`],
    ['1 MB of merges', merges.slice(0, 1_000_000)],
    ['1 MB of brackets', '['.repeat(1_000_000)],
    ['1 MB of dashes', '- '.repeat(500_000)],
    ['1 MB of anchors', '- &a 1\n'.repeat(140_000)],
    ['1 MB of one line', 'x'.repeat(1_000_000)],
  ])('is refused in time: %s', (_what, text) => {
    const began = performance.now();
    expect(refusal(text).code).toBe('KUBECONFIG_INVALID');
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('says that aliases are not taken', () => {
    expect(refusal('a: &a 1\nb: *a\n').message).toBe('it has a YAML alias, which is not taken, at line 2');
  });

  it('may be as long as a fleet’s: a thousand contexts', () => {
    const contexts = Array.from({ length: 1_000 }, (_, n) => ({
      name: `context-${n}`,
      context: { cluster: 'c', user: 'u' },
    }));
    expect(parse(kubeconfigText({ over: { contexts } }), { context: 'context-999' }).context).toBe('context-999');
  });
});

function inlineCa(): object {
  return { 'certificate-authority-data': Buffer.from(testCertificate.cert).toString('base64') };
}
