import { readFile } from 'node:fs/promises';
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
  const text = access.sealer.open(source.sealed, credential.id);
  return parseKubeconfig({ text, context, allowPlugins: access.allowPlugins, baseDir: null });
}

export async function readKubeconfigFile(
  path: string,
  context: string | null,
  allowPlugins: boolean,
): Promise<ParsedKubeconfig> {
  if (!isAbsolute(path)) throw unreadable('expected an absolute path');
  let text: Buffer;
  try {
    text = await readFile(path, { signal: AbortSignal.timeout(5_000) });
  } catch (error) {
    throw unreadable((error as NodeJS.ErrnoException).code ?? 'no answer from the file system in time');
  }
  if (text.length > MAX_BYTES) throw unreadable(`expected at most ${MAX_BYTES} bytes; got ${text.length}`);
  return parseKubeconfig({ text: new Secret(text.toString('utf8')), context, allowPlugins, baseDir: dirname(path) });
}

function unreadable(message: string): ContactError {
  return new ContactError({ code: 'KUBECONFIG_FILE_UNREADABLE', message });
}
