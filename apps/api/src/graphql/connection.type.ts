import { Max, Min } from 'class-validator';
import { ArgsType, Field, Int, InterfaceType, ObjectType, type ClassType } from 'type-graphql';
import type { Page, PageRequest } from '../persistence/page';
import { Cursor } from './scalars';

export const MAX_PAGE_SIZE = 100;

@ObjectType({ simpleResolvers: true, description: 'Where a page lies in its list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there is more after this page.' })
  hasNextPage: boolean;
  @Field(() => Boolean, {
    description: 'Whether this page was asked for with `after`, so that something lies before it.',
  })
  hasPreviousPage: boolean;
  @Field(() => Cursor, { nullable: true, description: 'Of the first entry; null on an empty page.' })
  startCursor: string | null;
  @Field(() => Cursor, {
    nullable: true,
    description: 'Of the last entry: pass it as `after` for the next page; null on an empty page.',
  })
  endCursor: string | null;
}

@ObjectType({
  simpleResolvers: true,
  description: 'A count that stops counting when it would cost more than it is worth.',
})
export class SaturatingCount {
  @Field(() => Int, { description: 'The count, or where counting stopped.' })
  value: number;
  @Field(() => Boolean, { description: 'True: there are more than `value`.' })
  saturated: boolean;
}

@InterfaceType({ description: 'One page of a list.', resolveType: () => undefined })
export abstract class Connection {
  @Field(() => PageInfo, { description: 'Where this page lies in the list.' })
  pageInfo: PageInfo;
  @Field(() => SaturatingCount, {
    complexity: 10,
    description: 'Entries in the whole list, counted only when asked for.',
  })
  totalCount: SaturatingCount;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: 25, description: `Entries to return, 1 to ${MAX_PAGE_SIZE}.` })
  @Min(1)
  @Max(MAX_PAGE_SIZE)
  first: number;

  @Field(() => Cursor, { nullable: true, description: 'Start after this entry: the endCursor of the page before.' })
  after?: string | null;

  get request(): PageRequest {
    return { first: this.first, after: this.after ?? null };
  }
}

interface Priced {
  readonly args: { readonly first?: number };
  readonly childComplexity: number;
}

/** The cost of a list: itself, and what is asked of each entry times how many may come. */
export function listComplexity({ args, childComplexity }: Priced): number {
  return 1 + (args.first ?? 25) * childComplexity;
}

/** A list inside another costs a query for each parent: 50, so that one operation causes 500 of them at most. */
export function nestedListComplexity(priced: Priced): number {
  return 49 + listComplexity(priced);
}

interface ConnectionSource<T> {
  readonly edges: readonly { readonly cursor: string; readonly node: T }[];
  readonly nodes: readonly T[];
  readonly pageInfo: PageInfo;
  readonly totalCount: () => Promise<SaturatingCount>;
}

/** The GraphQL types `<name>Edge` and `<name>Connection` for lists of one type. */
export function connectionType<T extends object>(itemType: () => ClassType<T>, name: string): ClassType<object> {
  @ObjectType(`${name}Edge`, { simpleResolvers: true, description: `One ${name} in a list, with its place.` })
  class Edge {
    @Field(() => Cursor, { description: 'Its place: pass it as `after` to go on from here.' })
    cursor: string;
    @Field(itemType, { description: `The ${name}.` })
    node: T;
  }

  @ObjectType(`${name}Connection`, {
    simpleResolvers: true,
    implements: Connection,
    description: `One page of a list of ${name}.`,
  })
  class ItemConnection extends Connection {
    @Field(() => [Edge], { description: 'The entries with their places.' })
    edges: Edge[];
    @Field(() => [itemType()], { description: 'The entries alone, for who needs no places in between.' })
    nodes: T[];
  }
  return ItemConnection;
}

export function toConnection<T>(page: Page<T>): ConnectionSource<T> {
  const edges = page.items.map((node) => ({ cursor: page.cursorOf(node), node }));
  return {
    edges,
    nodes: page.items,
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: page.count,
  };
}
