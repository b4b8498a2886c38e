import type { WebSocket } from 'ws';
import { Handover } from './handover.js';

export interface Subscribed {
  id: string;
  payload: { query: string; operationName: string; variables: { after?: string; filter?: unknown } };
}

/** The server's end of one WebSocket, in the hands of a test. */
export class ScriptedSocket {
  readonly closed: Promise<number>;
  connectionParams: Record<string, string> = {};
  subscribed!: Subscribed;
  readonly #socket: WebSocket;
  readonly #messages = new Handover<{ type: string; payload?: unknown }>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('message', (data) => this.#messages.give(JSON.parse(String(data))));
  }

  async receive(type: string): Promise<{ type: string; payload?: unknown }> {
    const message = await this.#messages.take();
    if (message.type !== type) throw new Error(`expected ${type}, the client sent ${message.type}`);
    return message;
  }

  /** Waits for connection_init, acknowledges it, waits for the subscription. */
  async greet(): Promise<void> {
    this.connectionParams = (await this.receive('connection_init')).payload as Record<string, string>;
    this.send({ type: 'connection_ack' });
    this.subscribed = (await this.receive('subscribe')) as unknown as Subscribed;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  /** Events with these sequence numbers. */
  events(...sequences: number[]): void {
    for (const sequence of sequences) this.next({ data: { lifecycleEvents: lifecycleEvent(sequence) } });
  }

  next(payload: object): void {
    this.send({ id: this.subscribed.id, type: 'next', payload });
  }

  fail(code: string, extensions: object = {}, message = `said ${code}`): void {
    this.send({ id: this.subscribed.id, type: 'error', payload: [{ message, extensions: { code, ...extensions } }] });
  }

  close(code: number): void {
    this.#socket.close(code);
  }

  /** Ends the connection without a closing handshake: the client sees 1006. */
  cut(): void {
    this.#socket.terminate();
  }
}

export function lifecycleEvent(sequence: number) {
  return {
    __typename: 'MachineLifecycleEvent',
    cursor: `cursor-${sequence}`,
    sequence,
    occurredAt: '2030-01-01T00:00:00.000Z',
    type: 'MachineLifecycleChanged',
    actor: 'observer',
    cause: null,
    traceId: null,
    subjectId: 'machine_1',
    from: 'ENROLLING',
    to: 'READY',
    reason: null,
    clusterId: 'cluster_1',
    machine: { id: 'machine_1', name: 'alpha', lifecycle: 'READY' },
  };
}
