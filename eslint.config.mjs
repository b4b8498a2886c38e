import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { createProjectGraphAsync } from '@nx/devkit';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { constraintsWith } from './tools/boundaries/dependencies.mjs';
import { ownRules } from './tools/boundaries/rules.mjs';

// The boundary rule reads the graph that Nx keeps in a file, and does nothing where there is none: so it is made here.
process.env.NX_DAEMON ??= 'false';
await createProjectGraphAsync();

// Its types are of an older ESLint.
const nxPlugin = /** @type {import('eslint').ESLint.Plugin} */ (/** @type {unknown} */ (nx));

const typescript = ['**/*.{ts,mts,cts}'];
const tests = ['**/*.spec.ts', '**/testing/**', '**/*.testing.ts', 'tools/e2e/**', 'tools/bench/**'];

/** A leading `_` says that something has to be named; a rest takes the named ones out of an object. */
const unused = { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true };

/** @param {string} selector @param {string} message */
const noSyntax = (selector, message) => ({ selector, message });
const defaultExport = noSyntax(
  'ExportDefaultDeclaration',
  'Export by name: a name that the importer chooses is one more word for the same thing.',
);
const silentGuards = noSyntax(
  'Decorator Identifier[name=/^(Authorized|UseMiddleware)$/]',
  'Simple resolvers skip it without a word: call assertMay in the resolver.',
);
const ownConnections = noSyntax(
  "MemberExpression[property.name='createQueryRunner']",
  'Only apps/api/src/persistence holds connections of its own: use withTransaction.',
);

const everywhere = [
  'AbortController',
  'AbortSignal',
  'URL',
  'clearTimeout',
  'console',
  'fetch',
  'performance',
  'setTimeout',
];
const nodeGlobals = readonlyGlobals(...everywhere, 'Buffer', 'clearInterval', 'process', 'setImmediate', 'setInterval');
const browserGlobals = readonlyGlobals(
  ...everywhere,
  ...['CloseEvent', 'addEventListener', 'cancelAnimationFrame', 'confirm', 'document', 'history', 'location'],
  ...['requestAnimationFrame', 'sessionStorage'],
);

/** @param {readonly string[]} names */
function readonlyGlobals(...names) {
  return Object.fromEntries(names.map((name) => [name, /** @type {const} */ ('readonly')]));
}

/**
 * @param {readonly string[]} allowed tags beside those of the layer
 * @returns {import('eslint').Linter.RulesRecord}
 */
const boundaries = (...allowed) => {
  const depConstraints = constraintsWith(...allowed);
  return { '@nx/enforce-module-boundaries': ['error', { allowCircularSelfDependency: true, depConstraints }] };
};

export default defineConfig(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/dist-spec/**',
      '.nx/**',
      '.awp/**',
      'coverage/**',
      '**/_generated/**',
      // Compiled by tests against the packed package, with module settings of its own.
      'libs/sdk/src/testing/project/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    plugins: { awp: ownRules, '@nx': nxPlugin },
    rules: {
      'awp/kebab-case-file': 'error',
      'max-lines': ['warn', 300],
      'awp/max-lines': ['error', 500],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', silentGuards, ownConnections],
      'no-unused-vars': ['error', unused],
      ...boundaries(),
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: nodeGlobals } },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { require: 'readonly', module: 'writable', __dirname: 'readonly' },
    },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['tools/boundaries/*.ts', 'tools/jest/*.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', unused],
      // Where a value is known by another file's promise, `!` says so in one character.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': ['error', silentGuards, ownConnections, defaultExport],
    },
  },
  {
    files: ['apps/api/src/persistence/**'],
    rules: { 'no-restricted-syntax': ['error', silentGuards, defaultExport] },
  },
  {
    // The pure domain: nothing from outside, and its modules know each other by their index.
    files: ['libs/domain/src/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^[^.]', message: 'The domain depends on nothing: no package, no built-in module.' },
            { regex: '^\\.\\./[^/]+/', message: 'A domain module imports another only through its index.' },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/domain/src/**/*.spec.ts', 'libs/domain/src/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^\\.\\./(?!testing/)[^/]+/', message: 'A domain module imports another only through its index.' },
          ],
        },
      ],
    },
  },
  { files: tests, rules: boundaries('layer:testbed') },
  {
    // Run by the browser as they are; it resolves an absolute path against the server.
    files: ['apps/api/src/http/playground/**/*.js'],
    languageOptions: { globals: browserGlobals },
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    // Programs that tests start and kill: they load the compiled server, which has no entry of that kind.
    files: ['tools/e2e/src/actors/**'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    // Programs that people run: what they print is their output.
    files: ['tools/**', 'examples/**', 'libs/sdk/*.mjs'],
    rules: { 'no-console': 'off' },
  },
);
