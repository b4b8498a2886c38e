import { createHash } from 'node:crypto';
import { ContactError, type Secret } from '@awp/domain';
import { KubeConfig } from '@kubernetes/client-node';

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
  readonly config: KubeConfig;
  readonly context: string;
  readonly serverUrl: string;
  /** SHA-256 of the certificate authority's PEM text, in hex; null when the system's authorities are used. */
  readonly caSha256: string | null;
}

/** Reads a kubeconfig for one context, and refuses what a server must not do with it. Throws ContactError. */
export function parseKubeconfig(options: KubeconfigOptions): ParsedKubeconfig {
  const config = load(options.text);
  const contextName = options.context ?? config.currentContext;
  const known = config.contexts.map((context) => context.name).join(', ') || 'none';
  if (!contextName) throw invalid(`no current-context is set; it has the contexts: ${known}`);
  const context = config.getContextObject(contextName);
  if (context === null) throw invalid(`no context named ${JSON.stringify(contextName)}; it has: ${known}`);
  const cluster = config.getCluster(context.cluster);
  const user = config.getUser(context.user);
  if (cluster === null)
    throw invalid(`context ${contextName} names the cluster ${JSON.stringify(context.cluster)}, which it lacks`);
  if (user === null)
    throw invalid(`context ${contextName} names the user ${JSON.stringify(context.user)}, which it lacks`);

  if ((user.exec || user.authProvider) && !options.allowPlugins) {
    const how = user.exec ? 'exec' : 'auth-provider';
    throw new ContactError({
      code: 'KUBECONFIG_PLUGIN_REFUSED',
      message: `user ${user.name} gets its credential from a program (${how})`,
    });
  }
  checkServer(cluster.server, cluster.skipTLSVerify);
  const files = [cluster.caFile, user.certFile, user.keyFile].filter((file) => file !== undefined);
  if (options.baseDir === null && files.length > 0) {
    throw invalid(
      'it names files; content given in a call must hold certificates and keys inline (kubectl config view --flatten)',
    );
  }
  if (options.baseDir !== null) config.makePathsAbsolute(options.baseDir);

  const chosen = new KubeConfig();
  // The library caches plugin credentials under the user's name across all configs: a name of our own keeps them apart.
  const userName = `${user.name}@${createHash('sha256').update(options.text.reveal()).digest('hex').slice(0, 16)}`;
  chosen.loadFromOptions({
    clusters: [cluster],
    users: [{ ...user, name: userName }],
    contexts: [{ ...context, user: userName }],
    currentContext: contextName,
  });
  return { config: chosen, context: contextName, serverUrl: cluster.server, caSha256: caDigest(cluster.caData) };
}

function load(text: Secret): KubeConfig {
  const config = new KubeConfig();
  try {
    config.loadFromString(text.reveal());
  } catch (error) {
    // A parser's message quotes the text, which holds secrets: only the place is passed on.
    const line = (error as { mark?: { line?: number } }).mark?.line;
    throw invalid(
      line === undefined ? 'it is not a kubeconfig in YAML or JSON' : `it is not valid YAML at line ${line + 1}`,
    );
  }
  return config;
}

function checkServer(server: string, skipTlsVerify: boolean | undefined): void {
  if (!URL.canParse(server)) throw invalid('its server is not a URL');
  if (new URL(server).protocol !== 'https:')
    throw invalid('its server is not https; the credential would cross the network in the clear');
  if (skipTlsVerify) throw invalid('it sets insecure-skip-tls-verify; the credential would go to whoever answers');
}

function caDigest(caData: string | undefined): string | null {
  return caData === undefined ? null : createHash('sha256').update(Buffer.from(caData, 'base64')).digest('hex');
}

function invalid(message: string): ContactError {
  return new ContactError({ code: 'KUBECONFIG_INVALID', message });
}
