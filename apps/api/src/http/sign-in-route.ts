import { Secret } from '@awp/domain';
import { json, Router } from 'express';
import type { App } from '../app';
import { signIn } from '../modules/access/sign-in';
import { currentScope } from './request-scope';

/** POST /sign-in {code}: trades the one-time code of the start-up link for an access token. */
export function signInRoute(app: App): Router {
  const router = Router();
  router.post('/sign-in', json({ limit: '1kb' }), async (request, response) => {
    const { code } = (request.body ?? {}) as { code?: unknown };
    const signedIn = typeof code === 'string' ? await signIn(app, new Secret(code), currentScope().requestId) : null;
    response.setHeader('cache-control', 'no-store');
    if (signedIn === null) {
      response
        .status(401)
        .json({ error: 'This sign-in link was used before, is too old or unknown. Restart the server for a new one.' });
      return;
    }
    response.json({ accessToken: signedIn.secret.reveal(), expiresAt: signedIn.expiresAt });
  });
  return router;
}
