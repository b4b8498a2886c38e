/**
 * Makes the package twice, as ES modules and as CommonJS, each with its own types: node build.mjs [--out folder]
 * (dist by default).
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf('--out');
const out = at === -1 ? join(here, 'dist') : resolve(process.argv[at + 1]);
const tsc = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');

for (const format of ['esm', 'cjs']) {
  const folder = join(out, format);
  rmSync(folder, { recursive: true, force: true }); // a module that was renamed must not be shipped under its old name
  const compiled = spawnSync(process.execPath, [tsc, '-p', join(here, `tsconfig.${format}.json`), '--outDir', folder], {
    stdio: 'inherit',
  });
  if (compiled.status !== 0) process.exit(compiled.status ?? 1);
}
// The package says "module"; this folder says otherwise for the files below it.
writeFileSync(join(out, 'cjs/package.json'), '{ "type": "commonjs" }\n');
