import type { Resources } from '@awp/domain';
import { parseQuantity } from './quantity';

const LONGEST_TEXT = 1_000;

/**
 * Text as PostgreSQL takes it and people read it: without U+0000, which no text column or jsonb holds, without halves
 * of characters, and cut at 1,000 characters, for nothing bounds what a kubelet or a webhook writes into a message.
 */
export function toText(text: string): string {
  return text.replaceAll('\0', '').slice(0, LONGEST_TEXT).toWellFormed();
}

export function toTextOrNull(text: string | undefined | null): string | null {
  return text == null ? null : toText(text);
}

/** Null for a text that is no time: an invalid Date would throw wherever it is printed or stored. */
export function toTime(time: Date | string | undefined | null): Date | null {
  const date = time == null ? null : new Date(time);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

/** Kubernetes quantities (`1500m`, `16Gi`) as whole numbers. */
export function toResources(quantities: Readonly<Record<string, string>>): Resources {
  const amount = (name: string, unitsPerOne = 1): number => wholeAmount(quantities[name] ?? '0', unitsPerOne);
  const gpuNames = Object.keys(quantities).filter((name) => name.endsWith('/gpu'));
  return {
    cpuMillis: amount('cpu', 1000),
    memoryBytes: amount('memory'),
    ephemeralStorageBytes: amount('ephemeral-storage'),
    pods: amount('pods'),
    gpus: gpuNames.reduce((sum, name) => sum + amount(name), 0),
  };
}

/** An amount nobody can read, or count with, is none: so it is never promised to anybody. */
function wholeAmount(quantity: string, unitsPerOne: number): number {
  const whole = Math.round(parseQuantity(quantity) * unitsPerOne);
  return Number.isSafeInteger(whole) && whole > 0 ? whole : 0;
}
