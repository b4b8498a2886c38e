import { createHash, randomBytes } from 'node:crypto';
import { Secret } from '@awp/domain';

const PREFIX = 'awp_';

/** 256 random bits, so that a plain hash at rest cannot be searched; the prefix lets secret scanners find leaks. */
export function newTokenSecret(): Secret {
  return new Secret(PREFIX + randomBytes(32).toString('base64url'));
}

export function hashSecret(secret: Secret): Buffer {
  return createHash('sha256').update(secret.reveal()).digest();
}
