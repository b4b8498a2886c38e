'use strict';

const { existsSync } = require('node:fs');
const path = require('node:path');

/**
 * Resolves a relative './x.js' written in TypeScript to x.ts where there is no x.js. Everything else is jest's way.
 * @param {string} request
 * @param {import('jest-resolve').ResolverOptions} options
 */
module.exports = (request, options) => {
  const source = typeScriptSource(request, options.basedir);
  return options.defaultResolver(source ?? request, options);
};

/**
 * @param {string} request
 * @param {string} basedir
 */
function typeScriptSource(request, basedir) {
  if (!/^\.{1,2}\/.*\.js$/.test(request)) return null;
  const compiled = path.resolve(basedir, request);
  const source = compiled.replace(/\.js$/, '.ts');
  return !existsSync(compiled) && existsSync(source) ? source : null;
}
