import { describe, expect, it } from '@jest/globals';
import { loadKubeconfig } from './api-client.ts';
import { kubeconfigWith } from './kubeconfig.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const original = `
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: 'https://127.0.0.1:1', certificate-authority-data: ${base64('ca')} } }]
users: [{ name: u, user: { client-certificate-data: ${base64('cert')}, client-key-data: ${base64('key')} } }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`;

describe('a kubeconfig with overrides', () => {
  it('keeps what is not overridden', () => {
    const changed = loadKubeconfig(kubeconfigWith(original, { server: 'https://127.0.0.1:2', namespace: 'n' }));
    expect(changed.getCurrentCluster()).toMatchObject({ server: 'https://127.0.0.1:2', caData: base64('ca') });
    expect(changed.getCurrentUser()).toMatchObject({ certData: base64('cert'), keyData: base64('key') });
    expect(changed.getContextObject(changed.getCurrentContext())?.namespace).toBe('n');
  });

  it('trusts the other CA', () => {
    const changed = loadKubeconfig(kubeconfigWith(original, { caPem: 'other' }));
    expect(changed.getCurrentCluster()?.caData).toBe(base64('other'));
  });

  it('has no client certificate left beside a token, and nothing at all when anonymous', () => {
    const bearer = loadKubeconfig(kubeconfigWith(original, { token: 't' })).getCurrentUser();
    expect(bearer).toMatchObject({ token: 't', certData: undefined, keyData: undefined });
    const nobody = loadKubeconfig(kubeconfigWith(original, { anonymous: true })).getCurrentUser();
    expect(nobody).toMatchObject({ token: undefined, certData: undefined, keyData: undefined });
  });
});
