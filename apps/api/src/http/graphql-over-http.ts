import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { Server } from 'node:http';
import type { App } from '../app';
import { admissionRules, costOf } from '../graphql/admission';
import { ApiError } from '../graphql/api-error';
import type { Context } from '../graphql/context';
import { limits } from '../graphql/limits';
import type { PresentError } from '../graphql/present-error';
import { currentScope } from './request-scope';

/** Apollo, with our rules for who gets in and how errors leave. */
export function createApolloServer(
  app: App,
  schema: GraphQLSchema,
  server: Server,
  introspection: boolean,
  presentError: PresentError,
): ApolloServer<Context> {
  return new ApolloServer<Context>({
    schema,
    introspection: true, // Decided by our own rule, the same for WebSocket.
    validationRules: admissionRules(introspection),
    parseOptions: { maxTokens: limits.maxTokens },
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    logger: app.log,
    formatError: (formatted, error) => presentError(error ?? formatted, currentScope().requestId),
    plugins: [
      ApolloServerPluginDrainHttpServer({ httpServer: server }),
      ApolloServerPluginLandingPageDisabled(),
      // It wraps every field to compute cache hints that nobody gives: a tenth of a large page's time.
      ApolloServerPluginCacheControlDisabled(),
      costPlugin(schema),
    ],
  });
}

/** Refuses what costs too much, and tells of every answer what it cost. */
function costPlugin(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () => {
      let cost: ReturnType<typeof costOf> | null = null;
      return Promise.resolve({
        didResolveOperation: ({ contextValue, document, operation, request }) => {
          try {
            // Before anything is looked at that costs time: every operation needs a caller.
            contextValue.assertMay('server.view');
            cost = costOf(schema, document, notSubscription(operation!), request.variables ?? {});
          } catch (error) {
            // Whatever is wrong here is the caller's, which Apollo cannot know.
            if (!(error instanceof GraphQLError)) throw error;
            const status = error instanceof ApiError && error.code === 'UNAUTHENTICATED' ? 401 : 400;
            const extensions = { http: { status } };
            throw new GraphQLError(error.message, { nodes: error.nodes, originalError: error, extensions });
          }
          return Promise.resolve();
        },
        willSendResponse: ({ response }) => {
          if (response.body.kind !== 'single') return Promise.resolve();
          const { singleResult } = response.body;
          if (cost !== null) singleResult.extensions = { cost };
          // So that balancers and simple clients see it too.
          if (
            !singleResult.data &&
            singleResult.errors?.some(({ extensions }) => extensions?.['code'] === 'UNAVAILABLE')
          ) {
            response.http.status = 503;
          }
          return Promise.resolve();
        },
      });
    },
  };
}

function notSubscription(operation: OperationDefinitionNode): OperationDefinitionNode {
  if (operation.operation !== 'subscription') return operation;
  throw new ApiError(
    'BAD_REQUEST',
    'expected a query or mutation; subscriptions come over WebSocket (graphql-transport-ws) at this path',
  );
}
