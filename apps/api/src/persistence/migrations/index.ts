import { Foundation1764500000001 } from './0001-foundation';

/** In order, forward only. A released migration is never edited. */
export const migrations = [Foundation1764500000001];
