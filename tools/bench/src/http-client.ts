import { Agent, request } from 'node:http';

export interface Exchange {
  readonly text: string;
  /** From the first byte sent to the last byte received. */
  readonly milliseconds: number;
}

/** One connection that is kept open, as a client that asks often has it. */
export class HttpClient implements Disposable {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly url: string;
  private readonly headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    // The servers listen on IPv4; looking up "localhost" for each connection would be part of no one's answer.
    this.url = url.replace('//localhost', '//127.0.0.1');
    this.headers = headers;
  }

  get(path: string): Promise<Exchange> {
    return this.exchange('GET', path, null);
  }

  post(path: string, body: object): Promise<Exchange> {
    return this.exchange('POST', path, JSON.stringify(body));
  }

  [Symbol.dispose](): void {
    this.agent.destroy();
  }

  private exchange(method: string, path: string, body: string | null): Promise<Exchange> {
    const headers = {
      ...this.headers,
      ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
    const begun = performance.now();
    const sent = request(`${this.url}${path}`, { method, headers, agent: this.agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - begun;
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ text, milliseconds });
        else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${text.slice(0, 2_000)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
    return promise;
  }
}
