/** A file to be: its path from the root of the repository, and all of its text. */
export interface Output {
  path: string;
  content: string;
}

/** Makes files from the schema. Pure: writing and comparing is the work of generate.ts. */
export interface Generator {
  name: string;
  outputs(): Promise<Output[]>;
}
