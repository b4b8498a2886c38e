import { createClient } from '/playground/vendor/graphql-ws/client.js';
import { currentSession } from './session.js';

const { parse } = /** @type {any} */ (globalThis).GraphiQL.GraphQL;

/**
 * @typedef {{ query: string, variables?: Record<string, unknown> | null, operationName?: string | null }} Operation
 * @typedef {{ message: string, extensions?: { code?: string, remedy?: string } }} GraphqlError
 * @typedef {{ data?: any, errors?: readonly GraphqlError[] }} Answer
 * @typedef {{ next(shown: object): void, complete(): void }} Observer GraphiQL, as far as it watches a subscription
 */

/** What a subscription shows: the latest answers of this many. */
const KEPT = 100;
const CLOSE_FORBIDDEN = 4403;

/** @param {Answer} answer */
export const isRefused = ({ errors }) => errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');

/**
 * What GraphiQL runs operations with: queries and mutations over HTTP, subscriptions over WebSocket.
 * @param {() => void} onRefused the access token is missing or no longer accepted
 */
export function createFetcher(onRefused) {
  const sockets = createClient({
    url: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
    connectionParams: () => ({ authorization: authorization() }),
    // To subscribe again in silence would leave a gap that nobody sees. ResumeWatching goes on without one.
    retryAttempts: 0,
  });
  return (/** @type {Operation} */ given) => {
    const definition = chosen(given);
    const operation = { ...given, operationName: definition?.name?.value ?? given.operationName };
    if (definition?.operation !== 'subscription') return ask(operation);
    return { subscribe: (/** @type {Observer} */ observer) => watch(operation, observer) };
  };

  /** @param {Operation} operation */
  async function ask(operation) {
    const answer = await send(operation);
    if (isRefused(answer)) onRefused();
    return answer;
  }

  /**
   * @param {Operation} operation
   * @param {Observer} observer
   */
  function watch(operation, observer) {
    /** @type {object[]} */
    const latestFirst = [];
    let received = 0;
    let frame = 0;
    const show = (/** @type {object} */ more = {}) => {
      cancelAnimationFrame(frame);
      frame = 0;
      observer.next({ received, ...more, latestFirst });
    };
    show();
    const unsubscribe = sockets.subscribe(operation, {
      next: (answer) => {
        received += 1;
        latestFirst.unshift(answer);
        latestFirst.splice(KEPT);
        // To lay out 100 answers takes 6 ms; what was missed may be thousands, and comes at once.
        frame ||= requestAnimationFrame(() => show());
      },
      error: (thrown) => {
        const errors = whyEnded(thrown);
        show({ ended: errors });
        observer.complete();
        if (isRefused({ errors })) onRefused();
      },
      complete: () => {
        if (frame !== 0) show();
        observer.complete();
      },
    });
    return {
      unsubscribe: () => {
        // Now, since a moment later the answers of another tab may stand there.
        show();
        unsubscribe();
      },
    };
  }
}

/**
 * Sends one operation over HTTP. A server that does not answer is told of in the form of every other error.
 * @param {Operation} operation
 * @returns {Promise<Answer>}
 */
export async function send(operation) {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(currentSession() && { authorization: authorization() }) },
      body: JSON.stringify(operation),
    });
    return await response.json();
  } catch {
    return { errors: [{ message: 'The server does not answer. Is it running? Run again when it is.' }] };
  }
}

function authorization() {
  return `Bearer ${currentSession()?.token ?? ''}`;
}

/**
 * The operation that is to run. GraphiQL's own reading of the text lags behind a change of tabs: it may name an operation
 * of the tab before.
 * @param {Operation} operation
 * @returns {import('graphql').OperationDefinitionNode | undefined}
 */
function chosen({ query, operationName }) {
  const operations = operationsOf(query);
  return operations.length === 1 ? operations[0] : operations.find(({ name }) => name?.value === operationName);
}

/**
 * @param {string} query
 * @returns {import('graphql').OperationDefinitionNode[]}
 */
function operationsOf(query) {
  try {
    return parse(query).definitions.filter((/** @type {any} */ { kind }) => kind === 'OperationDefinition');
  } catch {
    // The server says what is wrong with it.
    return [];
  }
}

/**
 * @param {unknown} thrown the server's errors, or the close of the socket
 * @returns {readonly GraphqlError[]}
 */
function whyEnded(thrown) {
  if (Array.isArray(thrown)) return thrown;
  if (!(thrown instanceof CloseEvent)) return [{ message: 'No WebSocket to the server: it does not answer.' }];
  if (thrown.code === CLOSE_FORBIDDEN) {
    return [{ message: 'The access token is not accepted.', extensions: { code: 'UNAUTHENTICATED' } }];
  }
  const reason = [thrown.code, thrown.reason].filter(Boolean).join(' ');
  return [{ message: `The connection closed (${reason}). ResumeWatching with the latest cursor misses nothing.` }];
}
