import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { App } from './app';
import type { Config } from './config';
import { CommitNotice } from './lifecycle/commit-notice';
import { LogTail } from './lifecycle/log-tail';
import { loadSealingKey, Sealer } from './modules/credential/sealing';
import { ClusterObservers } from './observers/cluster-observers';
import { observerFor } from './observers/observer-for';
import { Sweeper } from './observers/sweeper';
import { Database } from './persistence/database';
import { migrate } from './persistence/migrate';

export interface ComposedApp {
  readonly app: App;
  /** Stops the background work, gives leases back and closes the database. */
  close(): Promise<void>;
}

/** Wires adapters to ports: the only file that knows them all. */
export async function compose(config: Config, log: Logger, now: () => Date = () => new Date()): Promise<ComposedApp> {
  const sealer = new Sealer(await loadSealingKey(config.secretKey, config.dataDir));
  const db = await Database.open({ url: config.databaseUrl.reveal(), log, poolSize: config.databasePoolSize });
  const done = await migrate(db);
  log.info({ migrations: done }, done.length === 0 ? 'the schema is up to date' : 'the schema was brought up to date');

  const tail = new LogTail(db, log);
  const notice = new CommitNotice(config.databaseUrl.reveal(), log, () => tail.wake());
  db.onCommittedEvents(() => {
    tail.wake();
    notice.send();
  });
  const access = { sealer, allowPlugins: config.allowKubeconfigPlugins === 'on' };
  const observers = new ClusterObservers({ db, now, log }, (cluster) =>
    observerFor(cluster, { db, now, access, simulatedMachines: config.simulatedMachines }),
  );
  const sweeper = new Sweeper({ db, now, log, config });

  await tail.start();
  await notice.start();
  observers.look();
  sweeper.start();
  return {
    app: { config, log, db, tail, sealer, observers, version: packageVersion(), startedAt: now(), now },
    close: async () => {
      // In this order, and each whatever became of the one before: a database that is gone must not keep the rest open.
      for (const part of [observers, sweeper, notice, tail]) {
        await part.stop().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop in order'));
      }
      await db.close();
    },
  };
}

function packageVersion(): string {
  const text = readFileSync(join(__dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
