import { HttpClient } from '../http-client.ts';
import type { Replica } from '../replica.ts';
import { PAGE_SIZE, type PageServer } from './pages.ts';

/** The API's machine list over GraphQL; `toPage` turns its `data.machines` into the form to compare. */
export function apiPages<Connection extends { pageInfo: { endCursor: string | null } }, Page>(
  replica: Replica,
  query: string,
  toPage: (machines: Connection) => Page,
): PageServer<Page> & Disposable {
  const client = new HttpClient(replica.url, { authorization: replica.authorization });
  return {
    name: 'the API',
    ask: (after) => client.post('/graphql', { query, variables: { first: PAGE_SIZE, after } }),
    read: (text) => {
      const { machines } = dataOf<{ machines: Connection }>(text);
      return { page: toPage(machines), endCursor: machines.pageInfo.endCursor };
    },
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}

/** The data of a GraphQL answer; throws when there are errors beside it. */
export function dataOf<Data>(text: string): Data {
  const { data, errors } = JSON.parse(text) as { data: Data; errors?: unknown };
  if (errors !== undefined) throw new Error(`errors in the answer: ${JSON.stringify(errors)}`);
  return data;
}
