import { createRequire } from 'node:module';
import type { GraphQLSchema } from 'graphql';
import type { Generator } from './generator.ts';
import { inRepository } from './paths.ts';
import { SCHEMA_PATH } from './schema.ts';

const HEADER = '# Generated from the code of apps/api by tools/codegen. Do not edit.\n\n';

/** The schema as the API builds it, from its compiled code: decorators do not survive type stripping. */
export const schemaSdl: Generator = {
  name: 'schema',
  outputs() {
    const require = createRequire(inRepository('apps/api/package.json'));
    const { buildGraphSchema } = require(inRepository('apps/api/dist/graphql/schema.js')) as {
      buildGraphSchema(): GraphQLSchema;
    };
    // The API's own copy of graphql, which the schema's classes come from.
    const { printSchema } = require('graphql') as typeof import('graphql');
    return Promise.resolve([{ path: SCHEMA_PATH, content: `${HEADER}${printSchema(buildGraphSchema())}\n` }]);
  },
};
