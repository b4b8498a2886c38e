import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { TestbedError } from './errors.ts';
import { withFileLock } from './file-lock.ts';
import { cacheFolder, kubeSourceFolder } from './folders.ts';
import { type Log, logToStderr } from './log.ts';
import { readBuildInputs, sourceHash } from './source-hash.ts';

/** K3s's form of a version, on upstream's number; the suffix keeps it from being taken for a release. */
export const KUBERNETES_VERSION = 'v1.34.4+k3s1-testbed';

const BUILD_FLAGS = ['-trimpath', '-buildvcs=false', '-ldflags', `-s -w ${versionFlags(KUBERNETES_VERSION)}`];
const BUILD_TIMEOUT_MS = 30 * 60_000;
const PROGRESS_EVERY_MS = 15_000;
const GO_REMEDY = 'Install Go (the version in tools/testbed/kube/go.mod or newer) and put it on the PATH.';

export interface BuildOptions {
  log?: Log;
  /** Ends the build when aborted. */
  signal?: AbortSignal;
}

export interface BuildTarget {
  hash: string;
  binary: string;
}

/** Where the binary of the present sources is, or will be. */
export async function buildTarget(): Promise<BuildTarget> {
  const version = await runGo(['version']);
  const hash = sourceHash(readBuildInputs(kubeSourceFolder()), version.join('\n'), BUILD_FLAGS);
  return { hash, binary: join(cacheFolder(), hash, 'k3s') };
}

/**
 * The path of the `k3s` binary, built unless the cache has it. Of several processes that need the same build
 * one does it and the others wait.
 */
export async function buildKubernetes({ log = logToStderr, signal }: BuildOptions = {}): Promise<string> {
  const { binary } = await buildTarget();
  if (existsSync(binary)) return binary;
  const folder = dirname(binary);
  await mkdir(folder, { recursive: true });
  const build = async (): Promise<void> => {
    if (existsSync(binary)) return;
    await removePartialBuilds(folder);
    await compile(binary, log, signal);
  };
  await withFileLock(join(folder, 'lock'), build, signal);
  return binary;
}

/** A build that was killed leaves its unfinished file. The lock says that nobody is writing it. */
async function removePartialBuilds(folder: string): Promise<void> {
  const partial = (await readdir(folder)).filter((name) => name.endsWith('.partial'));
  await Promise.all(partial.map((name) => rm(join(folder, name))));
}

async function compile(binary: string, log: Log, signal?: AbortSignal): Promise<void> {
  const started = Date.now();
  log('building Kubernetes for tests (4 to 6 minutes the first time on 2 cores, then seconds)');
  let packages = 0;
  const seconds = (): number => Math.round((Date.now() - started) / 1000);
  const progress = setInterval(() => log(`${seconds()} s, ${packages} packages compiled`), PROGRESS_EVERY_MS);
  const partial = `${binary}.${process.pid}.partial`;
  try {
    await runGo(['build', '-v', ...BUILD_FLAGS, '-o', partial, '.'], { signal, onLine: () => (packages += 1) });
    await rename(partial, binary);
  } finally {
    clearInterval(progress);
    await rm(partial, { force: true });
  }
  log(`built in ${seconds()} s`);
}

/** Runs go in the folder of the sources; returns the lines that it printed. */
async function runGo(args: string[], { signal, onLine = () => {} }: GoOptions = {}): Promise<string[]> {
  const bounded = AbortSignal.any([AbortSignal.timeout(BUILD_TIMEOUT_MS), ...(signal ? [signal] : [])]);
  const go = spawn('go', args, {
    cwd: kubeSourceFolder(),
    env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: bounded,
    killSignal: 'SIGINT', // go then ends its compilers too
  });
  const lines: string[] = [];
  for (const stream of [go.stdout, go.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      onLine();
    });
  }
  const status = await new Promise<number | null>((resolve, reject) => {
    let failure: NodeJS.ErrnoException | null = null;
    go.once('error', (error) => (failure = error));
    go.once('close', (code) => (failure ? reject(failure) : resolve(code)));
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new TestbedError('GO_MISSING', 'the test bed is built with Go, and there is no go command', GO_REMEDY);
  });
  if (status === 0) return lines;
  throw new TestbedError(
    'BUILD_FAILED',
    [`go ${args[0]} ended with status ${status}; its last lines:`, ...lines.slice(-20)].join('\n'),
    'Fix what it names. Where a module cannot be fetched, look at `go env GOPROXY`.',
  );
}

interface GoOptions {
  signal?: AbortSignal;
  onLine?: () => void;
}

function versionFlags(version: string): string {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitCommit: 'testbed', gitTreeState: 'clean' };
  return [
    ...Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`),
    `-X k8s.io/client-go/pkg/version.gitVersion=${version}`,
  ].join(' ');
}
