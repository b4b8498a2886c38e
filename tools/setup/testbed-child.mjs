import { createWriteStream } from 'node:fs';
import { startKubernetes } from '../testbed/src/kubernetes-server.ts';
import { whyNoCluster } from '../testbed/src/skip-reason.ts';

/**
 * Runs on the pinned Node beside a test run. Says on descriptor 3, in one line of JSON, either why there can be no
 * cluster or where its kubeconfig is; then keeps the cluster until its stdin closes or SIGTERM comes.
 *
 * @typedef {{ skipped: string } | { kubeconfigPath: string }} TestbedAnswer
 */
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
process.stdin.once('close', () => stop.abort()).resume();

const reason = whyNoCluster();
if (reason) {
  answer({ skipped: reason });
} else {
  const kubernetes = await startKubernetes({ signal: stop.signal });
  answer({ kubeconfigPath: kubernetes.kubeconfigPath });
  await new Promise((resolve) => {
    if (stop.signal.aborted) resolve(undefined);
    else stop.signal.addEventListener('abort', resolve, { once: true });
  });
  await kubernetes.stop();
}
process.stdin.destroy();

/** @param {TestbedAnswer} line */
function answer(line) {
  createWriteStream('', { fd: 3 }).end(`${JSON.stringify(line)}\n`);
}
