import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { Handover } from './handover.js';
import { ScriptedSocket } from './scripted-socket.js';

export interface Received {
  headers: IncomingHttpHeaders;
  body: { query: string; variables: Record<string, unknown>; operationName: string };
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, or as it is when a string. */
  body?: unknown;
}

/** `'hang'` never answers; `'cut'` ends the connection without a word. */
export type Step = Reply | 'hang' | 'cut' | ((received: Received) => Reply);

/**
 * A server that does what a test tells it to, over real HTTP and WebSockets: it answers requests with the steps of its
 * script, the last one for ever, and hands each socket to the test, which speaks graphql-transport-ws on it by hand.
 */
export class ScriptedServer {
  readonly requests: Received[] = [];
  readonly arrivals = new Handover<Received>();
  readonly #sockets = new Handover<ScriptedSocket>();
  readonly #connections = new Set<Socket>();
  readonly #http: Server;
  readonly #webSockets: WebSocketServer;
  #steps: Step[] = [];
  socketsOpened = 0;

  private constructor() {
    this.#http = createServer((request, response) => {
      void readBody(request).then((text) => {
        const received: Received = { headers: request.headers, body: JSON.parse(text) };
        this.requests.push(received);
        this.arrivals.give(received);
        const step = this.#steps.length > 1 ? this.#steps.shift() : this.#steps[0];
        if (step === undefined || step === 'hang') return;
        if (step === 'cut') return void request.socket.destroy();
        const { status = 200, headers, body } = typeof step === 'function' ? step(received) : step;
        const json = typeof body !== 'string';
        response.writeHead(status, { 'content-type': json ? 'application/json' : 'text/html', ...headers });
        response.end(json ? JSON.stringify(body) : body);
      });
    });
    this.#http.on('connection', (connection) => {
      this.#connections.add(connection);
      connection.on('close', () => this.#connections.delete(connection));
    });
    this.#webSockets = new WebSocketServer({ server: this.#http, handleProtocols: () => 'graphql-transport-ws' });
    this.#webSockets.on('connection', (socket) => {
      this.socketsOpened += 1;
      this.#sockets.give(new ScriptedSocket(socket));
    });
  }

  static async start(): Promise<ScriptedServer> {
    const server = new ScriptedServer();
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  script(...steps: Step[]): void {
    this.#steps = steps;
  }

  /** The next socket that a client opened. */
  socket(): Promise<ScriptedSocket> {
    return this.#sockets.take();
  }

  /** The next socket, after it has been greeted and has subscribed. */
  async subscriber(): Promise<ScriptedSocket> {
    const socket = await this.socket();
    await socket.greet();
    return socket;
  }

  async stop(): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    this.#webSockets.close();
    await new Promise((resolve) => this.#http.close(resolve));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
