import { Client } from 'pg';
import type { Logger } from 'pino';

const CHANNEL = 'awp_lifecycle';
const QUIET_MS = 5;
const RECONNECT_MS = 1_000;

/**
 * Tells the other replicas that there is something to read. Sent on a connection of its own, after the commit and at
 * most once per 5 ms: a NOTIFY inside business transactions would serialise their commits database-wide. Losing one
 * costs the time to the next poll, never an event.
 */
export class CommitNotice {
  private client: Client | null = null;
  private quiet: NodeJS.Timeout | null = null;
  private again = false;
  private retry: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    private readonly url: string,
    private readonly log: Logger,
    private readonly onNotice: () => void,
  ) {}

  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'awp-notice',
    });
    client.on('notification', this.onNotice);
    client.on('error', (error) => this.reconnect(error));
    client.on('end', () => this.reconnect(null));
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    // Stopped while it was connecting again: nobody else would end it.
    if (this.stopped) return client.end();
    this.client = client;
  }

  /** Sends a notice now, or at the end of the quiet time after the last one. */
  send(): void {
    if (this.quiet !== null) {
      this.again = true;
      return;
    }
    this.client
      ?.query(`NOTIFY ${CHANNEL}`)
      .catch((error: unknown) => this.log.debug({ err: error }, 'notice not sent'));
    this.quiet = setTimeout(() => {
      this.quiet = null;
      if (!this.again) return;
      this.again = false;
      this.send();
    }, QUIET_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.again = false;
    if (this.quiet !== null) clearTimeout(this.quiet);
    if (this.retry !== null) clearTimeout(this.retry);
    await this.client?.end();
  }

  private reconnect(error: Error | null): void {
    this.client = null;
    if (this.stopped || this.retry !== null) return;
    if (error !== null) this.log.warn({ err: error }, 'the notice connection broke; polling goes on');
    this.retry = setTimeout(() => {
      this.retry = null;
      this.start().catch((failure: unknown) => this.reconnect(failure as Error));
    }, RECONNECT_MS);
  }
}
