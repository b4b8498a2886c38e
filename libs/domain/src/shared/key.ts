import type { Refusal } from './decision';

const KEY = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Refuses a key that could not be part of a Kubernetes name: keys end up in namespaces and labels. */
export function checkKey(key: string, field: string): Refusal[] {
  if (KEY.test(key)) return [];
  const message = `expected 1 to 63 lower-case letters, digits or dashes, starting with a letter; got ${JSON.stringify(key.slice(0, 80))}`;
  return [{ code: 'INVALID_INPUT', field, message }];
}

/** Refuses a name for people that is empty, too long or spans lines. */
export function checkName(name: string, field: string): Refusal[] {
  const length = [...name.trim()].length;
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (length >= 1 && length <= 120 && !/[\u0000-\u001f\u007f]/.test(name)) return [];
  return [{ code: 'INVALID_INPUT', field, message: `expected 1 to 120 printable characters; got ${length}` }];
}
