import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Lock, read } from './lock.mjs';
import { identify, isAlive } from './process-identity.mjs';

describe('a lock', () => {
  let dir: string;
  let file: string;

  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'awp-lock-'));
    file = path.join(dir, 'lock.json');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('is held by one, who is named to the other', async () => {
    const lock = await taken(file);
    expect(await Lock.take(file)).toEqual({ heldBy: identify(process.pid) });
    lock.release();
    (await taken(file)).release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('of a dead process is taken over, and what it had started is ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const exited = once(child, 'exit');
    const started = { name: 'the child of a test', graceMs: 2_000, ...identify(Number(child.pid)) };
    writeFileSync(file, JSON.stringify({ holder: { pid: process.pid, began: 'at another time' }, started: [started] }));
    const lock = await taken(file);
    await exited;
    expect(read(file)?.holder).toEqual(identify(process.pid));
    lock.release();
  });

  it('goes to exactly one of many who find it with its holder dead', async () => {
    writeFileSync(file, JSON.stringify({ holder: { pid: 1, began: 'never' }, started: [] }));
    const tries = await Promise.all(Array.from({ length: 4 }, () => tryInAnotherProcess(file)));
    await Promise.all(tries.map(({ letGo }) => letGo()));
    expect(tries.map(({ outcome }) => outcome).sort()).toEqual(['held', 'held', 'held', 'taken']);
    expect(existsSync(file)).toBe(false);
  });

  it('notes what its holder starts', async () => {
    const lock = await taken(file);
    lock.note('npm ci', { pid: 4711, began: '99' });
    expect(read(file)?.started).toEqual([{ name: 'npm ci', graceMs: 2_000, pid: 4711, began: '99' }]);
    lock.release();
  });
});

describe('a process', () => {
  it('is told from a later one with the same id by when it began', () => {
    const own = identify(process.pid);
    expect(own && isAlive(own)).toBe(true);
    expect(isAlive({ pid: process.pid, began: 'at another time' })).toBe(false);
  });
});

async function taken(file: string): Promise<Lock> {
  const outcome = await Lock.take(file);
  if ('heldBy' in outcome) throw new Error(`held by ${outcome.heldBy.pid}`);
  return outcome.lock;
}

/** A process that tries for the lock, says how that went, and keeps what it got until it is let go. */
async function tryInAnotherProcess(file: string): Promise<{ outcome: string; letGo: () => Promise<unknown> }> {
  const program = `
    import { Lock } from ${JSON.stringify(path.join(__dirname, 'lock.mjs'))};
    const outcome = await Lock.take(${JSON.stringify(file)});
    process.stdout.write('lock' in outcome ? 'taken' : 'held');
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [outcome] = await once(child.stdout.setEncoding('utf8'), 'data');
  const letGo = () => {
    child.stdin.end();
    return once(child, 'close');
  };
  return { outcome, letGo };
}
