import { buildTarget } from './build.ts';
import { printSize, removeOldBuilds } from './clean.ts';
import { TestbedError } from './errors.ts';
import { startKubernetes } from './kubernetes-server.ts';
import { isAlive, signalProcess, untilGone } from './processes.ts';
import { listRuns, type Run, sweepDeadRuns } from './runs.ts';

const NAME = 'up';

const usage = `npm run testbed -- VERB
  up          start a Kubernetes control plane and keep it until Ctrl-C
  down        end the one that "up" started in another terminal
  status      list the servers that run now, those of tests too
  kubeconfig  print the path of the kubeconfig of "up"
  clean       remove binaries of older sources and what dead runs have left`;

const verbs: Record<string, () => Promise<void>> = { up, down, status, kubeconfig, clean };

async function up(): Promise<void> {
  const running = findUp();
  if (running) throw new TestbedError('SERVER_FAILED', 'it is up already', 'End it with "down".');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const server = await startKubernetes({ name: NAME, signal: stop.signal });
  console.log(`Kubernetes is up at ${server.url} (data and logs: ${server.folder})`);
  console.log(`export KUBECONFIG=${server.kubeconfigPath}`);
  console.log('Ctrl-C ends it.');
  const outcome = await Promise.race([
    server.ended,
    new Promise<'stopped'>((resolve) => {
      if (stop.signal.aborted) resolve('stopped');
      stop.signal.addEventListener('abort', () => resolve('stopped'));
    }),
  ]);
  await server.stop();
  if (outcome !== 'stopped') process.exitCode = 1;
}

async function down(): Promise<void> {
  const run = findUp();
  if (!run) return console.log('it is not up');
  signalProcess(run.owner, 'SIGTERM');
  await untilGone([run.owner], 20_000);
  console.log('ended');
}

async function status(): Promise<void> {
  const runs = listRuns();
  if (runs.length === 0) console.log('no server runs');
  for (const { owner, record, folder } of runs) {
    const state = !isAlive(owner) ? 'left behind by a dead process' : record?.url ? 'ready' : 'starting';
    console.log(`${record?.name ?? '-'}  ${state}  ${record?.url ?? '-'}  owner ${owner.pid}  ${folder}`);
  }
}

async function kubeconfig(): Promise<void> {
  const record = findUp()?.record;
  if (!record) throw new TestbedError('SERVER_FAILED', 'it is not up', 'Start it with "up" in another terminal.');
  console.log(record.kubeconfigPath);
}

async function clean(): Promise<void> {
  const swept = await sweepDeadRuns();
  if (swept > 0) console.log(`removed what ${swept} dead runs had left`);
  const { kept, removed } = await removeOldBuilds((await buildTarget()).hash);
  for (const { path, bytes } of removed) console.log(`removed  ${printSize(bytes)}  ${path}`);
  for (const { path, bytes } of kept) console.log(`kept     ${printSize(bytes)}  ${path}`);
}

function findUp(): Run | undefined {
  return listRuns().find(({ owner, record }) => record?.name === NAME && isAlive(owner));
}

const verb = verbs[process.argv[2] ?? ''];
if (verb) {
  verb().catch((error: Error) => {
    const interrupted = error.name === 'AbortError'; // Ctrl-C while it was starting
    if (!interrupted) console.error(error instanceof TestbedError ? error.message : error);
    process.exitCode = interrupted ? 130 : 1;
  });
} else {
  console.error(usage);
  process.exitCode = 2;
}
