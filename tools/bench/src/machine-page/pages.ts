import { MACHINES } from '../seed-machines.ts';

export const PAGE_SIZE = 100;
const PAGES = MACHINES / PAGE_SIZE;

/** A list in some server, read page by page by its own cursors. */
export interface PageServer<Page> {
  readonly name: string;
  /** Asks for the page after a cursor; null is the first. */
  ask(after: string | null): Promise<{ text: string; milliseconds: number }>;
  /** What the answer says, in the form in which both servers are compared, and its last cursor. */
  read(text: string): { page: Page; endCursor: string | null };
}

/** A page as it was checked once: what to ask for it, and the answer to expect. */
export interface KnownPage<Page> {
  readonly after: string | null;
  readonly text: string;
  readonly page: Page;
}

/** Reads the whole list. */
export async function walk<Page>(server: PageServer<Page>): Promise<KnownPage<Page>[]> {
  const pages: KnownPage<Page>[] = [];
  let after: string | null = null;
  while (pages.length < PAGES) {
    const { text } = await server.ask(after);
    const { page, endCursor } = server.read(text);
    pages.push({ after, text, page });
    after = endCursor;
  }
  return pages;
}

/** Asks for a page again, and makes sure that the very same bytes come: a wrong answer has no time. */
export async function timePage<Page>(server: PageServer<Page>, known: KnownPage<Page>): Promise<number> {
  const { text, milliseconds } = await server.ask(known.after);
  if (text !== known.text) throw new Error(`${server.name} changed its answer to ${known.text}\nto ${text}`);
  return milliseconds;
}
