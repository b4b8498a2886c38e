import type { Refusal } from './decision';

const KEY = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** What somebody sent, for a message about it: cut to a length people read, and without characters that act on a terminal. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Refuses a key that could not be part of a Kubernetes name: keys end up in namespaces and labels. */
export function checkKey(key: string, field: string): Refusal[] {
  if (KEY.test(key)) return [];
  const message = `expected 1 to 63 lower-case letters, digits or dashes, starting with a letter; got ${quoted(key)}`;
  return [{ code: 'INVALID_INPUT', field, message }];
}

/** What does not print: control characters, separators of lines, halves of characters, and what turns the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Refuses a name for people that is empty, too long or spans lines. */
export function checkName(name: string, field: string): Refusal[] {
  const length = [...name.trim()].length;
  if (length >= 1 && length <= 120 && !UNPRINTABLE.test(name)) return [];
  return [{ code: 'INVALID_INPUT', field, message: `expected 1 to 120 printable characters; got ${length}` }];
}
