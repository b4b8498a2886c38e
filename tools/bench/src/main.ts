/**
 * The benchmarks. `npm run bench` starts a PostgreSQL for them and runs this file:
 *
 *   npm run bench                                all of them, as tables
 *   npm run bench -- --only <name> [--json]      one of them; with --json one line of JSON and nothing else on stdout
 */
import { parseArguments, UsageError } from './arguments.ts';
import type { Benchmark } from './benchmark.ts';
import { eventDelivery } from './event-delivery/event-delivery.ts';
import { machinePageVsPostgraphile } from './machine-page/machine-page-vs-postgraphile.ts';
import { machinePageVsSql } from './machine-page/machine-page-vs-sql.ts';
import { observeList } from './observe-list/observe-list.ts';
import { describeMachine } from './machine.ts';
import { toJsonLine, toTable } from './result.ts';

const benchmarks: Record<string, Benchmark> = {
  'machine-page-vs-sql': machinePageVsSql,
  'machine-page-vs-postgraphile': machinePageVsPostgraphile,
  'event-delivery': eventDelivery,
  'observe-list': observeList,
};

const INTERRUPTED = 130;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(signal: AbortSignal): Promise<void> {
  const { names, json } = parseArguments(process.argv.slice(2), Object.keys(benchmarks));
  const serverUrl = process.env['AWP_BENCH_DATABASE_URL'];
  if (serverUrl === undefined) throw new UsageError('expected AWP_BENCH_DATABASE_URL: run `npm run bench`');
  if (!json) console.log(`${await describeMachine(serverUrl, new Date())}\n`);
  for (const name of names) {
    const result = await benchmarks[name]!({ serverUrl, signal, say: (line) => say(`${name}: ${line}`) });
    console.log(json ? toJsonLine(name, result) : `${toTable(name, result)}\n`);
  }
}

const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
try {
  await main(stopping.signal);
} catch (error) {
  process.exitCode = stopping.signal.aborted ? INTERRUPTED : 1;
  if (error instanceof UsageError) say(error.message);
  else if (!stopping.signal.aborted) throw error;
}
