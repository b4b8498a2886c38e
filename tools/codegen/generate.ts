/**
 * Makes the generated files of this repository from the schema.
 *
 *   node tools/codegen/generate.ts           writes them
 *   node tools/codegen/generate.ts --check   writes nothing, fails when a file on disk is not what would be written
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Generator } from './generator.ts';
import { inRepository } from './paths.ts';
import { docs } from './docs.ts';
import { schemaSdl } from './schema-sdl.ts';
import { sdkDocuments } from './sdk-documents.ts';

// In this order: the documents of the SDK are checked against the schema.
const GENERATORS: Generator[] = [schemaSdl, sdkDocuments, docs];

const check = process.argv.includes('--check');
const differing: string[] = [];

for (const generator of GENERATORS) {
  for (const { path, content } of await generator.outputs()) {
    const file = inRepository(path);
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
    differing.push(`${path} (${generator.name})`);
    if (check) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

if (check && differing.length > 0) {
  console.error(`Generated files are not up to date:\n  ${differing.join('\n  ')}`);
  console.error('Run `node tools/codegen/generate.ts` and commit the result.');
  process.exitCode = 1;
} else {
  console.log(differing.length > 0 ? `Written:\n  ${differing.join('\n  ')}` : 'Generated files are up to date.');
}
