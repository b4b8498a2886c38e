import { Router } from 'express';
import type { App } from '../app';

/** /healthz: the process runs. /readyz: it can answer; off first when it stops, so that balancers look elsewhere. */
export class Health {
  private draining = false;
  readonly router = Router();

  constructor(private readonly app: Pick<App, 'db'>) {
    this.router.get('/healthz', (_request, response) => {
      response.json({ status: 'ok' });
    });
    this.router.get('/readyz', async (_request, response) => {
      const why = this.draining ? 'stopping' : await this.whyNoDatabase();
      response.status(why === null ? 200 : 503).json(why === null ? { status: 'ready' } : { status: 'not ready', why });
    });
  }

  drain(): void {
    this.draining = true;
  }

  private async whyNoDatabase(): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(() => resolve('the database did not answer within 2 s'), 2_000);
    const asked = this.app.db.query('SELECT 1').then(
      () => null,
      () => 'the database cannot be reached',
    );
    return Promise.race([asked, promise]).finally(() => clearTimeout(timer));
  }
}
