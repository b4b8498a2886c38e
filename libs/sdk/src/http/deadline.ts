import type { Clock } from '../clock.js';

/** The end of a call: its time is up or its caller aborted. One for all attempts and the waits between them. */
export interface Deadline {
  readonly signal: AbortSignal;
  remaining(): number;
  /** The work, or the reason of the end if that comes first; for work that does not listen to a signal. */
  race<T>(work: Promise<T>): Promise<T>;
  sleep(ms: number): Promise<void>;
  /** To be called when the call is over: the caller's signal may live as long as the program. */
  close(): void;
}

export function openDeadline(
  { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs: number },
  timeoutReason: () => Error,
  clock: Clock,
): Deadline {
  const controller = new AbortController();
  const end = clock.now() + timeoutMs;
  const cancelTimer = clock.after(timeoutMs, () => controller.abort(timeoutReason()));
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });

  const race = async <T>(work: Promise<T>): Promise<T> => {
    const ended = endOf(controller.signal);
    try {
      return await Promise.race([work, ended.promise]);
    } finally {
      ended.forget();
    }
  };

  return {
    signal: controller.signal,
    remaining: () => end - clock.now(),
    race,
    async sleep(ms) {
      let cancel = (): void => {};
      try {
        await race(new Promise<void>((resolve) => (cancel = clock.after(ms, resolve))));
      } finally {
        cancel();
      }
    },
    close() {
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function endOf(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let forget = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    forget = () => signal.removeEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, forget };
}
