import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startServer, type TestServer } from '../testing/server';

describe('an upgrade request that nobody sane would send', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });

  afterAll(() => server.close());

  const send = async (...lines: string[]): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return socket;
  };
  const upgrade = [
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  const answerTo = async (...lines: string[]): Promise<string> => {
    const socket = await send(...lines);
    const [data] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return data.toString().split('\r\n')[0]!;
  };

  it.each([
    ['GET // HTTP/1.1', '404'],
    ['GET http://[ HTTP/1.1', '404'],
    ['GET /elsewhere HTTP/1.1', '404'],
  ])('is refused and harms nobody: %s', async (line, status) => {
    expect(await answerTo(line, ...upgrade)).toContain(status);
  });

  it.each(['https://evil.example', 'null', '::::'])(
    'is refused from the page of a foreign origin: %s',
    async (origin) => {
      expect(await answerTo('GET /graphql HTTP/1.1', ...upgrade, `Origin: ${origin}`)).toContain('403');
    },
  );

  it('may be cut off by its peer at any moment', async () => {
    for (let n = 0; n < 20; n += 1) {
      const socket = await send(n % 2 === 0 ? 'GET /elsewhere HTTP/1.1' : 'GET /graphql HTTP/1.1', ...upgrade);
      socket.resetAndDestroy();
    }
    expect((await server.query<{ viewer: object }>('{ viewer { role } }')).data.viewer).toEqual({ role: 'ADMIN' });
  });
});
