import { cpus, totalmem } from 'node:os';
import { queryOnce } from './database.ts';

/** Where and when the figures were taken, without which they mean nothing. */
export async function describeMachine(serverUrl: string, now: Date): Promise<string> {
  const [row] = await queryOnce<{ server_version: string }>(serverUrl, 'SHOW server_version');
  const settings = await queryOnce<{ name: string; setting: string }>(
    serverUrl,
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') ORDER BY name",
  );
  const processors = cpus();
  return [
    `${now.toISOString().slice(0, 10)}, ${process.platform} ${process.arch}`,
    `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 1024 ** 3)} GiB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${row!.server_version} (${settings.map(({ name, setting }) => `${name} ${setting}`).join(', ')})`,
  ].join('; ');
}
