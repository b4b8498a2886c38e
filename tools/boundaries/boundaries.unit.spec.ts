import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

interface Case {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** The rules that say so; none for what is fine. */
  readonly breaks: readonly string[];
}

const BOUNDARY = '@nx/enforce-module-boundaries';
const IMPORT = 'no-restricted-imports';
const SYNTAX = 'no-restricted-syntax';
const importOf = (specifier: string): string => `import '${specifier}';\n`;

const cases: readonly Case[] = [
  // The layers: files that exist, so that the type information of their projects is there.
  ...(
    [
      ['libs/domain/src/shared/key.ts', '@awp/k8s-adapter', BOUNDARY, IMPORT],
      ['libs/domain/src/shared/key.unit.spec.ts', '@awp/k8s-adapter', BOUNDARY],
      ['libs/domain/src/shared/key.ts', 'pg', IMPORT],
      ['libs/domain/src/shared/key.ts', 'node:fs', IMPORT],
      ['libs/k8s-adapter/src/index.ts', '@awp/domain'],
      ['libs/k8s-adapter/src/index.ts', '@awp/sdk', BOUNDARY],
      ['libs/k8s-adapter/src/index.ts', '@awp/api', BOUNDARY],
      ['libs/k8s-adapter/src/index.ts', '@awp/testbed', BOUNDARY],
      ['libs/k8s-adapter/src/observe/quantity.unit.spec.ts', '@awp/testbed'],
      ['libs/sdk/src/index.ts', '@awp/domain', BOUNDARY],
      ['apps/api/src/app.ts', '@awp/domain'],
      ['apps/api/src/app.ts', '@awp/k8s-adapter'],
      ['apps/api/src/app.ts', '@awp/sdk', BOUNDARY],
      ['apps/api/src/app.ts', '@awp/testbed', BOUNDARY],
      ['apps/api/src/app.ts', '../../../libs/domain/src/shared', BOUNDARY],
      ['examples/list-machines.ts', '@awp/sdk'],
      ['examples/list-machines.ts', '@awp/domain', BOUNDARY],
      ['examples/list-machines.ts', '@awp/api', BOUNDARY],
      ['tools/testbed/src/names.ts', '@awp/domain', BOUNDARY],
    ] as const
  ).map(([file, specifier, ...breaks]) => ({
    what: `${file} imports ${specifier}`,
    file,
    text: importOf(specifier),
    breaks,
  })),
  {
    what: 'a domain module reaches past the index of another',
    file: 'libs/domain/src/machine/machine.ts',
    text: importOf('../shared/health'),
    breaks: [IMPORT],
  },
  {
    what: 'a domain module uses the index of another',
    file: 'libs/domain/src/machine/machine.ts',
    text: importOf('../shared'),
    breaks: [],
  },
  {
    what: 'a query runner is made in a module',
    file: 'apps/api/src/modules/machine/machine.store.ts',
    text: 'export const run = (source: { createQueryRunner(): void }): void => source.createQueryRunner();\n',
    breaks: [SYNTAX],
  },
  {
    what: 'a query runner is made in the persistence folder',
    file: 'apps/api/src/persistence/database.ts',
    text: 'export const run = (source: { createQueryRunner(): void }): void => source.createQueryRunner();\n',
    breaks: [],
  },
  ...['Authorized', 'UseMiddleware'].map((guard) => ({
    what: `a resolver is guarded by @${guard}`,
    file: 'apps/api/src/modules/machine/machine.resolver.ts',
    text: `import { ${guard}, Query } from 'type-graphql';\nexport class Machines {\n  @Query(() => String)\n  @${guard}('ADMIN' as never)\n  machine(): string {\n    return '';\n  }\n}\n`,
    breaks: [SYNTAX],
  })),
  {
    what: 'a module has a default export',
    file: 'apps/api/src/app.ts',
    text: 'export default class App {}\n',
    breaks: [SYNTAX],
  },
  {
    what: 'a file is not named in kebab-case',
    file: 'tools/setup/notKebab.mjs',
    text: 'export const a = 1;\n',
    breaks: ['awp/kebab-case-file'],
  },
  { what: 'the server prints', file: 'apps/api/src/app.ts', text: "console.log('here');\n", breaks: ['no-console'] },
  { what: 'a tool prints', file: 'tools/setup/start.mjs', text: "console.log('here');\n", breaks: [] },
  {
    what: 'a promise is left alone',
    file: 'apps/api/src/app.ts',
    text: 'export function f(): void {\n  Promise.resolve();\n}\n',
    breaks: ['@typescript-eslint/no-floating-promises'],
  },
  {
    what: 'a type is imported as a value',
    file: 'libs/k8s-adapter/src/index.ts',
    text: "import { Resources } from '@awp/domain';\nexport type R = Resources;\n",
    breaks: ['@typescript-eslint/consistent-type-imports'],
  },
  { what: 'a file has 301 lines', file: 'apps/api/src/app.ts', text: '//\n'.repeat(301), breaks: ['max-lines'] },
];

describe('the rules of this repository', () => {
  let broken: readonly (readonly string[])[];

  beforeAll(() => {
    const input = JSON.stringify(cases.map(({ file, text }) => ({ file, text })));
    const program = path.join(__dirname, 'lint-texts.mjs');
    broken = JSON.parse(execFileSync(process.execPath, [program], { input, encoding: 'utf8', timeout: 110_000 }));
  }, 120_000);

  it.each(cases.map((one, index) => ({ ...one, index, verdict: one.breaks.join(' and ') || 'nothing' })))(
    'when $what, that breaks $verdict',
    ({ index, breaks }) => {
      expect(broken[index]).toEqual(breaks);
    },
  );
});
