import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const sdk = join(__dirname, '..');
const examples = join(sdk, '../../examples');

interface Example {
  /** Where a reader finds it. */
  place: string;
  /** A file that is not there: its folder decides how '@awp/sdk' is resolved. */
  file: string;
  text: string;
}

/** The ts blocks of a text. Behind the stars of a doc comment they are code as well. */
function blocksOf(path: string): Example[] {
  const text = readFileSync(path, 'utf8').replace(/^ *\* ?/gm, '');
  return [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, block = ''], at) => {
    const place = `${relative(sdk, path)}, block ${at + 1}`;
    return { place, file: join(sdk, `${place.replace(/\W+/g, '-')}.mts`), text: block };
  });
}

const sources = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.includes('.spec.') && !name.startsWith('testing'),
);
const found: Example[] = [
  ...blocksOf(join(sdk, 'README.md')),
  ...sources.flatMap((name) => blocksOf(join(__dirname, name))),
  ...readdirSync(examples)
    .filter((name) => name.endsWith('.ts') && !name.includes('.spec.'))
    .map((name) => ({
      place: `examples/${name}`,
      file: join(examples, name),
      text: readFileSync(join(examples, name), 'utf8'),
    })),
];

/** Compiled as one program, against the sources of the SDK. */
function complaints(): Map<string, string[]> {
  const { config } = ts.readConfigFile(join(sdk, '../../tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, composite: false, noEmit: true },
    join(sdk, '../..'),
  );
  const host = ts.createCompilerHost(options);
  const texts = new Map(found.map(({ file, text }) => [file, text]));
  const { readFile, fileExists } = host;
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  const program = ts.createProgram([...texts.keys()], options, host);
  const result = new Map<string, string[]>();
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    const text = `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    const name = file?.fileName ?? 'all';
    result.set(name, [...(result.get(name) ?? []), text]);
  }
  return result;
}

describe('the code that people copy compiles', () => {
  const errors = complaints();

  it('all of it is found', () => {
    const count = (part: string) => found.filter(({ place }) => place.startsWith(part)).length;
    expect(count('README.md')).toBeGreaterThanOrEqual(8);
    expect(count('src/')).toBeGreaterThanOrEqual(10);
    expect(count('examples/')).toBeGreaterThanOrEqual(3);
    expect([...errors.keys()].filter((file) => !found.some((example) => example.file === file))).toEqual([]);
  });

  it.each(found.map(({ place, file }) => [place, file]))('%s', (_, file) => {
    expect(errors.get(file) ?? []).toEqual([]);
  });
});
