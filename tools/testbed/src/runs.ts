import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runsFolder } from './folders.ts';
import { identify, isAlive, killWithChildren, type ProcessIdentity } from './processes.ts';

/** What a running server tells others about itself, in its folder. */
export interface RunRecord {
  name: string;
  server: ProcessIdentity;
  /** Null until the server is ready. */
  url: string | null;
  kubeconfigPath: string;
}

/** One server's folder and the process that owns it. */
export interface Run {
  folder: string;
  owner: ProcessIdentity;
  /** Null in the moment between the folder and its server. */
  record: RunRecord | null;
}

const RECORD = 'run.json';

/** The owner is in the folder's name, so there is no moment in which a folder has none. */
export function runFolderName(owner: ProcessIdentity, random: string): string {
  return `${owner.pid}-${owner.startTime}-${random}`;
}

/** Null for a name that is not of that form. */
export function ownerOf(folderName: string): ProcessIdentity | null {
  const match = /^(\d+)-(\d+)-[0-9a-f]+$/.exec(folderName);
  return match ? { pid: Number(match[1]), startTime: String(match[2]) } : null;
}

export function createRunFolder(): string {
  const owner = identify(process.pid);
  if (owner === null) throw new Error('this process is not in /proc');
  const folder = join(runsFolder(), runFolderName(owner, randomBytes(4).toString('hex')));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export function writeRecord(folder: string, record: RunRecord): void {
  const file = join(folder, RECORD);
  writeFileSync(`${file}.new`, JSON.stringify(record, null, 2));
  renameSync(`${file}.new`, file); // so nobody reads half of it
}

export function listRuns(): Run[] {
  return readFolder(runsFolder()).flatMap((name) => {
    const owner = ownerOf(name);
    const folder = join(runsFolder(), name);
    return owner ? [{ folder, owner, record: readRecord(folder) }] : [];
  });
}

/** Ends and removes what processes that are gone have left; returns how many runs that were. */
export async function sweepDeadRuns(): Promise<number> {
  const dead = listRuns().filter((run) => !isAlive(run.owner));
  for (const { folder, record } of dead) {
    if (record) await killWithChildren(record.server);
    await removeFolder(folder);
  }
  return dead.length;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // retries: another process may sweep it too
}

function readFolder(folder: string): string[] {
  return orNull(() => readdirSync(folder)) ?? [];
}

function readRecord(folder: string): RunRecord | null {
  const text = orNull(() => readFileSync(join(folder, RECORD), 'utf8'));
  return text === null ? null : (JSON.parse(text) as RunRecord);
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
