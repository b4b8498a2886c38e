import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { V1Node } from '@kubernetes/client-node';
import { testCertificate } from './test-certificate';
import { parsedKubeconfig } from './kubeconfig-text';
import type { ParsedKubeconfig } from '../connect/kubeconfig';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Script {
  readonly namespace: Answer;
  readonly version: Answer;
  readonly list: Answer;
  readonly watch: Answer;
}

const identity = { kubernetesUid: 'uid-of-kube-system', kubernetesVersion: 'v1.34.4' };

/** Answers as a sound API server with no Nodes does; a watch stays open and silent. */
const sound: Script = {
  namespace: json(200, { kind: 'Namespace', metadata: { uid: identity.kubernetesUid } }),
  version: json(200, { gitVersion: identity.kubernetesVersion }),
  list: nodeList([]),
  watch: watchOf(),
};

/** A TLS server on loopback that says what a test tells it to, where a real API server cannot be made to say it. */
export class ScriptedApiServer {
  static readonly identity = identity;
  /** Requests so far, as `list` or `watch?resourceVersion=7`. */
  readonly requests: string[] = [];
  readonly sockets = new Set<Socket>();
  private readonly arrivals = new EventEmitter();

  private constructor(private readonly server: Server) {
    server.on('secureConnection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => {
        this.sockets.delete(socket);
        this.arrivals.emit('departure');
      });
    });
  }

  static async start(script: Partial<Script> = {}): Promise<ScriptedApiServer> {
    const answers = { ...sound, ...script };
    const server = createServer(testCertificate, (request, response) => scripted.answer(answers, request, response));
    const scripted = new ScriptedApiServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  kubeconfig(token = 'scripted-token'): ParsedKubeconfig {
    return parsedKubeconfig({ server: this.url, caPem: testCertificate.cert, token });
  }

  /** Resolves when every client has closed its connections. */
  async disconnected(): Promise<void> {
    const limit = AbortSignal.timeout(5_000);
    while (this.sockets.size > 0) await once(this.arrivals, 'departure', { signal: limit });
  }

  /** Resolves when such a request has come. */
  async received(request: string): Promise<void> {
    const limit = AbortSignal.timeout(5_000);
    while (!this.requests.includes(request)) await once(this.arrivals, 'request', { signal: limit });
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private answer(script: Script, request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, 'https://api');
    const isWatch = searchParams.get('watch') === 'true';
    // The script is about Nodes; of Pods there are none.
    if (pathname === '/api/v1/pods') return (isWatch ? watchOf() : podList)(request, response);
    const about = pathname.startsWith('/version')
      ? 'version'
      : pathname !== '/api/v1/nodes'
        ? 'namespace'
        : isWatch
          ? 'watch'
          : 'list';
    this.requests.push(isWatch ? `watch?resourceVersion=${searchParams.get('resourceVersion')}` : about);
    this.arrivals.emit('request');
    script[about](request, response);
  }
}

export function json(status: number, body: unknown): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** What an API server refuses with. */
export function status(code: number, message: string): Answer {
  return json(code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code });
}

export function nodeList(nodes: readonly V1Node[], resourceVersion = '1'): Answer {
  return json(200, { kind: 'NodeList', apiVersion: 'v1', metadata: { resourceVersion }, items: nodes });
}

const podList = json(200, { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items: [] });

/** Accepts the watch and sends these events; then it stays open and silent. */
export function watchOf(...events: readonly object[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    for (const event of events) response.write(`${JSON.stringify(event)}\n`);
  };
}

/** Accepts the watch, sends these events and ends it. */
export function endedWatchOf(...events: readonly object[]): Answer {
  return (request, response) => {
    watchOf(...events)(request, response);
    response.end();
  };
}

/** Each call takes the next answer; the last one stays. */
export function inTurn(...answers: readonly [Answer, ...Answer[]]): Answer {
  let turn = 0;
  return (request, response) => answers[Math.min(turn++, answers.length - 1)]!(request, response);
}

export const neverAnswers: Answer = () => undefined;
