import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedFailure } from './expected-failure.mjs';

/** @typedef {'unit' | 'int' | 'cluster' | 'faults'} Tier */

/**
 * @typedef {object} SpecFile
 * @property {string} file relative to the clone
 * @property {Tier} tier
 * @property {string[]} needs programs that its text asks for with `@needs <program>`
 */

const searched = ['apps', 'libs', 'tools', 'examples', 'docs'];
const notOurs = new Set(['node_modules', 'dist', 'dist-spec', '.nx', '.awp']);

/**
 * Every spec file of the clone.
 * @param {string} cloneDir
 * @returns {SpecFile[]}
 */
export function findSpecFiles(cloneDir) {
  const files = searched.flatMap((dir) => walk(cloneDir, dir)).sort();
  return files.map((file) => ({
    file,
    tier: tierOf(file),
    needs: needsOf(readFileSync(path.join(cloneDir, file), 'utf8')),
  }));
}

/**
 * @param {string} cloneDir
 * @param {string} dir
 * @returns {string[]}
 */
function walk(cloneDir, dir) {
  const absolute = path.join(cloneDir, dir);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(dir, entry.name);
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : walk(cloneDir, name);
    return entry.name.endsWith('.spec.ts') ? [name] : [];
  });
}

/**
 * The tier is the file name's last word before `.spec.ts`.
 * @param {string} file
 * @returns {Tier}
 */
export function tierOf(file) {
  const tier = /\.(unit|int|cluster|faults)\.spec\.ts$/.exec(file)?.[1];
  if (tier) return /** @type {Tier} */ (tier);
  throw new ExpectedFailure(`${file} belongs to no tier, so nothing would ever run it.`, {
    expected: 'a name that ends in .unit.spec.ts, .int.spec.ts, .cluster.spec.ts or .faults.spec.ts',
    seen: path.basename(file),
    remedy: 'rename it after what its tests touch: nothing, PostgreSQL and sockets, a cluster, or injected faults',
  });
}

/**
 * @param {string} text
 * @returns {string[]}
 */
export function needsOf(text) {
  return [...text.matchAll(/^\s*(?:\/\/|\/?\*+)\s*@needs (\S+)/gm)].map(([, program]) => program ?? '');
}

/** A faults spec that also needs Kubernetes says so in its name: `*.cluster.faults.spec.ts`. */
export const needsCluster = (/** @type {SpecFile} */ { file }) => /\.cluster\.(faults\.)?spec\.ts$/.test(file);

export const needsDatabase = (/** @type {SpecFile} */ { tier }) => tier !== 'unit';

/**
 * What a run is about: the faults tier only when asked for by name, and of that what the patterns match.
 * @param {SpecFile[]} specFiles
 * @param {{ faults: boolean, patterns: readonly string[] }} wanted patterns are regular expressions, any may match
 */
export function selectSpecFiles(specFiles, { faults, patterns }) {
  const expressions = patterns.map(expressionOf);
  return specFiles
    .filter(({ tier }) => (tier === 'faults') === faults)
    .filter(({ file }) => expressions.length === 0 || expressions.some((expression) => expression.test(file)));
}

/** @param {string} pattern */
function expressionOf(pattern) {
  try {
    return new RegExp(pattern, 'i');
  } catch (error) {
    throw new ExpectedFailure(`'${pattern}' is no pattern for test files.`, {
      expected: 'a part of a path, or a regular expression',
      seen: /** @type {Error} */ (error).message,
      remedy: 'npm test -- machine/queries',
      cause: error,
    });
  }
}
