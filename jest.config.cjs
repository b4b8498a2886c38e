'use strict';

const { existsSync } = require('node:fs');
const path = require('node:path');

/**
 * One configuration for every tier; the tier is in the file name (`*.unit.spec.ts`, `*.int.spec.ts`,
 * `*.cluster.spec.ts`, `*.faults.spec.ts`). `npm test` chooses the files, see tools/setup/test.mjs.
 */

const under = (/** @type {string} */ dir) => path.join(__dirname, dir);

/** Packages that are ES modules only and reach our CommonJS through @kubernetes/client-node: compiled like our own. */
const esmOnly = [
  '@kubernetes/client-node',
  '@jsep-plugin',
  'agent-base',
  'hpagent',
  'http-proxy-agent',
  'https-proxy-agent',
  'jose',
  'js-yaml',
  'jsep',
  'jsonpath-plus',
  'oauth4webapi',
  'openid-client',
  'proxy-agent-negotiate',
  'socks-proxy-agent',
];

/** @type {import('jest').Config} */
module.exports = {
  roots: ['apps', 'libs', 'tools', 'examples', 'docs'].map(under).filter(existsSync),
  testMatch: ['**/*.{unit,int,cluster,faults}.spec.ts'],
  cacheDirectory: under('.awp/jest-cache'),
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/dist-spec/'],
  modulePathIgnorePatterns: ['/dist/', '/dist-spec/'],
  testEnvironment: '<rootDir>/tools/jest/node-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['@awp/source', 'node', 'require', 'default'] },
  setupFilesAfterEnv: ['<rootDir>/tools/jest/tier-timeout.cjs'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  // Our TypeScript may write './x.js', as Node resolves it after compilation; here the source is x.ts.
  resolver: '<rootDir>/tools/jest/resolver.cjs',
  transform: {
    '\\.(ts|js|mjs)$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
          target: 'es2022',
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  maxWorkers: 2,
};
