import { createRequire } from 'node:module';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { HttpClient } from '../http-client.ts';
import { inRepository } from '../paths.ts';
import { startReplica } from '../replica.ts';
import type { Channel } from './channel.ts';

/** Parts of the compiled API. */
const load = createRequire(inRepository('apps/api/dist/'));
const { Database } = load(
  './persistence/database',
) as typeof import('../../../../apps/api/dist/persistence/database.js');
const { CommitNotice } = load(
  './lifecycle/commit-notice',
) as typeof import('../../../../apps/api/dist/lifecycle/commit-notice.js');
const { createLog } = load('./log') as typeof import('../../../../apps/api/dist/log.js');

export const SUBSCRIPTION = `subscription Events($after: Cursor) {
  lifecycleEvents(after: $after) { cursor sequence type subjectId from to actor occurredAt reason { code message } }
}`;

interface Answer {
  readonly lifecycleEvents: { readonly to: string };
}

/**
 * The product's own way: this process writes as a replica does, through Database with its CommitNotice; another replica
 * in a process of its own serves the subscribers over graphql-transport-ws, each on its own socket.
 */
export async function openApiChannel(databaseUrl: string): Promise<Channel> {
  await using opened = new AsyncDisposableStack();
  const replica = opened.use(await startReplica(databaseUrl));
  const http = opened.use(new HttpClient(replica.url, { authorization: replica.authorization }));

  const log = createLog('warn');
  const database = opened.adopt(await Database.open({ url: databaseUrl, log, poolSize: 2 }), (one) => one.close());
  const notice = opened.adopt(new CommitNotice(databaseUrl, log, () => undefined), (one) => one.stop());
  let committedAt = 0;
  database.onCommittedEvents(() => {
    committedAt = performance.now();
    notice.send();
  });
  await notice.start();

  const latestCursor = async (): Promise<string> => {
    const { text } = await http.post('/graphql', { query: '{ serverInfo { latestEventCursor } }' });
    return (JSON.parse(text) as { data: { serverInfo: { latestEventCursor: string } } }).data.serverInfo
      .latestEventCursor;
  };

  const running = opened.move();
  return {
    commit: async (numbers) => {
      await database.withTransaction((tx) => {
        tx.emit(...numbers.map(newEvent));
        return Promise.resolve();
      });
      return committedAt;
    },
    subscribe: async (arrive, lost) => {
      const after = await latestCursor();
      const connected = Promise.withResolvers<void>();
      const client = createClient({
        url: `${replica.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        lazy: false,
        retryAttempts: 0,
        connectionParams: { authorization: replica.authorization },
        onNonLazyError: (error) => connected.reject(error),
        on: { connected: () => connected.resolve() },
      });
      await connected.promise;
      running.defer(() => client.dispose());
      let ending = false;
      running.defer(() => void (ending = true));
      client.subscribe<Answer>(
        { query: SUBSCRIPTION, variables: { after } },
        {
          next: ({ data, errors }) => {
            if (errors) lost(new Error(JSON.stringify(errors)));
            else arrive(Number(data!.lifecycleEvents.to));
          },
          error: (error) => lost(new Error('a subscription failed', { cause: error })),
          complete: () => {
            if (!ending) lost(new Error('a subscription ended'));
          },
        },
      );
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function newEvent(number: number) {
  return {
    type: 'ProjectCreated',
    subjectKind: 'PROJECT' as const,
    subjectId: 'project_bench',
    clusterId: null,
    projectId: null,
    from: null,
    to: String(number),
    reason: { code: 'BENCH', message: 'written by a benchmark' },
    actor: 'bench',
    cause: { kind: 'MUTATION' as const, reference: null },
    traceId: null,
    occurredAt: new Date(),
  };
}
