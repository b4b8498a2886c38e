import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { ConfigurationError, readConfig } from './config';

const least = { DATABASE_URL: 'postgres://user:canary@localhost/awp', AWP_DATA_DIR: '/data' };

describe('the configuration', () => {
  it('has a default for all but the database and the data folder', () => {
    expect(readConfig(least)).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      databasePoolSize: 10,
      kubeconfig: null,
      allowKubeconfigPlugins: 'off',
      allowedOrigins: [],
      trustTiers: ['untrusted', 'standard', 'trusted'],
      production: false,
    });
  });

  it('names every variable at fault, what was expected and what it is for', () => {
    const read = (): unknown => readConfig({ AWP_PORT: 'http', AWP_INTROSPECTION: 'maybe' });
    expect(read).toThrow(ConfigurationError);
    expect(read).toThrow(/DATABASE_URL: is required[\s\S]*AWP_DATA_DIR: is required/);
    expect(read).toThrow(/AWP_PORT: expected a whole number from 0 to 65535; got "http"/);
    expect(read).toThrow(/AWP_INTROSPECTION: expected one of auto, on, off; got "maybe"/);
  });

  it('takes an empty variable as one that is not set', () => {
    expect(readConfig({ ...least, AWP_PORT: '', AWP_KUBECONFIG: '' })).toMatchObject({ port: 4000, kubeconfig: null });
  });

  it('shows no secret', () => {
    const shown = inspect(readConfig({ ...least, AWP_SECRET_KEY: 'canary-key' }), { depth: 5 });
    expect(shown).not.toContain('canary');
  });
});
