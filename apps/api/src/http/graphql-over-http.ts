import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Server } from 'node:http';
import type { App } from '../app';
import { admissionRules, costOf } from '../graphql/admission';
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
        didResolveOperation: ({ document, request }) => {
          cost = costOf(schema, document, request.operationName, request.variables ?? {});
          return Promise.resolve();
        },
        willSendResponse: ({ response }) => {
          if (cost !== null && response.body.kind === 'single') response.body.singleResult.extensions = { cost };
          return Promise.resolve();
        },
      });
    },
  };
}
