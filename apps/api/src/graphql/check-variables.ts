import {
  coerceInputValue,
  GraphQLEnumType,
  isInputType,
  isNonNullType,
  getNamedType,
  print,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { ApiError } from './api-error';

const MOST_COMPLAINTS = 10;

/**
 * Refuses variables that do not fit their types, naming place and rule. GraphQL's own complaint quotes the value, and
 * an input may hold a secret beside a misspelt field; so variables are checked here first, and the value is left out.
 */
export function checkVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const complaints = (operation.variableDefinitions ?? []).flatMap(({ variable, type: typeNode, defaultValue }) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, typeNode as never);
    // Validation has made sure that it is an input type.
    if (!isInputType(type)) return [];
    if (variables[name] === undefined && (defaultValue !== undefined || !isNonNullType(type))) return [];
    if (variables[name] === undefined)
      return [`Variable "$${name}" of required type "${print(typeNode)}" was not provided.`];
    return complaintsAbout(name, variables[name], type);
  });
  if (complaints.length > 0) throw new ApiError('BAD_REQUEST', complaints.slice(0, MOST_COMPLAINTS).join(' '));
}

function complaintsAbout(name: string, value: unknown, type: GraphQLInputType): string[] {
  const complaints: string[] = [];
  coerceInputValue(value, type, (path, _value, error) => {
    const place = [name, ...path]
      .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
      .join('');
    if (complaints.length === MOST_COMPLAINTS) throw new ApiError('BAD_REQUEST', complaints.join(' '));
    complaints.push(`Variable "$${name}" got an invalid value at "${place}"; ${ruleIn(error.message, type)}`);
  });
  return complaints;
}

/** The rule of a complaint without the value, which scalars put behind a colon and enums in front. */
function ruleIn(message: string, type: GraphQLInputType): string {
  if (message.startsWith('Value ')) {
    const named = getNamedType(type);
    return named instanceof GraphQLEnumType
      ? `expected one of ${named
          .getValues()
          .map(({ name }) => name)
          .join(', ')}.`
      : 'the value is not one of its enum.';
  }
  return message.replace(/(cannot represent[^:]*): [\s\S]*$/, '$1.');
}
