import { describe, expect, it } from '@jest/globals';
import { createRuntime } from './runtime.js';

const token = 'awp_test';

describe('the options of a client', () => {
  it.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/graphql', 'ws://127.0.0.1:4000/graphql'],
    ['https://awp.example.com/', 'https://awp.example.com/graphql', 'wss://awp.example.com/graphql'],
    ['https://example.com/awp/graph', 'https://example.com/awp/graph', 'wss://example.com/awp/graph'],
  ])('%s leads to %s and %s', (url, http, socket) => {
    expect(createRuntime({ url, token })).toMatchObject({ url: http, webSocketUrl: socket });
  });

  it.each([['nonsense'], ['ftp://example.com'], ['']])('refuses %p as an address', (url) => {
    expect(() => createRuntime({ url, token })).toThrow('must be a URL with http: or https:');
  });

  it('refuses credentials in the address, without repeating them', () => {
    const create = () => createRuntime({ url: 'https://me:canary@example.com', token });
    expect(create).toThrow('Credentials belong in `token`');
    expect(create).not.toThrow('canary');
  });

  it.each([['two words'], ['line\nbreak'], [''], ['ключ']])(
    'refuses the token %p before it can end in a header',
    async (bad) => {
      await expect(createRuntime({ url: 'http://127.0.0.1', token: bad }).token()).rejects.toThrow(
        'must be text without spaces',
      );
      await expect(createRuntime({ url: 'http://127.0.0.1', token: () => bad }).token()).rejects.toThrow(
        'must be text',
      );
    },
  );
});
