import {
  type ApiException,
  type Configuration,
  type ConfigurationOptions,
  createConfiguration,
  KubeConfig,
  type Middleware,
  PatchStrategy,
  type RequestContext,
  ServerConfiguration,
  setHeaderOptions,
} from '@kubernetes/client-node';

/** A frozen API server must not freeze a test: client-node itself waits without end. */
const REQUEST_TIMEOUT_MS = 15_000;

const withTimeout: Middleware = {
  pre: async (request: RequestContext) => {
    request.setSignal(AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    return request;
  },
  post: async (response) => response,
};

/** The text of a kubeconfig, for use with client-node. */
export function loadKubeconfig(kubeconfig: string): KubeConfig {
  const loaded = new KubeConfig();
  loaded.loadFromString(kubeconfig);
  return loaded;
}

/** As KubeConfig.makeApiClient, with a bound on the time that each request may take. */
export function apiClient<T>(kubeConfig: KubeConfig, api: new (configuration: Configuration) => T): T {
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null) throw new Error('the kubeconfig has no current cluster');
  return new api(
    createConfiguration({
      baseServer: new ServerConfiguration(cluster.server, {}),
      authMethods: { default: kubeConfig },
      promiseMiddleware: [withTimeout],
    }),
  );
}

/** Lists are merged by their key where Kubernetes has one (conditions by type). Without it PATCH answers 415. */
export const strategicMerge: ConfigurationOptions = setHeaderOptions('Content-Type', PatchStrategy.StrategicMergePatch);

/** Lists are replaced, null removes a field. */
export const mergePatch: ConfigurationOptions = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);

/** The HTTP status of a refusal, undefined for any other error. */
export function statusOf(error: unknown): number | undefined {
  return (error as Partial<ApiException<unknown>>).code as number | undefined;
}

/** Undefined for an object that does not exist. */
export async function orMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
