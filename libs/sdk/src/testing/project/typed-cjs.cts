import sdk = require('@awp/sdk');

const client = sdk.createClient({ url: 'http://127.0.0.1', token: 'awp_test' });
export const role: Promise<sdk.Role> = client.viewer().then((viewer) => viewer.role);
export const isForbidden = (error: unknown): boolean => error instanceof sdk.ForbiddenError;
