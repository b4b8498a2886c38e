import { beginSession } from './session.js';

const message = /** @type {HTMLElement} */ (document.getElementById('message'));
const again = /** @type {HTMLButtonElement} */ (document.getElementById('again'));
const playground = /** @type {HTMLAnchorElement} */ (document.getElementById('playground'));

// The code is in the fragment, which browsers do not send. Out of the address bar and the history before anything else.
const code = location.hash.slice(1);
history.replaceState(null, '', location.pathname);

again.addEventListener('click', signIn);
if (code === '')
  tell('This page needs the whole sign-in link that the server prints when it starts, with what follows the #.');
else await signIn();

async function signIn() {
  again.hidden = true;
  message.className = '';
  message.textContent = 'Signing in…';
  const response = await fetch('/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  if (response === null) return tell('The server does not answer. Is it running?', { mayTryAgain: true });
  const answer = await response.json();
  if (response.status === 401) return tell(answer.error);
  if (!response.ok) return tell(answer.errors[0].message, { mayTryAgain: true });
  beginSession({ token: answer.accessToken, from: 'link' });
  // Not kept in the history: going back would show a link that was used.
  location.replace('/playground');
}

/**
 * @param {string} problem
 * @param {{ mayTryAgain: boolean }} [options]
 */
function tell(problem, { mayTryAgain } = { mayTryAgain: false }) {
  message.className = 'problem';
  message.textContent = problem;
  again.hidden = !mayTryAgain;
  playground.hidden = mayTryAgain;
}
