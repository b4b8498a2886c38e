import { createHash } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { ContactError, type Secret } from '@awp/domain';
import { KubeConfig, type Cluster, type User } from '@kubernetes/client-node';
import { EntryReader } from './kubeconfig-files';
import { invalid, quote, readKubeconfigText, type KubeconfigEntry } from './kubeconfig-text';

export interface KubeconfigOptions {
  /** The kubeconfig's text. */
  readonly text: Secret;
  /** Context to use; null takes the current one. */
  readonly context: string | null;
  /** Whether the operator of the server lets kubeconfigs run programs. */
  readonly allowPlugins: boolean;
  /** Folder that relative paths in it start from; null refuses files: text from a client must not name files of the server. */
  readonly baseDir: string | null;
}

export interface ParsedKubeconfig {
  /** The one context, with certificates, keys and token in it: nothing is left to be read from files. */
  readonly config: KubeConfig;
  readonly context: string;
  readonly serverUrl: string;
  /** SHA-256 of the certificate authority's PEM text, in hex; null when the system's authorities are used. */
  readonly caSha256: string | null;
}

/** Reads a kubeconfig for one context, and refuses what a server must not do with it. Throws ContactError. */
export function parseKubeconfig(options: KubeconfigOptions): ParsedKubeconfig {
  const { currentContext, contexts, clusters, users } = readKubeconfigText(options.text);
  const contextName = options.context ?? currentContext;
  if (!contextName) throw invalid(`no current-context is set; it has the contexts: ${namesOf(contexts)}`);
  const contextEntry = find(contexts, contextName);
  if (contextEntry === undefined) throw invalid(`no context named ${quote(contextName)}; it has: ${namesOf(contexts)}`);
  const context = new EntryReader('context', contextEntry, options.baseDir);
  const clusterEntry = named(clusters, 'cluster', context.text('cluster'), contextName);
  const userEntry = named(users, 'user', context.text('user'), contextName);

  const cluster = readCluster(clusterEntry, options.baseDir);
  const user = readUser(userEntry, options);
  checkCertificates(cluster, user);
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [cluster],
    users: [user],
    contexts: [{ name: contextName, cluster: cluster.name, user: user.name, namespace: context.text('namespace') }],
    currentContext: contextName,
  });
  return { config, context: contextName, serverUrl: cluster.server, caSha256: caDigest(cluster.caData) };
}

function readCluster(entry: KubeconfigEntry, baseDir: string | null): Cluster {
  const cluster = new EntryReader('cluster', entry, baseDir);
  if (entry.fields['insecure-skip-tls-verify'])
    throw invalid('it sets insecure-skip-tls-verify; the credential would go to whoever answers');
  const proxyUrl = cluster.text('proxy-url');
  if (proxyUrl !== undefined && !URL.canParse(proxyUrl)) throw invalid('its proxy-url is not a URL');
  return {
    name: entry.name,
    server: checkServer(cluster.text('server')),
    caData: cluster.data('certificate-authority'),
    tlsServerName: cluster.text('tls-server-name'),
    skipTLSVerify: false,
    proxyUrl,
  };
}

function readUser(entry: KubeconfigEntry, options: KubeconfigOptions): User {
  const { exec, 'auth-provider': authProvider } = entry.fields;
  if ((exec || authProvider) && !options.allowPlugins) {
    throw new ContactError({
      code: 'KUBECONFIG_PLUGIN_REFUSED',
      message: `user ${quote(entry.name)} gets its credential from a program (${exec ? 'exec' : 'auth-provider'})`,
    });
  }
  const user = new EntryReader('user', entry, options.baseDir);
  // The first is Kubernetes' name for it, the second the library's.
  const tokenFile = user.file('tokenFile') ?? user.file('token-file');
  return {
    // The library caches plugin credentials under the user's name across all configs: a name of our own keeps them apart.
    name: `${entry.name}@${createHash('sha256').update(options.text.reveal()).digest('hex').slice(0, 16)}`,
    certData: user.data('client-certificate'),
    keyData: user.data('client-key'),
    token: tokenFile?.trim() ?? user.text('token'),
    username: user.text('username'),
    password: user.text('password'),
    impersonateUser: user.text('as'),
    exec: exec ?? undefined,
    authProvider: authProvider ?? undefined,
  };
}

/** The URL is shown to people, so it must hold no secret. */
function checkServer(server: string | undefined): string {
  if (server === undefined || !URL.canParse(server)) throw invalid('its server is not a URL');
  const { protocol, username, password, search, hash } = new URL(server);
  if (protocol !== 'https:')
    throw invalid('its server is not https; the credential would cross the network in the clear');
  if (username || password || search || hash)
    throw invalid('its server has a user, password, query or fragment; expected https://host:port and a path at most');
  return server.replace(/\/$/, '');
}

/** What cannot be read here would later look like a fault of the network. */
function checkCertificates({ caData }: Cluster, { certData, keyData }: User): void {
  const pem = (base64: string | undefined): Buffer | undefined =>
    base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  try {
    createSecureContext({ ca: pem(caData), cert: pem(certData), key: pem(keyData) });
  } catch (error) {
    throw invalid(`its certificates or its key cannot be used: ${(error as { code?: string }).code ?? 'not PEM'}`);
  }
}

function named(
  entries: readonly KubeconfigEntry[],
  kind: string,
  name: string | undefined,
  context: string,
): KubeconfigEntry {
  if (name === undefined) throw invalid(`context ${quote(context)} names no ${kind}`);
  const entry = find(entries, name);
  if (entry === undefined) throw invalid(`context ${quote(context)} names the ${kind} ${quote(name)}, which it lacks`);
  return entry;
}

function find(entries: readonly KubeconfigEntry[], name: string): KubeconfigEntry | undefined {
  return entries.find((entry) => entry.name === name);
}

function namesOf(entries: readonly KubeconfigEntry[]): string {
  const shown = entries.slice(0, 20).map(({ name }) => (name.length > 80 ? `${name.slice(0, 80)}…` : name));
  return [...shown, ...(entries.length > 20 ? [`and ${entries.length - 20} more`] : [])].join(', ') || 'none';
}

function caDigest(caData: string | undefined): string | null {
  return caData === undefined ? null : createHash('sha256').update(Buffer.from(caData, 'base64')).digest('hex');
}
