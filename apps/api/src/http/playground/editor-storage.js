/**
 * Where GraphiQL keeps tabs, history and theme. sessionStorage, since what is typed here may hold secrets, as a
 * kubeconfig does: it must not outlive the browser tab.
 */
export const editorStorage = {
  getItem: (/** @type {string} */ key) => sessionStorage.getItem(key),
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => sessionStorage.setItem(key, value),
  removeItem: (/** @type {string} */ key) => sessionStorage.removeItem(key),
  clear: forgetTabs,
  get length() {
    return sessionStorage.length;
  },
};

/** Forgets all of GraphiQL's, and nothing of ours. */
export function forgetTabs() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('graphiql:')) sessionStorage.removeItem(key);
}

/**
 * GraphiQL 4.1 keeps the text of the active tab a second time, each copy with a delay of its own, and at a start looks
 * for the tab by that text. Copies that differ would give an empty tab or the text of another: the tabs are what counts.
 */
export function alignActiveTab() {
  const { tabs = [], activeTabIndex = 0 } = JSON.parse(sessionStorage.getItem('graphiql:tabState') ?? '{}');
  for (const part of ['query', 'variables']) {
    const text = tabs[activeTabIndex]?.[part];
    if (text) sessionStorage.setItem(`graphiql:${part}`, text);
    else sessionStorage.removeItem(`graphiql:${part}`);
  }
}
