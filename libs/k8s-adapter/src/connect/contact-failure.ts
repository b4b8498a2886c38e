import { ContactError, type ContactFailure, type ErrorCode } from '@awp/domain';

const UNTRUSTED = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Sorts what a call to an API server threw into a code. The message is rebuilt from known parts: bodies and headers may hold secrets. */
export function classifyContactFailure(error: unknown): ContactFailure {
  if (error instanceof ContactError) return error.failure;
  const status = statusOf(error);
  if (status !== null) return failure(codeOfStatus(status), `the API server answered ${status}${reasonOf(error)}`);
  const code = networkCodeOf(error);
  if (code !== null && UNTRUSTED.has(code))
    return failure('CLUSTER_CERTIFICATE_UNTRUSTED', `the certificate was refused: ${code}`);
  if (code !== null) return failure('CLUSTER_UNREACHABLE', `no connection: ${code}`);
  if (error instanceof SyntaxError) return failure('CLUSTER_ANSWER_INVALID', 'the answer is not JSON');
  const name = error instanceof Error ? error.name : typeof error;
  if (name === 'TimeoutError' || name === 'AbortError') return failure('CLUSTER_UNREACHABLE', 'no answer in time');
  return failure('CLUSTER_UNREACHABLE', `the call failed: ${name}`);
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'CLUSTER_CREDENTIAL_REJECTED';
  if (status === 403) return 'CLUSTER_PERMISSION_MISSING';
  return status >= 500 || status === 429 ? 'CLUSTER_UNREACHABLE' : 'CLUSTER_ANSWER_INVALID';
}

/** HTTP status of an API exception (`code`) or of a refused watch (`statusCode`). */
export function statusOf(error: unknown): number | null {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'number') return code;
  return typeof statusCode === 'number' ? statusCode : null;
}

/** Kubernetes says in a Status object who may not do what; that text holds names, no secrets. */
function reasonOf(error: unknown): string {
  const { body } = error as { body?: unknown };
  try {
    const status = (typeof body === 'string' ? JSON.parse(body) : body) as
      { kind?: string; message?: string } | undefined;
    return status?.kind === 'Status' && status.message ? `: ${status.message.slice(0, 300)}` : '';
  } catch {
    // Not from a Kubernetes API server: nothing to quote.
    return '';
  }
}

/** The system's or TLS's code, wherever fetch wrapped it. */
function networkCodeOf(error: unknown): string | null {
  for (let cause = error, depth = 0; cause != null && depth < 5; depth += 1) {
    const { code, errors } = cause as { code?: unknown; errors?: unknown[] };
    if (typeof code === 'string' && code !== 'ABORT_ERR') return code;
    cause = (cause as { cause?: unknown }).cause ?? errors?.[0];
  }
  return null;
}

function failure(code: ErrorCode, message: string): ContactFailure {
  return { code, message };
}
