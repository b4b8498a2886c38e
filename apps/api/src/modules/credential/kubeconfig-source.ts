import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { ContactError, Secret } from '@awp/domain';
import { parseKubeconfig, type ParsedKubeconfig } from '@awp/k8s-adapter';
import type { Credential } from './credential';
import type { Sealer } from './sealing';

const MAX_BYTES = 1_048_576;

/** Where a kubeconfig's text comes from, and what it may do. */
export interface KubeconfigAccess {
  readonly sealer: Sealer;
  readonly allowPlugins: boolean;
}

/** The kubeconfig behind a stored credential, read anew. Throws ContactError. */
export async function openKubeconfig(
  credential: Credential,
  context: string | null,
  access: KubeconfigAccess,
): Promise<ParsedKubeconfig> {
  const { source } = credential;
  if (source.provider === 'FILE') return readKubeconfigFile(source.path, context, access.allowPlugins);
  const text = unseal(source.sealed, credential.id, access.sealer);
  return parseKubeconfig({ text, context, allowPlugins: access.allowPlugins, baseDir: null });
}

function unseal(sealed: Buffer, owner: string, sealer: Sealer): Secret {
  try {
    return sealer.open(sealed, owner);
  } catch {
    // What the cipher says of a wrong key helps nobody: authentication failed.
    throw new ContactError({ code: 'CREDENTIAL_UNREADABLE', message: 'the sealing key does not fit' });
  }
}

export async function readKubeconfigFile(
  path: string,
  context: string | null,
  allowPlugins: boolean,
): Promise<ParsedKubeconfig> {
  if (!isAbsolute(path)) throw unreadable('expected an absolute path');
  const text = await readBounded(path).catch((error: unknown) => {
    if (error instanceof ContactError) throw error;
    throw unreadable(inWords((error as NodeJS.ErrnoException).code));
  });
  return parseKubeconfig({ text, context, allowPlugins, baseDir: dirname(path) });
}

/** Reads a regular file of at most MAX_BYTES: a device or a pipe may never end, and a path comes from a caller. */
async function readBounded(path: string): Promise<Secret> {
  // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw unreadable('expected a regular file');
    if (stat.size > MAX_BYTES) throw unreadable(`expected at most ${MAX_BYTES} bytes; got ${stat.size}`);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_BYTES) });
    return new Secret(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

function inWords(code: string | undefined): string {
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'no such file',
    EACCES: 'the user of the server may not read it',
    ENXIO: 'expected a regular file',
  };
  return `${words[code ?? ''] ?? 'the file cannot be read'} (${code ?? 'unknown cause'})`;
}

function unreadable(message: string): ContactError {
  return new ContactError({ code: 'KUBECONFIG_FILE_UNREADABLE', message });
}
