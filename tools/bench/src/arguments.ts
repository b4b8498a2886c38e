export interface Arguments {
  /** Names of the benchmarks to run, in order. */
  readonly names: readonly string[];
  /** One line of JSON for each on stdout, and nothing else there. */
  readonly json: boolean;
}

/** The command line was not understood; the message says what would be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads `[--only <name>] [--json]`. Without --only all of `known` are run. */
export function parseArguments(args: readonly string[], known: readonly string[]): Arguments {
  let names = known;
  let json = false;
  const left = [...args];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (arg === '--json') json = true;
    else if (arg === '--only') names = [knownName(left.shift(), known)];
    else if (arg.startsWith('--only=')) names = [knownName(arg.slice('--only='.length), known)];
    else throw new UsageError(`expected [--only <name>] [--json]; got ${arg}`);
  }
  return { names, json };
}

function knownName(name: string | undefined, known: readonly string[]): string {
  if (name !== undefined && known.includes(name)) return name;
  throw new UsageError(`expected --only with one of ${known.join(', ')}; got ${name ?? 'nothing'}`);
}
