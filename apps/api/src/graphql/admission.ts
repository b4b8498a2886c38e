import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type GraphQLError,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { ApiError } from './api-error';
import { checkVariables } from './check-variables';
import { limits } from './limits';

/**
 * Who gets in: the one pipeline that every operation passes, whichever way it came. graphql-ws runs none of Apollo's
 * rules, so both are handed these.
 */
export function admissionRules(introspection: boolean): ValidationRule[] {
  const refuse = (code: 'QUERY_TOO_DEEP' | 'TOO_MANY_ALIASES' | 'TOO_MANY_DIRECTIVES', most: number) => ({
    propagateOnRejection: false,
    onReject: [
      (context: { reportError: (error: GraphQLError) => void } | null) =>
        context?.reportError(new ApiError(code, `expected at most ${most}; this operation has more`)),
    ],
  });
  return [
    // Introspection is deep by nature and bounded by the schema.
    maxDepthRule({
      n: limits.maxDepth,
      ignoreIntrospection: true,
      flattenFragments: true,
      ...refuse('QUERY_TOO_DEEP', limits.maxDepth),
    }),
    maxAliasesRule({ n: limits.maxAliases, ...refuse('TOO_MANY_ALIASES', limits.maxAliases) }),
    maxDirectivesRule({ n: limits.maxDirectives, ...refuse('TOO_MANY_DIRECTIVES', limits.maxDirectives) }),
    ...(introspection ? [] : [noIntrospectionRule]),
  ];
}

/** One refusal, however much of the schema was asked for. `__typename` is no introspection: every client sends it. */
const noIntrospectionRule: ValidationRule = (context) => {
  let refused = false;
  return {
    Field: (node) => {
      if (refused || (node.name.value !== '__schema' && node.name.value !== '__type')) return;
      refused = true;
      context.reportError(new ApiError('INTROSPECTION_OFF', 'introspection is switched off here'));
    },
  };
};

export interface Cost {
  readonly requested: number;
  readonly limit: number;
}

/**
 * What an operation could return at most, by the page sizes it asks for, once its variables are known to fit.
 * Throws BAD_REQUEST, QUERY_TOO_COSTLY.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  checkVariables(schema, operation, variables);
  const requested = getComplexity({
    schema,
    query: document,
    operationName: operation.name?.value,
    variables: { ...variables },
    estimators: [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 1 })],
  });
  if (requested > limits.maxCost) {
    throw new ApiError(
      'QUERY_TOO_COSTLY',
      `expected a cost of at most ${limits.maxCost}; this operation has ${requested}`,
    );
  }
  return { requested, limit: limits.maxCost };
}
