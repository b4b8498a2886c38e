import { getCACertificates, rootCertificates } from 'node:tls';
import { ContactError, type ClusterIdentity } from '@awp/domain';
import { CoreV1Api, KubeConfig, VersionApi, Watch, type Cluster, type RequestContext } from '@kubernetes/client-node';
import { toText } from '../observe/values';
import { callOptions } from './call-options';
import type { ParsedKubeconfig } from './kubeconfig';

type Dispatcher = NonNullable<ReturnType<RequestContext['getDispatcher']>>;

/**
 * One cluster's connection pool. The library would make a new pool for every request and leave its socket open; here
 * the first one serves them all, and `close` ends it.
 */
class PooledKubeConfig extends KubeConfig {
  private pool: Dispatcher | undefined;
  private closed = false;

  constructor(config: KubeConfig) {
    super();
    this.loadFromOptions({
      clusters: config.clusters.map(withAuthorities),
      users: config.users,
      contexts: config.contexts,
      currentContext: config.currentContext,
    });
  }

  override async applySecurityAuthentication(context: RequestContext): Promise<void> {
    await super.applySecurityAuthentication(context);
    // A plugin may have taken long to give a credential: a pool made now would be closed by nobody.
    if (this.closed) throw new ContactError({ code: 'CLUSTER_UNREACHABLE', message: 'the connection was closed' });
    this.pool ??= context.getDispatcher();
    if (this.pool !== undefined) context.setDispatcher(this.pool);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.pool?.destroy();
  }
}

/**
 * Names the system's authorities where the kubeconfig names none. Without any TLS option the library makes no pool at
 * all: calls would then go through the process-wide one, whose sockets outlive this connection.
 */
function withAuthorities(cluster: Cluster): Cluster {
  if (cluster.caData !== undefined || cluster.caFile !== undefined) return cluster;
  // Node 22 before 22.15 cannot name what the operator added with NODE_EXTRA_CA_CERTS.
  const authorities = (getCACertificates as typeof getCACertificates | undefined)?.('default') ?? rootCertificates;
  return { ...cluster, caData: Buffer.from(authorities.join('\n')).toString('base64') };
}

/** The API of one cluster, for as long as it is observed. */
export class Connection {
  private readonly config: PooledKubeConfig;
  readonly core: CoreV1Api;
  private readonly version: VersionApi;

  constructor(kubeconfig: ParsedKubeconfig) {
    this.config = new PooledKubeConfig(kubeconfig.config);
    this.core = this.config.makeApiClient(CoreV1Api);
    this.version = this.config.makeApiClient(VersionApi);
  }

  /** Who answers there, and whether the credential may read what observing needs: four small reads. */
  async identify(signal: AbortSignal): Promise<ClusterIdentity> {
    const [namespace, version] = await Promise.all([
      this.core.readNamespace({ name: 'kube-system' }, callOptions(signal)),
      this.version.getCode({}, callOptions(signal)),
      this.core.listNode({ limit: 1 }, callOptions(signal)),
      this.core.listPodForAllNamespaces({ limit: 1 }, callOptions(signal)),
    ]);
    const kubernetesUid = namespace?.metadata?.uid;
    const kubernetesVersion = version?.gitVersion;
    if (typeof kubernetesUid === 'string' && typeof kubernetesVersion === 'string')
      return { kubernetesUid: toText(kubernetesUid), kubernetesVersion: toText(kubernetesVersion) };
    const message = 'the answer has no namespace UID or no version';
    throw new ContactError({ code: 'CLUSTER_ANSWER_INVALID', message });
  }

  newWatch(): Watch {
    return new Watch(this.config);
  }

  close(): Promise<void> {
    return this.config.close();
  }
}
