import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildKubernetes } from './build.ts';
import { ControlChannel, type ServerProcess } from './control-channel.ts';
import { TestbedError } from './errors.ts';
import { type Log, logToStderr } from './log.ts';
import { identify, killWithChildren, type ProcessIdentity } from './processes.ts';
import { createRunFolder, removeFolder, sweepDeadRuns, writeRecord } from './runs.ts';

const READY_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 10_000;
const SERVER_LOG = 'server.log';

export interface StartKubernetesOptions {
  /** What `npm run testbed -- status` calls it. Default: kubernetes. */
  name?: string;
  /** Default: standard error. */
  log?: Log;
  /** Gives up the start when aborted, and leaves nothing behind. A server that is ready is ended by stop(). */
  signal?: AbortSignal;
  /**
   * Seconds without a heartbeat until the controller manager turns a Node's Ready to Unknown. Default: upstream's 50.
   * It then also looks every second instead of every 5.
   */
  nodeGraceSeconds?: number;
  /** Further flags of the parts, as NAME=VALUE; of two for the same flag this one holds. */
  apiServerArgs?: string[];
  controllerManagerArgs?: string[];
  schedulerArgs?: string[];
}

/** A control plane of its own: etcd, API server, controller manager and scheduler, on loopback, no nodes. */
export interface KubernetesServer {
  readonly name: string;
  readonly url: string;
  /** The administrator's. */
  readonly kubeconfigPath: string;
  readonly kubeconfig: string;
  /** The CA that signed the API server's certificate. */
  readonly caPem: string;
  /** The join token, K10<hash of the CA>::node:<password>. */
  readonly nodeToken: string;
  /** Data and logs (`server.log`, `data/server/logs/*.log`), gone after stop(). */
  readonly folder: string;
  /** Resolves when the server has ended, by stop() or by itself. */
  readonly ended: Promise<void>;
  /** Ends every process and removes the folder. Again: nothing. */
  stop(): Promise<void>;
  /** kill -9. It stays down, and connections are refused, until startApiServer(). */
  killApiServer(): Promise<void>;
  /** Resolves when requests are served again, on the same URL. */
  startApiServer(): Promise<void>;
  /** SIGSTOP: connections stay open and silent, as with a host that has lost its power. */
  freezeApiServer(): Promise<void>;
  thawApiServer(): Promise<void>;
}

/**
 * Builds what is not built yet (minutes, the first time), then starts a server in 2 to 4 seconds. The server ends
 * with this process, however that ends; what it leaves on disk then is swept by the next start.
 */
export async function startKubernetes(options: StartKubernetesOptions = {}): Promise<KubernetesServer> {
  const { name = 'kubernetes', log = logToStderr, signal } = options;
  signal?.throwIfAborted();
  await sweepDeadRuns();
  const binary = await buildKubernetes({ log, signal });
  const folder = createRunFolder();
  const kubeconfigPath = join(folder, 'kubeconfig');
  let server: RunningServer | null = null;
  try {
    server = launch(binary, folder, serverArgs(folder, kubeconfigPath, options));
    const record = { name, server: server.identity, kubeconfigPath };
    writeRecord(folder, { ...record, url: null });
    const url = await server.channel.ready(READY_TIMEOUT_MS, signal);
    writeRecord(folder, { ...record, url });
    return new LocalKubernetes({ name, url, folder, kubeconfigPath, server, log });
  } catch (error) {
    if (server) await end(server);
    const logs = logTails(folder);
    await removeFolder(folder);
    signal?.throwIfAborted();
    const problem = `${name} did not start: ${(error as Error).message}\n${logs}`;
    throw new TestbedError('SERVER_FAILED', problem, 'The lines above are the last of its logs.', { cause: error });
  }
}

interface RunningServer {
  channel: ControlChannel;
  identity: ProcessIdentity;
}

interface StartedServer {
  name: string;
  url: string;
  folder: string;
  kubeconfigPath: string;
  server: RunningServer;
  log: Log;
}

class LocalKubernetes implements KubernetesServer {
  readonly name: string;
  readonly url: string;
  readonly kubeconfigPath: string;
  readonly kubeconfig: string;
  readonly caPem: string;
  readonly nodeToken: string;
  readonly folder: string;
  readonly ended: Promise<void>;
  readonly #server: RunningServer;
  #stopped: Promise<void> | null = null;

  constructor({ name, url, folder, kubeconfigPath, server, log }: StartedServer) {
    this.name = name;
    this.url = url;
    this.folder = folder;
    this.kubeconfigPath = kubeconfigPath;
    this.kubeconfig = readFileSync(kubeconfigPath, 'utf8');
    this.caPem = readFileSync(join(folder, 'data/server/tls/server-ca.crt'), 'utf8');
    this.nodeToken = readFileSync(join(folder, 'data/server/node-token'), 'utf8').trim();
    this.#server = server;
    this.ended = server.channel.ended.then((status) => {
      if (this.#stopped === null) log(`${name} ended by itself, status ${status}:\n${logTails(folder)}`);
    });
  }

  stop(): Promise<void> {
    this.#stopped ??= end(this.#server).then(() => removeFolder(this.folder));
    return this.#stopped;
  }

  killApiServer(): Promise<void> {
    return this.#server.channel.command('kill', 'kube-apiserver');
  }

  startApiServer(): Promise<void> {
    return this.#server.channel.command('start', 'kube-apiserver');
  }

  freezeApiServer(): Promise<void> {
    return this.#server.channel.command('freeze', 'kube-apiserver');
  }

  thawApiServer(): Promise<void> {
    return this.#server.channel.command('thaw', 'kube-apiserver');
  }
}

function serverArgs(folder: string, kubeconfigPath: string, options: StartKubernetesOptions): string[] {
  const { nodeGraceSeconds, apiServerArgs = [], controllerManagerArgs = [], schedulerArgs = [] } = options;
  const grace =
    nodeGraceSeconds === undefined ? [] : [`node-monitor-grace-period=${nodeGraceSeconds}s`, 'node-monitor-period=1s'];
  return [
    'server',
    '--control-stdin',
    ...['--config', join(folder, 'no-config.yaml')], // not the one of a K3s on this machine
    ...['--data-dir', join(folder, 'data')],
    ...['--write-kubeconfig', kubeconfigPath],
    ...['--https-listen-port', '0', '--etcd-port', '0', '--etcd-peer-port', '0'],
    ...apiServerArgs.flatMap((arg) => ['--kube-apiserver-arg', arg]),
    ...[...grace, ...controllerManagerArgs].flatMap((arg) => ['--kube-controller-manager-arg', arg]),
    ...schedulerArgs.flatMap((arg) => ['--kube-scheduler-arg', arg]),
  ];
}

function launch(binary: string, folder: string, args: string[]): RunningServer {
  const log = openSync(join(folder, SERVER_LOG), 'a');
  try {
    const child = spawn(binary, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder }, // no KUBECONFIG, K3S_* or proxy of the person's own
      stdio: ['pipe', 'pipe', log],
      detached: true, // a Ctrl-C at the terminal is this process's to handle
    }) as ServerProcess; // the types know no stdio with a descriptor in it
    const channel = new ControlChannel(child);
    const identity = child.pid === undefined ? null : identify(child.pid);
    if (identity === null) throw new Error(`${binary} could not be started`);
    return { channel, identity };
  } finally {
    closeSync(log);
  }
}

async function end({ channel, identity }: RunningServer): Promise<void> {
  channel.hangUp();
  let overdue: NodeJS.Timeout | undefined;
  const timeout = new Promise<'overdue'>((resolve) => {
    overdue = setTimeout(resolve, STOP_TIMEOUT_MS, 'overdue');
  });
  const outcome = await Promise.race([channel.ended, timeout]);
  clearTimeout(overdue);
  if (outcome === 'overdue') await killWithChildren(identity);
}

/** The last lines of the server's own log and of its children's, for an error: the folder will be gone. */
function logTails(folder: string): string {
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log'));
  return logs
    .map((name) => [`--- ${name}`, ...readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(-8)])
    .flat()
    .join('\n');
}
