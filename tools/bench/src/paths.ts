import { fileURLToPath } from 'node:url';

/** A file or folder of the repository, given from its root. */
export const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
