import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { DataDirLocked, lockDataDir } from '../../src/config/lock.ts';

const lockModule = new URL('../../src/config/lock.ts', import.meta.url).href;

/** Another process that holds the lock of the folder until it is killed. */
async function holder(dir: string): Promise<ChildProcess> {
  const program = `
    const { lockDataDir } = await import(${JSON.stringify(lockModule)});
    await lockDataDir(${JSON.stringify(dir)});
    process.stdout.write('locked');
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

t.test('a second owner is refused and told who the first one is', async t => {
  const dir = t.testdir();
  const lock = await lockDataDir(dir);
  await t.rejects(lockDataDir(dir), { name: 'DataDirLocked', pid: process.pid });
  await lock.release();
  t.notOk(existsSync(join(dir, 'lock')), 'nothing is left behind');
  await (await lockDataDir(dir)).release();
});

t.test('the lock of another process holds while it lives and is free after kill -9', async t => {
  const dir = t.testdir();
  const child = await holder(dir);
  await t.rejects(lockDataDir(dir), { pid: child.pid, message: new RegExp(`process ${child.pid}`) });
  await kill(child, 'SIGKILL');
  t.ok(existsSync(join(dir, 'lock')), 'the dead process left its file');
  await (await lockDataDir(dir)).release();
});

t.test('a stopped process keeps its lock', async t => {
  const dir = t.testdir();
  const child = await holder(dir);
  child.kill('SIGSTOP');
  await t.rejects(lockDataDir(dir), { name: 'DataDirLocked', pid: undefined });
  await kill(child, 'SIGKILL');
});

t.test('of a crowd over a stale lock one wins', async t => {
  const dir = t.testdir();
  await kill(await holder(dir), 'SIGKILL');
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
  const won = results.filter(result => result.status === 'fulfilled');
  t.equal(won.length, 1);
  for (const result of results) if (result.status === 'rejected') t.type(result.reason, DataDirLocked);
  t.same(readdirSync(dir), ['lock']);
  for (const result of won) await result.value.release();
});

t.test('a plain file of that name is a stale lock', async t => {
  const dir = t.testdir();
  writeFileSync(join(dir, 'lock'), '4711\n');
  await (await lockDataDir(dir)).release();
});

t.test('a folder with a long path can be locked', async t => {
  const dir = join(t.testdir(), 'd'.repeat(120), 'e'.repeat(120));
  mkdirSync(dir, { recursive: true });
  const lock = await lockDataDir(dir);
  await t.rejects(lockDataDir(dir), { name: 'DataDirLocked' });
  await lock.release();
});
