import { loadYaml } from '@kubernetes/client-node';
import { ContactError, type Secret } from '@awp/domain';

type Fields = Readonly<Record<string, unknown>>;

/** One entry of `clusters`, `users` or `contexts`. */
export interface KubeconfigEntry {
  readonly name: string;
  readonly fields: Fields;
}

export interface KubeconfigText {
  readonly currentContext: string | undefined;
  readonly contexts: readonly KubeconfigEntry[];
  readonly clusters: readonly KubeconfigEntry[];
  readonly users: readonly KubeconfigEntry[];
}

/**
 * The text as data, and nothing done with it. (The library's own loader opens a file that `token-file` names while it
 * loads.) YAML aliases are refused: nested ones make a small text endless for whoever walks what it stands for.
 */
export function readKubeconfigText(text: Secret): KubeconfigText {
  const document = parseYaml(text);
  if (!isFields(document)) throw invalid('it is not a kubeconfig in YAML or JSON');
  return {
    currentContext: textOf(document, 'current-context', 'the kubeconfig'),
    contexts: entriesOf(document, 'contexts', 'context'),
    clusters: entriesOf(document, 'clusters', 'cluster'),
    users: entriesOf(document, 'users', 'user'),
  };
}

/** A field that has to be text when it is there; empty counts as absent. */
export function textOf(fields: Fields, key: string, owner: string): string | undefined {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw invalid(`expected ${key} of ${owner} to be text`);
}

/** A name out of the text as messages show it: quoted, and not longer than anybody reads. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

export function invalid(message: string): ContactError {
  return new ContactError({ code: 'KUBECONFIG_INVALID', message });
}

function parseYaml(text: Secret): unknown {
  // An option of js-yaml 5, which the library runs; its types are of js-yaml 4.
  const options: object = { maxAliases: 0 };
  try {
    return loadYaml<unknown>(text.reveal(), options);
  } catch (error) {
    // A parser's message quotes the text, which holds secrets: only the place is passed on.
    const { mark, reason } = error as { mark?: { line?: number }; reason?: string };
    if (mark?.line === undefined) throw invalid('it is not a kubeconfig in YAML or JSON');
    const what = reason?.startsWith('aliases') ? 'it has a YAML alias, which is not taken,' : 'it is not valid YAML';
    throw invalid(`${what} at line ${mark.line + 1}`);
  }
}

function entriesOf(document: Fields, list: string, key: string): KubeconfigEntry[] {
  const entries = document[list] ?? [];
  if (!Array.isArray(entries)) throw invalid(`expected ${list} to be a list`);
  return entries.map((entry: unknown, index) => {
    const owner = `${list}[${index}]`;
    const name = isFields(entry) ? textOf(entry, 'name', owner) : undefined;
    if (!isFields(entry) || name === undefined) throw invalid(`expected ${owner} to have a name`);
    const fields = entry[key] ?? {};
    if (!isFields(fields)) throw invalid(`expected ${owner}.${key} to be a map`);
    return { name, fields };
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
