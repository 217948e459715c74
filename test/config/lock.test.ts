import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { DataDirLocked, lockDataDir } from '../../src/config/lock.ts';
import { ManualClock } from '../peers/manual-clock.ts';

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

/** Time that stands still, so that the process that is asked may take as long as it needs; tells when an answer is waited for. */
class AskClock extends ManualClock {
  readonly asked = Promise.withResolvers<void>();

  override after(ms: number, fn: () => void) {
    const timer = super.after(ms, fn);
    this.asked.resolve();
    return timer;
  }
}

t.test('a second owner is refused and told who the first one is', async t => {
  const dir = t.testdir();
  const lock = await lockDataDir(dir);
  await t.rejects(lockDataDir(dir, new ManualClock()), { name: 'DataDirLocked', pid: process.pid });
  await lock.release();
  t.same(readdirSync(dir), [], 'nothing is left behind');
  await (await lockDataDir(dir)).release();
});

t.test('the lock of another process holds while it lives and is free after kill -9', async t => {
  const dir = t.testdir();
  const child = await holder(dir);
  const refused = { pid: child.pid, message: new RegExp(`process ${child.pid}`) };
  await t.rejects(lockDataDir(dir, new ManualClock()), refused);
  await kill(child, 'SIGKILL');
  t.ok(existsSync(join(dir, 'lock')), 'the dead process left its file');
  await (await lockDataDir(dir)).release();
});

t.test('a stopped process keeps its lock', async t => {
  const dir = t.testdir();
  const child = await holder(dir);
  child.kill('SIGSTOP');
  const clock = new AskClock();
  const refused = t.rejects(lockDataDir(dir, clock), { name: 'DataDirLocked', pid: undefined });
  await clock.asked.promise;
  await clock.advance(2000);
  await refused;
  await kill(child, 'SIGKILL');
});

t.test('a process that is busy for a moment is named all the same', async t => {
  const dir = t.testdir();
  const child = await holder(dir);
  child.kill('SIGSTOP');
  const clock = new AskClock();
  const refused = t.rejects(lockDataDir(dir, clock), { name: 'DataDirLocked', pid: child.pid });
  await clock.asked.promise;
  await clock.advance(1999);
  child.kill('SIGCONT');
  await refused;
  await kill(child, 'SIGKILL');
});

t.test('of a crowd over a stale lock one wins', async t => {
  const dir = t.testdir();
  await kill(await holder(dir), 'SIGKILL');
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir, new ManualClock())));
  const won = results.filter(result => result.status === 'fulfilled');
  t.equal(won.length, 1);
  for (const result of results) if (result.status === 'rejected') t.type(result.reason, DataDirLocked);
  t.same(readdirSync(dir), ['lock', 'lock.held']);
  for (const result of won) await result.value.release();
});

t.test('only the owner of the folder can keep it from being taken', async t => {
  const dir = t.testdir();
  const { dev, ino } = statSync(dir);
  const stranger = createServer();
  // What every user of the machine could have: a name without a file.
  await new Promise<void>(resolve => stranger.listen(`\0waystation-start-${dev}-${ino}`, resolve));
  const lock = await lockDataDir(dir, new ManualClock());
  t.equal(statSync(join(dir, 'lock.held')).mode & 0o777, 0o600);
  await lock.release();
  stranger.close();
});

t.test('of many processes that start at once one has the folder, again and again', async t => {
  const dir = t.testdir();
  const program = `
    const { lockDataDir } = await import(${JSON.stringify(lockModule)});
    const { appendFileSync } = await import('node:fs');
    for (let n = 0; n < 60; n++) {
      try {
        const lock = await lockDataDir(${JSON.stringify(dir)});
        appendFileSync(${JSON.stringify(join(dir, 'turns'))}, '+');
        await new Promise(resolve => setImmediate(resolve));
        appendFileSync(${JSON.stringify(join(dir, 'turns'))}, '-');
        await lock.release();
      } catch (error) {
        if (error.name !== 'DataDirLocked') throw error;
      }
    }`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async child => (await once(child, 'exit'))[0] as number));
  t.same(codes, [0, 0, 0, 0]);
  t.match(readFileSync(join(dir, 'turns'), 'utf8'), /^(\+-)+$/, 'never two');
  t.same(readdirSync(dir), ['turns']);
});

t.test('the socket of an earlier release counts', async t => {
  const dir = t.testdir();
  const earlier = createServer(socket => socket.end('4711\n'));
  await new Promise<void>(resolve => earlier.listen(join(dir, 'lock'), resolve));
  await t.rejects(lockDataDir(dir, new ManualClock()), { name: 'DataDirLocked', pid: 4711 });
  t.same(readdirSync(dir), ['lock']);
  earlier.close();
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
