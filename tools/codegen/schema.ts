import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { inRepository } from './paths.ts';

export const SCHEMA_PATH = 'apps/api/schema.graphql';

/** The graph as the API emits it: the one source of everything that is generated. */
export function readSchema(): GraphQLSchema {
  return buildSchema(readFileSync(inRepository(SCHEMA_PATH), 'utf8'));
}
