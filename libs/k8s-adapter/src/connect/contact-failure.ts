import { ContactError, type ContactFailure, type ErrorCode } from '@awp/domain';
import { toText } from '../observe/values';

/** Node's codes for a certificate that it does not accept (Node.js docs, TLS: X509 certificate error codes). */
const UNTRUSTED = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Codes of an answer that is no TLS or no HTTP: something else listens there. */
const OTHER_PROTOCOL = /^(EPROTO|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|HPE_\w+)$/;

/** Sorts what a call to an API server threw into a code. The message is rebuilt from known parts: bodies and headers may hold secrets. */
export function classifyContactFailure(error: unknown): ContactFailure {
  if (error instanceof ContactError) return error.failure;
  const status = statusOf(error);
  if (status !== null) return failure(codeOfStatus(status), `the API server answered ${status}${reasonOf(error)}`);
  const code = networkCodeOf(error);
  if (code !== null) return failure(codeOfNetwork(code), messageOfNetwork(code));
  const name = nameOf(error);
  if (name === 'SyntaxError') return failure('CLUSTER_ANSWER_INVALID', 'the answer is not JSON');
  if (name === 'TimeoutError' || name === 'AbortError') return failure('CLUSTER_UNREACHABLE', 'no answer in time');
  return failure('CLUSTER_UNREACHABLE', `the call failed: ${name}`);
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'CLUSTER_CREDENTIAL_REJECTED';
  if (status === 403) return 'CLUSTER_PERMISSION_MISSING';
  return status >= 500 || status === 429 ? 'CLUSTER_UNREACHABLE' : 'CLUSTER_ANSWER_INVALID';
}

function codeOfNetwork(code: string): ErrorCode {
  if (UNTRUSTED.has(code)) return 'CLUSTER_CERTIFICATE_UNTRUSTED';
  return OTHER_PROTOCOL.test(code) ? 'CLUSTER_ANSWER_INVALID' : 'CLUSTER_UNREACHABLE';
}

function messageOfNetwork(code: string): string {
  if (UNTRUSTED.has(code)) return `the certificate was refused: ${code}`;
  return OTHER_PROTOCOL.test(code) ? `the answer is not HTTPS: ${code}` : `no connection: ${code}`;
}

/** HTTP status of an API exception (`code`) or of a refused watch (`statusCode`). A DOMException's `code` is none. */
export function statusOf(error: unknown): number | null {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  return [code, statusCode].find(isStatus) ?? null;
}

function isStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 100 && value <= 599;
}

/** Kubernetes says in a Status object who may not do what; that text holds names, no secrets. */
function reasonOf(error: unknown): string {
  const { body } = error as { body?: unknown };
  try {
    const status = (typeof body === 'string' ? JSON.parse(body) : body) as
      { kind?: string; message?: string } | undefined;
    return status?.kind === 'Status' && status.message ? `: ${toText(status.message).slice(0, 300)}` : '';
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

/** By name, not by class: an error may come from another realm. */
function nameOf(error: unknown): string {
  const { name } = (error ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : typeof error;
}

function failure(code: ErrorCode, message: string): ContactFailure {
  return { code, message };
}
