import { TypeID, typeid } from 'typeid-js';

/** The kinds of things that have an id, each the prefix of its TypeIDs. */
export const idPrefixes = ['project', 'token', 'cluster', 'machine', 'workload', 'credential'] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** A new id: a TypeID (kind, then a UUIDv7), sortable by time of creation, the same text everywhere. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

/** The kind an id names; null when the text is not an id of ours. */
export function kindOfId(id: string): IdPrefix | null {
  const prefix = idPrefixes.find((candidate) => id.startsWith(`${candidate}_`));
  if (prefix === undefined) return null;
  try {
    TypeID.fromString(id, prefix);
    return prefix;
  } catch {
    return null;
  }
}
