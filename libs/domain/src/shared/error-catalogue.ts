/** One entry per error code: what caused it, what to do about it, and whether the same call may succeed later. */
export interface ErrorEntry {
  readonly cause: string;
  readonly remedy: string;
  readonly retryable: boolean;
}

const entry = (cause: string, remedy: string, retryable = false): ErrorEntry => ({ cause, remedy, retryable });

/**
 * Every code this product answers with, once. docs/errors.md is generated from this table.
 * Codes name what is wrong, never a transport's number.
 */
export const errorCatalogue = {
  // --- the call itself
  BAD_REQUEST: entry(
    'The request is not a valid GraphQL operation for this schema.',
    'Read the message: it names the line, field or variable. The playground checks a document while you type.',
  ),
  INVALID_INPUT: entry(
    'A field of the input has a value that is not allowed.',
    'Correct the named field; the message says what was expected and what was seen.',
  ),
  UNAUTHENTICATED: entry(
    'No access token, or one that is unknown, expired or revoked.',
    'Send `Authorization: Bearer <token>`; ask an admin for a new token, or use the sign-in link that the server prints at its start.',
  ),
  FORBIDDEN: entry(
    "The token's role or project scope does not allow this.",
    'Use a token with the role that the message names, or ask an admin to do it.',
  ),
  NOT_FOUND: entry(
    'Nothing with this id exists, or this token may not see it.',
    'Check the id: it starts with its kind, as in machine_01j….',
  ),
  IDEMPOTENCY_CONFLICT: entry(
    'This idempotency key was used before with another input.',
    'Use a new key for a new intention; keep a key only for retries of the same call.',
  ),
  CONCURRENCY_CONFLICT: entry(
    'Somebody else changed the subject at the same moment, twice in a row.',
    'Read it again, then repeat the call if it still makes sense.',
    true,
  ),
  QUERY_TOO_DEEP: entry(
    'The operation nests deeper than the server allows.',
    'Ask for less in one operation; `serverInfo.limits` has the limits.',
  ),
  QUERY_TOO_COSTLY: entry(
    'The operation could return more objects than the server allows in one answer.',
    'Lower `first` or split the operation; `extensions.cost` of every answer shows what it counted.',
  ),
  TOO_MANY_ALIASES: entry(
    'The operation uses more aliases than the server allows.',
    'Split the operation; `serverInfo.limits` has the limits.',
  ),
  TOO_MANY_DIRECTIVES: entry(
    'The operation uses more directives than the server allows.',
    'Remove directives; they are seldom needed more than once per field.',
  ),
  QUERY_TOO_LONG: entry(
    'The request body or the document has more bytes or tokens than the server allows.',
    'Send large values as variables, and several small operations rather than one big one.',
  ),
  BATCHING_OFF: entry(
    'The body is a list of operations; batching is not offered.',
    'Send one operation per request; HTTP keep-alive makes that cheap.',
  ),
  INTROSPECTION_OFF: entry(
    'Introspection is switched off on this server.',
    'Use the published apps/api/schema.graphql, or start the server with AWP_INTROSPECTION=on.',
  ),
  TOO_MANY_SUBSCRIPTIONS: entry(
    'This socket already carries as many subscriptions as the server allows.',
    'Complete one first, or use a filter in place of one subscription per subject.',
  ),
  UNAVAILABLE: entry('The database did not answer in time.', 'Try again shortly; /readyz says when it is back.', true),
  INTERNAL: entry(
    'A fault of the server; its log has the details under the request id.',
    'Try again once; then report the request id.',
    true,
  ),

  // --- the lifecycle log
  CURSOR_EXPIRED: entry(
    'The events after this cursor are older than the retention of the log.',
    'Read the present state with queries, then subscribe without `after`.',
  ),
  FUTURE_CURSOR: entry(
    'The cursor is ahead of the log: it comes from another server or database.',
    'Drop the cursor, read the present state, then subscribe without `after`.',
  ),
  INVALID_CURSOR: entry(
    'The text is not a cursor of this list.',
    'Pass a cursor only to the field, with the same order, that it came from.',
  ),

  // --- projects and access
  PROJECT_KEY_TAKEN: entry('A project with this key exists.', 'Choose another key, or use the existing project.'),
  ACCESS_TOKEN_REVOKED: entry(
    'The token was revoked before.',
    'Nothing: a revoked token stays revoked. Create a new one if you need one.',
  ),

  // --- clusters
  CLUSTER_KEY_TAKEN: entry('A cluster with this key exists.', 'Choose another key, or use the registered cluster.'),
  CLUSTER_ALREADY_REGISTERED: entry(
    'The cluster behind this kubeconfig (by the UID of its kube-system namespace) is registered already.',
    'Use the registered cluster; the failure names it as subject.',
  ),
  CLUSTER_DETACHED: entry(
    'The cluster was detached; its history is kept, but nothing observes it.',
    'Register it again to observe it.',
  ),
  CLUSTER_IDENTITY_CHANGED: entry(
    'Another cluster answers at the known address: the UID of its kube-system namespace is not the one registered.',
    'If the cluster was rebuilt, detach this one and register the new one; otherwise check who answers at that address.',
  ),
  KUBECONFIG_INVALID: entry(
    'The kubeconfig cannot be read as one: not YAML, or without a usable cluster, user or context.',
    'Check it with `kubectl --kubeconfig FILE config view`; name the context if it has several.',
  ),
  KUBECONFIG_PLUGIN_REFUSED: entry(
    'The kubeconfig runs a program (exec or auth-provider) to get its credentials; on a server that would be remote code execution.',
    'Use a kubeconfig with a ServiceAccount token or a client certificate, or let the operator of the server set AWP_ALLOW_KUBECONFIG_PLUGINS=on.',
  ),
  CREDENTIAL_UNREADABLE: entry(
    'A sealed credential cannot be opened: the sealing key of the server is not the one it was sealed with.',
    'Start the server with the AWP_SECRET_KEY, or the sealing.key in AWP_DATA_DIR, that it had before; otherwise detach the cluster and register it again.',
  ),
  KUBECONFIG_FILE_UNREADABLE: entry(
    'The server cannot read the kubeconfig file at the given path.',
    'The path is on the server; check that it exists and that the user of the server may read it, or pass the content in place of the path.',
  ),
  CLUSTER_UNREACHABLE: entry(
    'No connection to the API server: refused, no route, name not found, or no answer in time.',
    'Check address, port and firewall from the server: `curl -k <url>/version`.',
    true,
  ),
  CLUSTER_CERTIFICATE_UNTRUSTED: entry(
    "The API server's certificate is not signed by the kubeconfig's certificate authority, or not for this address.",
    'Take a fresh kubeconfig from the cluster; a rebuilt cluster has a new certificate authority.',
  ),
  CLUSTER_CREDENTIAL_REJECTED: entry(
    'The API server does not accept the credential (401).',
    'The token or certificate is expired or from another cluster: make a new one.',
  ),
  CLUSTER_PERMISSION_MISSING: entry(
    'The credential is valid but may not do what observing needs (403).',
    'Grant get on the namespace kube-system and get, list and watch on nodes and pods; docs/permissions.md has the ClusterRole.',
  ),
  CLUSTER_ANSWER_INVALID: entry(
    'Something answers at the address, but not as a Kubernetes API server does.',
    'Check the server URL in the kubeconfig; a proxy or a login page may be in between.',
    true,
  ),

  // --- machines
  MACHINE_REMOVED: entry(
    'The machine was removed; its record is kept for history.',
    'Use the machine that stands for the Node today.',
  ),
  MACHINE_ALREADY_IN_SERVICE: entry('The machine is adopted and in service.', 'Nothing to do.'),
  MACHINE_NODE_MISSING: entry(
    'No Node stands for this machine in the cluster now.',
    'Wait until the Node is back, or remove the machine.',
    true,
  ),
  MACHINE_OBSERVATION_STALE: entry(
    'What is known of the machine is older than the policy of its cluster allows for a decision.',
    "Bring the cluster's API back first: `cluster.health` says what is wrong.",
    true,
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
