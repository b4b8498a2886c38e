import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ContactFailure } from '@awp/domain';
import { KubernetesObserver } from '../observe/kubernetes-observer';
import { parsedKubeconfig } from '../testing/kubeconfig-text';
import { json, neverAnswers, ScriptedApiServer, status, type Script } from '../testing/scripted-api-server';
import { testCertificate, unrelatedCaPem } from '../testing/test-certificate';
import type { ParsedKubeconfig } from './kubeconfig';

const CANARY = 'canary-5f2c91d0';

/** How a first contact with this kubeconfig fails. */
async function failureOf(kubeconfig: ParsedKubeconfig, signal = AbortSignal.timeout(20_000)): Promise<ContactFailure> {
  const observer = new KubernetesObserver({ kubeconfig: async () => kubeconfig, contactEveryMs: 1_000 });
  const outcome = await observer.identify(signal).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: 'ContactError' });
  const { failure } = outcome as { failure: ContactFailure };
  expect(JSON.stringify(failure)).not.toContain(CANARY);
  return failure;
}

describe('a first contact that fails', () => {
  const open: { stop: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of open.splice(0)) await server.stop();
  });

  async function scripted(script: Partial<Script>): Promise<ScriptedApiServer> {
    const server = await ScriptedApiServer.start(script);
    open.push(server);
    return server;
  }

  /** A TCP server on loopback, for what is not even TLS. */
  async function tcp(onSocket: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stop = async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    open.push({ stop });
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const scriptedFailure = async (script: Partial<Script>): Promise<ContactFailure> =>
    failureOf((await scripted(script)).kubeconfig(CANARY));

  it('because nothing listens there', async () => {
    const server = await ScriptedApiServer.start();
    const kubeconfig = server.kubeconfig(CANARY);
    await server.stop();
    expect(await failureOf(kubeconfig)).toEqual({
      code: 'CLUSTER_UNREACHABLE',
      message: 'no connection: ECONNREFUSED',
    });
  });

  it('because the name does not exist', async () => {
    const failure = await failureOf(parsedKubeconfig({ server: 'https://nowhere.invalid', token: CANARY }));
    expect(failure.code).toBe('CLUSTER_UNREACHABLE');
    expect(failure.message).toMatch(/^no connection: (ENOTFOUND|EAI_AGAIN)$/);
  });

  it('because another authority signed the certificate', async () => {
    const { url } = await scripted({});
    const failure = await failureOf(parsedKubeconfig({ server: url, caPem: unrelatedCaPem, token: CANARY }));
    expect(failure.code).toBe('CLUSTER_CERTIFICATE_UNTRUSTED');
    expect(failure.message).toMatch(/^the certificate was refused: [A-Z_]+$/);
  });

  it('because no authority of the system signed the certificate', async () => {
    const { url } = await scripted({});
    const failure = await failureOf(parsedKubeconfig({ server: url, token: CANARY }));
    expect(failure.code).toBe('CLUSTER_CERTIFICATE_UNTRUSTED');
  });

  it('because the certificate is for another address', async () => {
    const { url } = await scripted({});
    const server = url.replace('127.0.0.1', 'localhost');
    const failure = await failureOf(parsedKubeconfig({ server, caPem: testCertificate.cert, token: CANARY }));
    expect(failure).toEqual({
      code: 'CLUSTER_CERTIFICATE_UNTRUSTED',
      message: 'the certificate was refused: ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('because the credential is not accepted', async () => {
    expect(await scriptedFailure({ namespace: status(401, 'Unauthorized') })).toMatchObject({
      code: 'CLUSTER_CREDENTIAL_REJECTED',
      message: expect.stringMatching(/^the API server answered 401/),
    });
  });

  it('because the credential may not list Nodes, and says who may not do what', async () => {
    const message = 'nodes is forbidden: User "system:serviceaccount:default:awp" cannot list resource "nodes"';
    expect(await scriptedFailure({ list: status(403, message) })).toEqual({
      code: 'CLUSTER_PERMISSION_MISSING',
      message: `the API server answered 403: ${message}`,
    });
  });

  it.each([
    ['a page with 200', 200],
    ['a page with 404', 404],
  ])('because HTML is answered: %s', async (_what, code) => {
    const failure = await scriptedFailure({
      namespace: (_request, response) => {
        response.writeHead(code, { 'content-type': 'text/html' }).end(`<html>${CANARY}</html>`);
      },
    });
    expect(failure.code).toBe('CLUSTER_ANSWER_INVALID');
  });

  it.each([
    ['other JSON', json(200, { hello: CANARY })],
    ['null', json(200, null)],
    ['a list', json(200, [CANARY])],
  ])('because what is answered is no namespace: %s', async (_what, namespace) => {
    expect((await scriptedFailure({ namespace })).code).toBe('CLUSTER_ANSWER_INVALID');
  });

  it('because broken JSON is answered', async () => {
    const failure = await scriptedFailure({
      version: (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"gitVersion":"${CANARY}`);
      },
    });
    expect(failure).toEqual({ code: 'CLUSTER_ANSWER_INVALID', message: 'the answer is not JSON' });
  });

  it('because the API server is overloaded', async () => {
    expect((await scriptedFailure({ namespace: status(503, 'starting') })).code).toBe('CLUSTER_UNREACHABLE');
  });

  it('because plain HTTP is spoken there', async () => {
    const server = await tcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await failureOf(parsedKubeconfig({ server, token: CANARY }))).code).toBe('CLUSTER_ANSWER_INVALID');
  });

  it('because the connection is reset', async () => {
    const server = await tcp((socket) => socket.resetAndDestroy());
    expect(await failureOf(parsedKubeconfig({ server, token: CANARY }))).toMatchObject({ code: 'CLUSTER_UNREACHABLE' });
  });

  it('because the call is aborted while nobody answers the TLS handshake', async () => {
    const server = await tcp(() => undefined);
    const began = performance.now();
    const failure = await failureOf(parsedKubeconfig({ server, token: CANARY }), AbortSignal.timeout(300));
    expect(failure).toEqual({ code: 'CLUSTER_UNREACHABLE', message: 'no answer in time' });
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('because the server takes the request and never answers, within the time limit of a call', async () => {
    const kubeconfig = (await scripted({ version: neverAnswers })).kubeconfig(CANARY);
    const began = performance.now();
    const failure = await failureOf(kubeconfig);
    expect(failure).toEqual({ code: 'CLUSTER_UNREACHABLE', message: 'no answer in time' });
    expect(performance.now() - began).toBeGreaterThan(9_000);
    expect(performance.now() - began).toBeLessThan(12_000);
  });

  it('because the answer stops in the middle, within the time limit that the caller sets', async () => {
    const server = await scripted({
      version: (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"gitVersion":');
      },
    });
    expect(await failureOf(server.kubeconfig(CANARY), AbortSignal.timeout(500))).toEqual({
      code: 'CLUSTER_UNREACHABLE',
      message: 'no answer in time',
    });
  });

  it('because the kubeconfig itself is refused, with that failure', async () => {
    const observer = new KubernetesObserver({
      kubeconfig: async () => parsedKubeconfig({ server: 'http://127.0.0.1:1' }),
      contactEveryMs: 1_000,
    });
    await expect(observer.identify(AbortSignal.timeout(5_000))).rejects.toMatchObject({
      failure: { code: 'KUBECONFIG_INVALID' },
    });
  });
});

describe('a first contact', () => {
  it('says who answers and leaves no connection open', async () => {
    const server = await ScriptedApiServer.start();
    try {
      const observer = new KubernetesObserver({ kubeconfig: async () => server.kubeconfig(), contactEveryMs: 1_000 });
      expect(await observer.identify(AbortSignal.timeout(5_000))).toEqual(ScriptedApiServer.identity);
      await server.disconnected();
    } finally {
      await server.stop();
    }
  });
});
