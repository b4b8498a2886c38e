import { CoreV1Api, VersionApi, Watch, KubeConfig, type RequestContext } from '@kubernetes/client-node';
import type { ClusterIdentity } from '@awp/domain';
import type { ParsedKubeconfig } from './kubeconfig';
import { callOptions } from './call-options';

type Dispatcher = NonNullable<ReturnType<RequestContext['getDispatcher']>>;

/**
 * One cluster's connection pool. The library would make a new pool for every request and leave its socket open; here
 * the first one serves them all, and `close` ends it.
 */
class PooledKubeConfig extends KubeConfig {
  private pool: Dispatcher | undefined;

  constructor(config: KubeConfig) {
    super();
    this.loadFromOptions({
      clusters: config.clusters,
      users: config.users,
      contexts: config.contexts,
      currentContext: config.currentContext,
    });
  }

  override async applySecurityAuthentication(context: RequestContext): Promise<void> {
    await super.applySecurityAuthentication(context);
    this.pool ??= context.getDispatcher();
    if (this.pool !== undefined) context.setDispatcher(this.pool);
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }
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

  /** Who answers there, and whether the credential may read what observing needs: three small reads. */
  async identify(signal: AbortSignal): Promise<ClusterIdentity> {
    const [namespace, version] = await Promise.all([
      this.core.readNamespace({ name: 'kube-system' }, callOptions(signal)),
      this.version.getCode(callOptions(signal)),
      this.core.listNode({ limit: 1 }, callOptions(signal)),
    ]);
    return { kubernetesUid: namespace.metadata!.uid!, kubernetesVersion: version.gitVersion };
  }

  newWatch(): Watch {
    return new Watch(this.config);
  }

  close(): Promise<void> {
    return this.config.close();
  }
}
