import { describe, expect, it } from '@jest/globals';
import { redact } from './redact.js';

const kubeconfig = 'users:\n- name: admin\n  user:\n    token: eyJhbGciOiJSUzI1NiIsImtpZCI6ImNhbmFyeSJ9\n';

describe('redaction', () => {
  it('hides a value that a text repeats', () => {
    expect(
      redact('got invalid value "canary-0123456789" at input.name', { input: { name: 'canary-0123456789' } }),
    ).toBe('got invalid value "[redacted]" at input.name');
  });

  it('hides one line of a long value', () => {
    const text = 'bad indentation in line 4:     token: eyJhbGciOiJSUzI1NiIsImtpZCI6ImNhbmFyeSJ9';
    expect(redact(text, { content: kubeconfig })).toBe('bad indentation in line 4: [redacted]');
  });

  it('hides a value that the text cuts short', () => {
    expect(redact('near "eyJhbGciOiJSUzI1NiIs..."', [kubeconfig])).toBe('near "[redacted]..."');
  });

  it('hides a value as it reads inside JSON', () => {
    expect(redact('value {"content":"a\\nb \\"c\\" and more of it"}', ['a\nb "c" and more of it'])).toBe(
      'value {"content":"[redacted]"}',
    );
  });

  it('hides a short value where it stands alone, and not inside other words', () => {
    expect(redact('key "eu" is neutral, eu.', { key: 'eu' })).toBe('key "[redacted]" is neutral, [redacted].');
  });

  it('keeps a text that repeats nothing', () => {
    expect(redact('Cluster is paused', { input: { key: 'edge', size: 3, none: null } })).toBe('Cluster is paused');
  });

  it('cuts a text that is too long to be a message', () => {
    expect(redact('x'.repeat(100_000), {})).toHaveLength(1_000);
  });

  it('takes a kubeconfig of a megabyte in its stride', () => {
    const large = Array.from({ length: 20_000 }, (_, line) => `line ${line}: ${'abcdefghij'.repeat(4)}${line}`).join(
      '\n',
    );
    expect(redact(`refused near "${large.slice(500_000, 500_040)}"`, { large })).toBe('refused near "[redacted]"');
  });
});
