import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages are no TypeScript and stay where they are written: src and dist are siblings, so this holds from both. */
export const pagesDir = join(__dirname, '..', '..', '..', 'src', 'http', 'playground');

/** One tab of the playground, as it looks at first. */
export interface Example {
  readonly name: string;
  readonly query: string;
  /** JSON as text, with its layout; null when the operations take none. */
  readonly variables: string | null;
}

/** `examples/<number>-<name>.graphql` in order of their numbers, each with the `.variables.json` beside it, if any. */
export function readExamples(): Example[] {
  const dir = join(pagesDir, 'examples');
  const files = readdirSync(dir).filter((file) => file.endsWith('.graphql'));
  return files.sort().map((file) => {
    const name = file.replace(/\.graphql$/, '');
    const variables = join(dir, `${name}.variables.json`);
    return {
      name,
      query: readFileSync(join(dir, file), 'utf8').trim(),
      variables: existsSync(variables) ? readFileSync(variables, 'utf8').trim() : null,
    };
  });
}
