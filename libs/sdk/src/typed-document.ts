/**
 * A GraphQL document that knows its types. The documents that GraphQL Code Generator writes in string mode
 * (`TypedDocumentString`) fit, and so does a plain string, whose result is then `unknown`.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string;
  /** Never set; carries the types. The name is the one that generated documents use. */
  readonly __apiType?: (variables: Variables) => Result;
}

export type OperationKind = 'query' | 'mutation' | 'subscription';

/** What a document does, and the name it gives itself: `ListMachines`. */
export interface Operation {
  kind: OperationKind;
  name: string | undefined;
}

const SKIPPED = /#[^\n\r]*|"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n\r])*"/g;
const DEFINITION = /\b(query|mutation|subscription)\b\s*([_A-Za-z]\w*)?/;

/** The first operation of a document. Fields may be called `query` too, so only the outermost level is looked at. */
export function operationOf(text: string): Operation {
  let depth = 0;
  let outermost = '';
  for (const character of text.replace(SKIPPED, ' ')) {
    if (character === '}') depth -= 1;
    if (depth === 0) outermost += character;
    if (character === '{') depth += 1;
  }
  const [, kind, name] = DEFINITION.exec(outermost) ?? [];
  return { kind: (kind as OperationKind | undefined) ?? 'query', name };
}
