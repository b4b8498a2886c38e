import { describe, expect, it } from '@jest/globals';
import { pagePromise, type Page } from './page.js';

/** Three pages: [1, 2] -> [3, 4] -> [5]. */
function pages() {
  const asked: (string | null | undefined)[] = [];
  const load = async (after: string | null | undefined): Promise<Page<number>> => {
    asked.push(after);
    const at = Number(after ?? 0);
    const nodes = [1, 2, 3, 4, 5].slice(at, at + 2);
    const pageInfo = { hasNextPage: at + 2 < 5, hasPreviousPage: at > 0, startCursor: null, endCursor: String(at + 2) };
    return { nodes, pageInfo, totalCount: { value: 5, saturated: false } };
  };
  return { asked, list: pagePromise(undefined, load) };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('a page promise', () => {
  it('asks for nothing until it is used', () => {
    expect(pages().asked).toEqual([]);
  });

  it('is a promise of the first page', async () => {
    const { list, asked } = pages();
    expect((await list).nodes).toEqual([1, 2]);
    await list.finally(() => undefined);
    expect(asked).toEqual([undefined]);
  });

  it('is an iterable of the items of all pages', async () => {
    const { list, asked } = pages();
    expect(await all(list)).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([undefined, '2', '4']);
  });

  it('fetches each page once, however many iterate at the same time', async () => {
    const { list, asked } = pages();
    expect(await Promise.all([all(list), all(list), list.then((page) => page.nodes)])).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
      [1, 2],
    ]);
    expect(asked).toEqual([undefined, '2', '4']);
  });

  it('asks for no page after the one where a loop stopped', async () => {
    const { list, asked } = pages();
    for await (const item of list) if (item === 3) break;
    expect(asked).toEqual([undefined, '2']);
  });

  it('ends with an error rather than for ever when a page leads to itself', async () => {
    const pageInfo = { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: 'here' };
    const list = pagePromise('here', async () => ({
      nodes: [1],
      pageInfo,
      totalCount: { value: 1, saturated: false },
    }));
    await expect(all(list)).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
  });

  it('passes a failure to whoever uses it', async () => {
    const list = pagePromise<number>(undefined, () => Promise.reject(new Error('no page')));
    await expect(list).rejects.toThrow('no page');
    await expect(all(list)).rejects.toThrow('no page');
    expect(await list.catch(() => 'caught')).toBe('caught');
  });
});
