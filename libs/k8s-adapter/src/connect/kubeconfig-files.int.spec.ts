import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubeconfigText, parse } from '../testing/kubeconfig-text';
import { testCertificate } from '../testing/test-certificate';

const { cert, key } = testCertificate;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a kubeconfig file that names further files', () => {
  let baseDir: string;

  beforeAll(() => {
    baseDir = mkdtempSync(join(tmpdir(), 'awp-kubeconfig-'));
    mkdirSync(join(baseDir, 'tls'));
    writeFileSync(join(baseDir, 'tls', 'ca.crt'), cert);
    writeFileSync(join(baseDir, 'tls', 'client.crt'), cert);
    writeFileSync(join(baseDir, 'tls', 'client.key'), key);
    writeFileSync(join(baseDir, 'token'), 'token-of-a-file\n');
    writeFileSync(join(baseDir, 'huge'), Buffer.alloc(1_048_577, 'a'));
  });
  afterAll(() => rmSync(baseDir, { recursive: true }));

  it('has relative ones beside it, and their content is taken in', () => {
    const cluster = { 'certificate-authority': 'tls/ca.crt' };
    const user = { 'client-certificate': 'tls/client.crt', 'client-key': './tls/client.key' };
    const { config, caSha256 } = parse(kubeconfigText({ cluster, user }), { baseDir });
    expect(config.getCurrentCluster()).toMatchObject({ caData: base64(cert) });
    expect(config.getCurrentUser()).toMatchObject({ certData: base64(cert), keyData: base64(key) });
    expect(caSha256).toBe(createHash('sha256').update(cert).digest('hex'));
  });

  it('may name them by absolute paths', () => {
    const cluster = { 'certificate-authority': join(baseDir, 'tls', 'ca.crt') };
    expect(parse(kubeconfigText({ cluster }), { baseDir }).config.getCurrentCluster()).toMatchObject({
      caData: base64(cert),
    });
  });

  it.each(['tokenFile', 'token-file'])('takes the token of the file that %s names, before an inline one', (field) => {
    const user = { [field]: 'token', token: 'inline' };
    expect(parse(kubeconfigText({ user }), { baseDir }).config.getCurrentUser()).toMatchObject({
      token: 'token-of-a-file',
    });
  });

  it('takes inline content before a file', () => {
    const cluster = { 'certificate-authority': 'nowhere', 'certificate-authority-data': base64(cert) };
    expect(parse(kubeconfigText({ cluster }), { baseDir }).config.getCurrentCluster()).toMatchObject({
      caData: base64(cert),
    });
  });

  it.each([
    ['a file that is not there', 'nowhere', /ENOENT/],
    ['a folder', 'tls', /regular file/],
    ['a device without end', '/dev/zero', /regular file/],
    ['more than a certificate may have', 'huge', /regular file of at most/],
  ])('is refused with %s', (_what, path, why) => {
    const cluster = { 'certificate-authority': path };
    expect(() => parse(kubeconfigText({ cluster }), { baseDir })).toThrow(why);
  });
});
