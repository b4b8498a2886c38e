import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { ContactError } from '@awp/domain';
import { invalid, quote, textOf, type KubeconfigEntry } from './kubeconfig-text';

const MAX_BYTES = 1_048_576;

/** Reads an entry of a kubeconfig: what it holds inline, and the files that it names where it may name any. */
export class EntryReader {
  private readonly owner: string;

  constructor(
    kind: 'context' | 'cluster' | 'user',
    private readonly entry: KubeconfigEntry,
    /** Folder that relative paths start from; null refuses files. */
    private readonly baseDir: string | null,
  ) {
    this.owner = `${kind} ${quote(entry.name)}`;
  }

  text(key: string): string | undefined {
    return textOf(this.entry.fields, key, this.owner);
  }

  /** Base64 of what `<key>-data` holds, else of the file that `<key>` names. */
  data(key: string): string | undefined {
    const path = this.path(key);
    const inline = this.text(`${key}-data`);
    return inline ?? (path === undefined ? undefined : this.read(key, path).toString('base64'));
  }

  /** What the file says that `key` names. */
  file(key: string): string | undefined {
    const path = this.path(key);
    return path === undefined ? undefined : this.read(key, path).toString('utf8');
  }

  private path(key: string): string | undefined {
    const path = this.text(key);
    if (path === undefined) return undefined;
    if (this.baseDir !== null) return resolve(this.baseDir, path);
    throw invalid(
      'it names files; content given in a call must hold certificates, keys and tokens inline (kubectl config view --flatten)',
    );
  }

  private read(key: string, path: string): Buffer {
    const unreadable = (why: string): ContactError =>
      invalid(`the file that ${key} of ${this.owner} names cannot be read: ${why}`);
    let descriptor: number | undefined;
    try {
      // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
      descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const stat = fstatSync(descriptor);
      if (!stat.isFile() || stat.size > MAX_BYTES)
        throw unreadable(`expected a regular file of at most ${MAX_BYTES} bytes`);
      const content = Buffer.alloc(stat.size);
      return content.subarray(0, readSync(descriptor, content));
    } catch (error) {
      if (error instanceof ContactError) throw error;
      throw unreadable((error as NodeJS.ErrnoException).code ?? 'unknown error');
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }
}
