import { randomBytes } from 'node:crypto';

/** A name that no other test uses, valid for any Kubernetes object: prefix-6f1d02. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(3).toString('hex')}`;
}
