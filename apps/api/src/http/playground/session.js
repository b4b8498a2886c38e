/**
 * The access token of this browser tab.
 *
 * It is kept in sessionStorage: gone when the tab is closed, not seen by other tabs, and, unlike a cookie, never sent by
 * the browser itself, so that no page of another site can act with it. Scripts of this origin can read it; the pages'
 * content security policy lets no other script run.
 *
 * @typedef {object} Session
 * @property {string} token
 * @property {'link' | 'pasted'} from a token that came from the sign-in link was made for this tab and ends with it
 */

const KEY = 'awp:session';

/** @returns {Session | null} */
export function currentSession() {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : JSON.parse(text);
}

/** @param {Session} session */
export function beginSession(session) {
  sessionStorage.setItem(KEY, JSON.stringify(session));
}

export function endSession() {
  sessionStorage.removeItem(KEY);
}
