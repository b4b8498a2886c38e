import type { TestServer } from './server';

const REGISTER = `mutation ($input: RegisterClusterInput!) {
  registerCluster(input: $input) { ... on RegisterClusterOk { cluster { id } } ... on Rejected { errors { code field message } } }
}`;

export interface RegisterAnswer {
  readonly registerCluster: {
    readonly cluster?: { readonly id: string };
    readonly errors?: readonly { code: string; field: string | null; message: string }[];
  };
}

/** Tries to register a cluster; the answer is either its id or the refusals. */
export async function tryRegister(
  server: TestServer,
  kubeconfig: { content?: string; file?: string; context?: string },
  policy?: { observationStaleAfterSeconds: number },
  key = 'test',
): Promise<RegisterAnswer['registerCluster']> {
  const { data } = await server.query<RegisterAnswer>(REGISTER, { input: { key, name: 'Test', kubeconfig, policy } });
  return data.registerCluster;
}

/** Registers a cluster that must be acceptable. */
export async function registerTestCluster(
  server: TestServer,
  kubeconfig: { content?: string; file?: string },
  policy?: { observationStaleAfterSeconds: number },
  key?: string,
): Promise<string> {
  const answer = await tryRegister(server, kubeconfig, policy, key);
  if (answer.cluster === undefined) throw new Error(`not registered: ${JSON.stringify(answer.errors)}`);
  return answer.cluster.id;
}
