import { existsSync } from 'node:fs';
import path from 'node:path';

/** A file of the repository, given from its root: the folder with nx.json. */
export function inRepository(file: string): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'nx.json'))) folder = path.dirname(folder);
  return path.join(folder, file);
}
