import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File names, relative to the folder of the sources, and what is in them. */
export type BuildInputs = Record<string, Uint8Array | string>;

/** Every file that goes into the binary: sources, embedded manifests, and the two that settle the modules. */
export function readBuildInputs(folder: string): BuildInputs {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const inputs = names.filter((name) => /(\.go|\.yaml|go\.mod|go\.sum)$/.test(name));
  return Object.fromEntries(inputs.map((name) => [name, readFileSync(join(folder, name))]));
}

/** The same for the same sources, compiler and flags, wherever the repository lies. */
export function sourceHash(inputs: BuildInputs, goVersion: string, flags: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([goVersion, flags]));
  for (const [name, content] of Object.entries(inputs).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(JSON.stringify([name, content.length])).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}
