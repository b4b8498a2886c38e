import { Secret } from '@awp/domain';
import { parseKubeconfig, type KubeconfigOptions, type ParsedKubeconfig } from '../connect/kubeconfig';

export interface KubeconfigParts {
  readonly server?: string;
  readonly caPem?: string;
  readonly token?: string;
  /** Fields of the cluster, the user or the whole text that replace the usual ones. */
  readonly cluster?: object;
  readonly user?: object;
  readonly over?: object;
}

/** A kubeconfig with one context, `main`, as JSON, which is YAML too. */
export function kubeconfigText(parts: KubeconfigParts = {}): string {
  const { server = 'https://127.0.0.1:1', caPem, token = 'a-token' } = parts;
  const ca = caPem === undefined ? {} : { 'certificate-authority-data': Buffer.from(caPem).toString('base64') };
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server, ...ca, ...parts.cluster } }],
    users: [{ name: 'u', user: parts.user ?? { token } }],
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'main',
    ...parts.over,
  });
}

/** What `parseKubeconfig` makes of a text; files and plugins are refused unless a test says otherwise. */
export function parse(text: string, options: Partial<Omit<KubeconfigOptions, 'text'>> = {}): ParsedKubeconfig {
  return parseKubeconfig({ text: new Secret(text), context: null, allowPlugins: false, baseDir: null, ...options });
}

export function parsedKubeconfig(parts: KubeconfigParts): ParsedKubeconfig {
  return parse(kubeconfigText(parts));
}
