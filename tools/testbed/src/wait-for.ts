import { type KubeConfig, type KubernetesObject, Watch } from '@kubernetes/client-node';
import { setTimeout as pause } from 'node:timers/promises';
import { TestbedError } from './errors.ts';

const RECONNECT_DELAY_MS = 250;

export interface ObjectTarget<T extends KubernetesObject> {
  /** Of the collection: /api/v1/nodes. */
  path: string;
  name: string;
  read(): Promise<T | undefined>;
}

export interface WaitOptions {
  /** Default 30 s. */
  timeoutMs?: number;
  /** What is waited for, for the error: "node-1 to be Ready". */
  what: string;
}

/**
 * Resolves with the object as soon as `reached` holds for it, as a watch reports it; undefined stands for an object
 * that does not exist. A watch that breaks off is opened again until the time is over. client-node leaves the times
 * in watched objects as text, whatever their type says.
 */
export async function waitFor<T extends KubernetesObject, R extends T | undefined = T | undefined>(
  kubeConfig: KubeConfig,
  target: ObjectTarget<T>,
  reached: (object: T | undefined) => boolean,
  { timeoutMs = 30_000, what }: WaitOptions,
): Promise<R> {
  const deadline = AbortSignal.timeout(timeoutMs);
  let last: T | undefined;
  const check = (object: T | undefined): boolean => {
    last = object;
    return reached(object);
  };
  while (!deadline.aborted) {
    if (await watchOnce(kubeConfig, target, check, deadline)) return last as R;
    if (!deadline.aborted) await pause(RECONNECT_DELAY_MS);
  }
  const state = JSON.stringify(last, null, 2) ?? 'it does not exist';
  throw new TestbedError('TIMED_OUT', `waited ${timeoutMs} ms for ${what}; last seen:\n${state}`, 'See above.');
}

/** True when `check` was fulfilled, false when the watch ended before. */
async function watchOnce<T extends KubernetesObject>(
  kubeConfig: KubeConfig,
  { path, name, read }: ObjectTarget<T>,
  check: (object: T | undefined) => boolean,
  deadline: AbortSignal,
): Promise<boolean> {
  const closing = new AbortController();
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const see = (object: T | undefined): void => {
        // Errors are carried out by hand: Watch drops what its callback throws.
        try {
          if (check(object)) resolve(true);
        } catch (error) {
          reject(error as Error);
        }
      };
      const onEvent = (type: string, object: T): void => see(type === 'DELETED' ? undefined : object);
      const breakOff = (): void => resolve(false);
      deadline.addEventListener('abort', breakOff, { signal: closing.signal });
      new Watch(kubeConfig)
        .watch(path, { fieldSelector: `metadata.name=${name}` }, onEvent, breakOff)
        .then((watch) => {
          if (closing.signal.aborted) return watch.abort();
          closing.signal.addEventListener('abort', () => watch.abort());
          // The watch is open by now, so between it and this read nothing can be missed.
          return read().then(see);
        })
        .catch((error: Error) => (isLostConnection(error) ? breakOff() : reject(error)));
    });
  } finally {
    closing.abort();
  }
}

/** As fetch tells it; by name, since tests run with globals of their own. */
function isLostConnection(error: Error): boolean {
  return error.name === 'TimeoutError' || (error.name === 'TypeError' && error.message === 'fetch failed');
}
