import { median, quantile, round } from './statistics.ts';

/** What one benchmark found. Times are in milliseconds, so less is better, and so is a ratio below 1. */
export interface Result {
  /** What one sample is. */
  readonly measured: string;
  readonly ours: Side;
  readonly peer: Side;
  /** What is worth reading beside the comparison, a line each. */
  readonly notes: readonly string[];
}

export interface Side {
  /** What it is: version and the flags it runs with. */
  readonly description: string;
  /** What it is asked, as it is sent. */
  readonly query: string;
  readonly samples: readonly number[];
}

/** The line that other programs read. */
export function toJsonLine(name: string, result: Result): string {
  const ours = median(result.ours.samples);
  const peer = median(result.peer.samples);
  return JSON.stringify({
    name,
    ours: round(ours, 3),
    peer: round(peer, 3),
    ratio: round(ours / peer, 3),
    unit: 'ms',
    samples: result.ours.samples.length,
  });
}

/** The same for people: all of the distribution, and what was compared. */
export function toTable(name: string, result: Result): string {
  const { ours, peer } = result;
  const statistics = { p50: 0.5, p95: 0.95, p99: 0.99 };
  const header = ['ms', ...Object.keys(statistics), 'samples'];
  const rowOf = (title: string, side: Side): string[] => [
    title,
    ...Object.values(statistics).map((q) => quantile(side.samples, q).toFixed(3)),
    String(side.samples.length),
  ];
  const ratios = Object.values(statistics).map((q) =>
    (quantile(ours.samples, q) / quantile(peer.samples, q)).toFixed(2),
  );
  const table = align([header, rowOf('ours', ours), rowOf('peer', peer), ['ours / peer', ...ratios, '']]);
  return [
    `${name}: ${result.measured}`,
    '',
    ...table.map((line) => `  ${line}`),
    '  Less is better; a ratio below 1 says that we are faster.',
    ...result.notes.map((note) => `  ${note}`),
    '',
    `  ours: ${ours.description}`,
    indent(ours.query),
    `  peer: ${peer.description}`,
    indent(peer.query),
  ].join('\n');
}

/** Columns of equal width: the first to the left, numbers to the right. */
function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]! + 2)))
      .join('')
      .trimEnd(),
  );
}

function indent(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}
