import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '@awp/domain';
import { ConfigurationError } from '../../config';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals secrets at rest with AES-256-GCM, bound to the id of what they belong to, and fingerprints requests. */
export class Sealer {
  private readonly sealingKey: Buffer;
  private readonly fingerprintKey: Buffer;

  constructor(key: Buffer) {
    // One key for each use, so that neither tells anything of the other.
    this.sealingKey = Buffer.from(hkdfSync('sha256', key, '', 'awp sealing', KEY_BYTES));
    this.fingerprintKey = Buffer.from(hkdfSync('sha256', key, '', 'awp fingerprint', KEY_BYTES));
  }

  /** nonce | ciphertext | tag. `owner` must be the same to open it: a sealed value moved to another row stays shut. */
  seal(secret: Secret, owner: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealingKey, nonce).setAAD(Buffer.from(owner));
    return Buffer.concat([nonce, cipher.update(secret.reveal(), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Buffer, owner: string): Secret {
    const decipher = createDecipheriv('aes-256-gcm', this.sealingKey, sealed.subarray(0, NONCE_BYTES)).setAAD(
      Buffer.from(owner),
    );
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return new Secret(text.toString('utf8'));
  }

  /** A hash that only this server can make: inputs may hold secrets, and a plain hash of them could be searched. */
  fingerprint(text: string): Buffer {
    return createHmac('sha256', this.fingerprintKey).update(text).digest();
  }
}

/** The key from the configuration, or the one in the data folder, made at the first start. */
export async function loadSealingKey(configured: Secret | null, dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'sealing.key');
  const text = configured?.reveal() ?? (await readOrCreateKey(path));
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  const where = configured === null ? path : 'AWP_SECRET_KEY';
  throw new ConfigurationError(
    `${where}: expected ${KEY_BYTES} bytes in base64, got ${key.length}; make one with: openssl rand -base64 32`,
  );
}

async function readOrCreateKey(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString('base64') + '\n', { mode: 0o600, flag: 'wx' });
  // link fails if another replica was first: then its key is the key.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return readFile(path, 'utf8');
}
