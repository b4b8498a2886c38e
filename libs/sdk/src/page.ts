import type { PageInfo, TotalCount } from './_generated/documents.js';
import { AwpError } from './errors/awp-error.js';

export interface Page<T> {
  nodes: T[];
  pageInfo: PageInfo;
  /** Counted up to a limit of the server; `saturated` says that there are more than `value`. */
  totalCount: TotalCount;
}

export interface PageParams {
  /** Items of a page, 1 to 100. The server's default is 25. */
  first?: number | null | undefined;
  /** `pageInfo.endCursor` of the page before. */
  after?: string | null | undefined;
}

/**
 * The first page as a promise, and every item of every page as an async iterable. Nothing is sent before one of the
 * two is used, and each page is fetched once, however many iterate.
 *
 * @example
 * ```ts
 * import { createClient } from '@awp/sdk';
 *
 * const client = createClient({ url: process.env.AWP_URL!, token: process.env.AWP_TOKEN! });
 * const machines = client.machines.list({ first: 100 });
 * const page = await machines;
 * console.log(`${page.totalCount.value} machines`);
 * for await (const machine of machines) console.log(machine.name);
 * ```
 */
export interface PagePromise<T> extends Promise<Page<T>>, AsyncIterable<T> {}

type Load<T> = (after: string | null | undefined) => Promise<Page<T>>;

export function pagePromise<T>(after: string | null | undefined, load: Load<T>): PagePromise<T> {
  const first = new LinkedPage(after, load);
  return {
    then: (onPage, onError) => first.page().then(onPage, onError),
    catch: (onError) => first.page().catch(onError),
    finally: (onEnd) => first.page().finally(onEnd),
    [Symbol.asyncIterator]: () => itemsFrom(first),
    [Symbol.toStringTag]: 'PagePromise',
  };
}

/** An iterator holds the page it is at and not the one it began with, so a long list is not kept in memory. */
async function* itemsFrom<T>(start: LinkedPage<T>): AsyncGenerator<T, void, undefined> {
  for (let at: LinkedPage<T> | undefined = start; at; at = await at.next()) yield* (await at.page()).nodes;
}

class LinkedPage<T> {
  #page: Promise<Page<T>> | undefined;
  #next: LinkedPage<T> | undefined;

  constructor(
    readonly after: string | null | undefined,
    readonly load: Load<T>,
  ) {}

  page(): Promise<Page<T>> {
    return (this.#page ??= this.load(this.after));
  }

  async next(): Promise<LinkedPage<T> | undefined> {
    const { hasNextPage, endCursor } = (await this.page()).pageInfo;
    if (!hasNextPage) return undefined;
    if (endCursor === null || endCursor === this.after) {
      throw new AwpError('The server promises a next page and gives no way to it', { code: 'BAD_RESPONSE' });
    }
    return (this.#next ??= new LinkedPage(endCursor, this.load));
  }
}
