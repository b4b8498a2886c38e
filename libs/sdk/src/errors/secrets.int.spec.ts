import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { clientOn, type AwpClient } from '../client.js';
import { systemClock } from '../clock.js';
import type { ClientOptions } from '../options.js';
import { createRuntime } from '../runtime.js';
import { fault } from '../testing/sample.js';
import { ScriptedServer, type Received, type Step } from '../testing/scripted-server.js';
import type { AwpError } from './awp-error.js';

const TOKEN = 'awp_canaryTokenThatMustNeverShow';
const SECRET = 'canarySecretInKubeconfig0123456789';
const KUBECONFIG = `apiVersion: v1\nusers:\n- name: admin\n  user:\n    token: ${SECRET}\n`;

let server: ScriptedServer;
beforeEach(async () => {
  server = await ScriptedServer.start();
});
afterEach(() => server.stop());

const client = (options: Partial<ClientOptions> = {}): AwpClient => {
  const defaults = { url: server.url, token: TOKEN, webSocket: WebSocket, retries: 1 };
  return clientOn(createRuntime({ ...defaults, ...options }, systemClock, () => 0));
};

/** Everything an error can be turned into on its way to a log. */
function everyForm(error: AwpError): string {
  const { message, stack, cause } = error;
  const deep = inspect(error, { depth: Infinity, showHidden: true, getters: false });
  return [message, stack, String(error), JSON.stringify(error), inspect(error), deep, inspect(cause)].join('\n');
}

async function failureOf(work: Promise<unknown>): Promise<AwpError> {
  return work.then(
    () => Promise.reject(new Error('it should have failed')),
    (error: AwpError) => error,
  );
}

function expectNoSecret(error: AwpError): void {
  expect(everyForm(error)).not.toContain(TOKEN);
  expect(everyForm(error)).not.toContain(SECRET);
  expect(everyForm(error)).not.toMatch(/canary/i);
}

const rejected = (message: string): Step => ({
  body: {
    data: {
      registerCluster: {
        __typename: 'Rejected',
        errors: [
          {
            code: 'KUBECONFIG_UNREADABLE',
            field: 'kubeconfig.content',
            message,
            remedy: `mend ${message}`,
            retryable: false,
            subject: null,
          },
        ],
      },
    },
  },
});

const quoted = ({ body }: Received): string =>
  `Variable "$input" got invalid value ${JSON.stringify(body.variables.input)}`;

describe('no error tells what was sent', () => {
  it.each<[string, Step]>([
    ['a lost connection', 'cut'],
    ['a page of a proxy that shows the request', (received) => ({ status: 500, body: JSON.stringify(received) })],
    ['a retryable page that shows the headers', ({ headers }) => ({ status: 502, body: JSON.stringify(headers) })],
    [
      'a GraphQL error that quotes the variables',
      (received) => ({ status: 400, ...fault('BAD_REQUEST', {}, quoted(received)) }),
    ],
    [
      'a GraphQL error that quotes the token',
      ({ headers }) => fault('UNAUTHENTICATED', {}, `no such token: ${headers.authorization}`),
    ],
    [
      'an error with data that holds the input',
      ({ body }) => ({ body: { data: body.variables, ...fault('INTERNAL').body } }),
    ],
    [
      'an error with further extensions',
      ({ body }) =>
        fault('INTERNAL', {
          remedy: quoted({ body } as Received),
          stacktrace: [quoted({ body } as Received)],
          input: body.variables,
        }),
    ],
    ['a rejection that quotes a line', rejected(`cannot read "    token: ${SECRET}" in line 5`)],
    ['a rejection that quotes the beginning', rejected(`unexpected token near ${SECRET.slice(0, 20)}`)],
  ])('%s', async (_, step) => {
    server.script(step);
    const register = client().clusters.register({ key: 'edge', name: 'Edge', kubeconfig: { content: KUBECONFIG } });
    const error = await failureOf(register);
    expect(error.code).toMatch(/^[A-Z0-9_]+$/);
    expectNoSecret(error);
    expect(error.cause).toBeUndefined();
  });

  it('a call that takes too long', async () => {
    server.script('hang');
    const register = client().clusters.register(
      { key: 'edge', name: 'Edge', kubeconfig: { content: KUBECONFIG } },
      { timeoutMs: 30 },
    );
    expectNoSecret(await failureOf(register));
  });

  it('a fetch that puts headers and body into its error', async () => {
    const fetch: ClientOptions['fetch'] = async (_url, { headers, body }) => {
      throw Object.assign(new TypeError(`failed: ${JSON.stringify(headers)} ${body}`), {
        code: `E ${TOKEN}`,
        cause: { code: 'ECONNRESET', headers },
      });
    };
    const error = await failureOf(
      client({ fetch }).clusters.register({ key: 'e', name: 'E', kubeconfig: { content: KUBECONFIG } }),
    );
    expectNoSecret(error);
    expect(error.message).toContain('ECONNRESET');
  });

  it('a token that does not fit into a header', async () => {
    expectNoSecret(await failureOf(client({ token: `${TOKEN}\n` }).viewer()));
  });

  it('a subscription whose server quotes the token', async () => {
    const stream = client().events({ filter: { subjectId: 'canary_subject_0123456789' } });
    const event = stream.next();
    const socket = await server.subscriber();
    socket.fail('FORBIDDEN', {}, `${socket.connectionParams.authorization} may not see canary_subject_0123456789`);
    const error = await failureOf(event);
    expect(error.message).toBe('LifecycleEvents failed with FORBIDDEN: Bearer [redacted] may not see [redacted]');
    expectNoSecret(error);
  });

  it('a document of the caller', async () => {
    server.script((received) => fault('BAD_REQUEST', {}, `bad ${JSON.stringify(received.body.variables)}`));
    const error = await failureOf(
      client().query<unknown, object>('query Q($a: A) { a(a: $a) }', { a: { deep: [{ secret: SECRET }] } }),
    );
    expectNoSecret(error);
  });
});

describe('no other object tells the token', () => {
  it('the client, a list or a stream in a log', () => {
    const made = client();
    const seen = [made, made.machines.list({ first: 1 }), made.events()];
    for (const object of seen) {
      const text = `${inspect(object, { depth: Infinity, showHidden: true })} ${JSON.stringify(object)}`;
      expect(text).not.toContain(TOKEN);
    }
  });
});
