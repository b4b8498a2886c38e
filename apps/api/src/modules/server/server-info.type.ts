import { Field, Int, ObjectType } from 'type-graphql';
import { Cursor, DateTime } from '../../graphql/scalars';

@ObjectType({ simpleResolvers: true, description: 'What one operation may be.' })
export class ServerLimits {
  @Field(() => Int, { description: 'Levels of nesting.' })
  maxDepth: number;
  @Field(() => Int, { description: 'Objects an operation could return, as `extensions.cost` counts them.' })
  maxCost: number;
  @Field(() => Int, { description: 'Aliases.' })
  maxAliases: number;
  @Field(() => Int, { description: 'Tokens of the document.' })
  maxTokens: number;
  @Field(() => Int, { description: 'Bytes of a request body or of one WebSocket message.' })
  maxBodyBytes: number;
  @Field(() => Int, { description: 'Entries of a page.' })
  maxPageSize: number;
  @Field(() => Int, { description: 'Subscriptions on one socket.' })
  maxSubscriptionsPerSocket: number;
}

@ObjectType({ simpleResolvers: true, description: 'What this server is.' })
export class ServerInfo {
  @Field(() => String, { description: 'Its version.' })
  version: string;
  @Field(() => [String], { description: 'Trust tiers that profiles and machines may name, lowest first.' })
  trustTiers: string[];
  @Field(() => DateTime, { description: 'When this replica started.' })
  startedAt: Date;
  @Field(() => Cursor, {
    description:
      'The end of the lifecycle log now: read the state, then subscribe with this as `after`, and nothing in between is missed.',
  })
  latestEventCursor: string;
  @Field(() => ServerLimits, { description: 'What one operation may be.' })
  limits: ServerLimits;
}
