import { alignActiveTab, editorStorage, forgetTabs } from './editor-storage.js';
import { createFetcher, isRefused, send } from './fetcher.js';
import { beginSession, currentSession, endSession } from './session.js';

const { React, ReactDOM, GraphiQL } = /** @type {any} */ (globalThis);
/** @param {string} id */
const byId = (id) => /** @type {any} */ (document.getElementById(id));
const dialog = /** @type {HTMLDialogElement} */ (byId('sign-in-dialog'));

const NEW_TAB = '# Ctrl-Space completes, Ctrl-Enter runs. The book on\n# the left has the documentation.\n';
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** @type {number | undefined} */
let expiry;

byId('restore').addEventListener('click', restoreExamples);
byId('sign-in').addEventListener('click', () => askToSignIn());
byId('sign-out').addEventListener('click', signOut);
byId('not-now').addEventListener('click', () => dialog.close());
dialog.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  void signInWithToken(byId('token').value);
});

if (currentSession() === null) askToSignIn();
else void showViewer();

alignActiveTab();
const examples = await fetch('/playground/examples.json').then((response) => response.json());
ReactDOM.createRoot(byId('graphiql')).render(
  React.createElement(
    GraphiQL,
    {
      fetcher: createFetcher(onRefused),
      defaultTabs: examples,
      defaultQuery: NEW_TAB,
      defaultEditorToolsVisibility: 'variables',
      storage: editorStorage,
      shouldPersistHeaders: false,
      // One place for the token: the header of the page.
      isHeadersEditorEnabled: false,
    },
    React.createElement(GraphiQL.Logo, null, React.createElement('span')),
  ),
);

/** Shows whose token this tab has. A token that is not accepted asks for another one. */
async function showViewer() {
  const answer = await send({ query: '{ viewer { tokenName role expiresAt project { key } } }' });
  if (isRefused(answer)) return onRefused();
  if (!answer.data) return showStatus(answer.errors?.[0]?.message ?? 'The server does not answer.');
  const { tokenName, role, expiresAt, project } = answer.data.viewer;
  const ends = new Date(expiresAt);
  const where = project ? ` of project ${project.key}` : '';
  showStatus(`${tokenName} · ${role}${where} · until ${timeOf(ends)}`, `Expires ${ends.toISOString()}`);
  byId('sign-in').hidden = true;
  byId('sign-out').hidden = false;
  clearTimeout(expiry);
  // The server says when it is over: the clock here may be another one.
  expiry = setTimeout(showViewer, Math.min(Math.max(ends.getTime() - Date.now(), 10_000), LONGEST_TIMER_MS));
}

/** @param {Date} moment */
function timeOf(moment) {
  const today = moment.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short', ...(today ? {} : { dateStyle: 'medium' }) }).format(
    moment,
  );
}

/**
 * @param {string} text
 * @param {string} [detail]
 */
function showStatus(text, detail = '') {
  byId('viewer').textContent = text;
  byId('viewer').title = detail;
}

function onRefused() {
  const had = currentSession() !== null;
  endSession();
  askToSignIn(had ? 'The access token is no longer accepted: it expired or was revoked.' : undefined);
}

/** @param {string} [problem] why, when there was a token */
function askToSignIn(problem) {
  showStatus('Not signed in');
  byId('sign-in').hidden = false;
  byId('sign-out').hidden = true;
  showProblem(problem);
  if (!dialog.open) dialog.showModal();
}

/** @param {string} [problem] */
function showProblem(problem) {
  byId('problem').textContent = problem ?? '';
  byId('problem').hidden = problem === undefined;
}

/** @param {string} pasted */
async function signInWithToken(pasted) {
  beginSession({ token: pasted.trim().replace(/^Bearer\s+/i, ''), from: 'pasted' });
  await showViewer();
  if (currentSession() === null) return showProblem('This token is not accepted: it is unknown, expired or revoked.');
  byId('token').value = '';
  dialog.close();
}

/** Forgets all that this tab holds. The token of a sign-in link was made for this tab, so it is revoked as well. */
async function signOut() {
  if (currentSession()?.from === 'link') {
    const { data } = await send({ query: '{ viewer { tokenId } }' });
    await send({
      query: 'mutation SignOut($id: ID!) { revokeAccessToken(input: { id: $id }) { __typename } }',
      variables: { id: data?.viewer.tokenId },
    });
  }
  endSession();
  startAnew();
}

function restoreExamples() {
  if (confirm('Replace all tabs by the examples?')) startAnew();
}

/** Loads the page again with the examples as its tabs. */
function startAnew() {
  // At the last moment: GraphiQL writes what it holds with a delay.
  addEventListener('pagehide', forgetTabs);
  location.reload();
}
