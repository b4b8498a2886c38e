import 'reflect-metadata';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { resolvers } from './resolvers';
import { DateTime } from './scalars';

/** The schema, assembled from the resolver classes of all modules. */
export function buildGraphSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers,
    scalarsMap: [{ type: Date, scalar: DateTime }],
    validate: { forbidUnknownValues: false },
    // Subscriptions bring their own iterators; nothing is ever published through this.
    pubSub: { publish: refusePublish, subscribe: refusePublish },
  });
}

function refusePublish(): never {
  throw new GraphQLError('lifecycle events come from the log, not from a PubSub');
}
