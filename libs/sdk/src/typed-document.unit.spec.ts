import { describe, expect, it } from '@jest/globals';
import { operationOf } from './typed-document.js';

describe('the operation of a document', () => {
  it.each([
    ['{ viewer { role } }', 'query', undefined],
    ['query Names { machines { nodes { name } } }', 'query', 'Names'],
    ['query($id:ID!){machine(id:$id){id}}', 'query', undefined],
    [
      'fragment F on X { query mutation } mutation Adopt($input: I!) { adopt(input: $input) { id } }',
      'mutation',
      'Adopt',
    ],
    ['# subscription Commented\nquery Real { a }', 'query', 'Real'],
    ['query Q($a: String = "mutation M {") { a }', 'query', 'Q'],
    ['subscription Follow { lifecycleEvents { cursor } }', 'subscription', 'Follow'],
  ])('%s', (text, kind, name) => {
    expect(operationOf(text)).toEqual({ kind, name });
  });
});
