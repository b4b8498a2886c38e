import { describe, expect, it } from '@jest/globals';
import { ContactError, errorCatalogue } from '@awp/domain';
import { classifyContactFailure, statusOf } from './contact-failure';

const CANARY = 'canary-5f2c91d0';
const apiError = (code: number, body?: unknown): Error => Object.assign(new Error(`HTTP ${CANARY}`), { code, body });
const fetchFailed = (cause: unknown): TypeError => new TypeError('fetch failed', { cause });
const systemError = (code: string): Error => Object.assign(new Error(CANARY), { code });

describe('what a call to an API server threw', () => {
  it.each<[string, unknown, string, string]>([
    ['401', apiError(401), 'CLUSTER_CREDENTIAL_REJECTED', 'the API server answered 401'],
    ['403', apiError(403), 'CLUSTER_PERMISSION_MISSING', 'the API server answered 403'],
    ['404', apiError(404), 'CLUSTER_ANSWER_INVALID', 'the API server answered 404'],
    ['429', apiError(429), 'CLUSTER_UNREACHABLE', 'the API server answered 429'],
    ['500', apiError(500), 'CLUSTER_UNREACHABLE', 'the API server answered 500'],
    ['503', apiError(503), 'CLUSTER_UNREACHABLE', 'the API server answered 503'],
    [
      'a refused watch',
      Object.assign(new Error('Forbidden'), { statusCode: 403 }),
      'CLUSTER_PERMISSION_MISSING',
      'the API server answered 403',
    ],
    [
      'a refused connection',
      fetchFailed(systemError('ECONNREFUSED')),
      'CLUSTER_UNREACHABLE',
      'no connection: ECONNREFUSED',
    ],
    ['a name not found', fetchFailed(systemError('ENOTFOUND')), 'CLUSTER_UNREACHABLE', 'no connection: ENOTFOUND'],
    [
      'several addresses refused',
      fetchFailed(Object.assign(new AggregateError([systemError('ECONNREFUSED')]), { code: undefined })),
      'CLUSTER_UNREACHABLE',
      'no connection: ECONNREFUSED',
    ],
    [
      'an unknown authority',
      fetchFailed(systemError('SELF_SIGNED_CERT_IN_CHAIN')),
      'CLUSTER_CERTIFICATE_UNTRUSTED',
      'the certificate was refused: SELF_SIGNED_CERT_IN_CHAIN',
    ],
    [
      'a certificate for another address',
      fetchFailed(systemError('ERR_TLS_CERT_ALTNAME_INVALID')),
      'CLUSTER_CERTIFICATE_UNTRUSTED',
      'the certificate was refused: ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    [
      'an answer without TLS',
      fetchFailed(systemError('ERR_SSL_WRONG_VERSION_NUMBER')),
      'CLUSTER_ANSWER_INVALID',
      'the answer is not HTTPS: ERR_SSL_WRONG_VERSION_NUMBER',
    ],
    ['a body that is not JSON', new SyntaxError(CANARY), 'CLUSTER_ANSWER_INVALID', 'the answer is not JSON'],
    ['a time limit', timeoutError(), 'CLUSTER_UNREACHABLE', 'no answer in time'],
    ['an abort', new DOMException(CANARY, 'AbortError'), 'CLUSTER_UNREACHABLE', 'no answer in time'],
    ['an error that says nothing', new Error(CANARY), 'CLUSTER_UNREACHABLE', 'the call failed: Error'],
    ['a text', CANARY, 'CLUSTER_UNREACHABLE', 'the call failed: string'],
    ['undefined', undefined, 'CLUSTER_UNREACHABLE', 'the call failed: undefined'],
    ['null', null, 'CLUSTER_UNREACHABLE', 'the call failed: object'],
  ])('is sorted into a code: %s', (_what, error, code, message) => {
    expect(classifyContactFailure(error)).toEqual({ code, message });
    expect(errorCatalogue).toHaveProperty(code);
  });

  it('stays what it is when it was sorted before', () => {
    const failure = { code: 'KUBECONFIG_INVALID', message: 'it is not valid YAML at line 1' } as const;
    expect(classifyContactFailure(new ContactError(failure))).toBe(failure);
  });

  it('quotes the message of a Status object, but not all of a long one', () => {
    const status = { kind: 'Status', message: 'nodes is forbidden' };
    expect(classifyContactFailure(apiError(403, status)).message).toBe(
      'the API server answered 403: nodes is forbidden',
    );
    expect(classifyContactFailure(apiError(403, JSON.stringify(status))).message).toMatch(/: nodes is forbidden$/);
    expect(classifyContactFailure(apiError(403, { ...status, message: 'x'.repeat(9_000) })).message).toHaveLength(329);
  });

  it.each([
    ['HTML', `<html>${CANARY}</html>`],
    ['other JSON', JSON.stringify({ message: CANARY })],
    ['a Status with another message', { kind: 'Status', message: { secret: CANARY } }],
    ['a Blob', new Blob([CANARY])],
  ])('quotes nothing else: %s', (_what, body) => {
    expect(classifyContactFailure(apiError(403, body)).message).toBe('the API server answered 403');
  });

  it('ends with a chain of causes that leads back to itself', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(classifyContactFailure(error).message).toBe('the call failed: Error');
  });
});

describe('the HTTP status of an error', () => {
  it.each([
    [{ code: 410 }, 410],
    [{ statusCode: 410 }, 410],
    [{ code: 'ECONNRESET', statusCode: 503 }, 503],
    [{ code: 23 }, null],
    [{ code: 1000 }, null],
    [timeoutError(), null],
    [null, null],
  ])('of %p is %p', (error, status) => {
    expect(statusOf(error)).toBe(status);
  });
});

/** What fetch throws at a time limit; its `code` is 23, which is no HTTP status. */
function timeoutError(): DOMException {
  return new DOMException('The operation was aborted due to timeout', 'TimeoutError');
}
