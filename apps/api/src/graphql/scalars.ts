import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';

/** RFC 3339 in UTC. */
export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'A moment in UTC, as RFC 3339 text: 2026-11-30T12:00:00.000Z.',
});

/** graphql's Int ends at 2^31, which is 2 GiB. */
export const Bytes = new GraphQLScalarType<number, number>({
  name: 'Bytes',
  description: 'A whole number of bytes, as a JSON number up to 2^53.',
  serialize: (value) => Number(value),
  parseValue: readBytes,
  parseLiteral: (node) => readBytes(node.kind === Kind.INT ? Number(node.value) : undefined),
});

function readBytes(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new GraphQLError('expected a whole number of bytes from 0 to 2^53');
}

export const Cursor = new GraphQLScalarType<string, string>({
  name: 'Cursor',
  description: 'A place in a list or stream. Opaque: keep it and pass it back as `after` to the field it came from.',
  serialize: String,
  parseValue: readCursor,
  parseLiteral: (node) => readCursor(node.kind === Kind.STRING ? node.value : undefined),
});

function readCursor(value: unknown): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= 1_000) return value;
  throw new GraphQLError('expected a cursor, as an answer gave it');
}
