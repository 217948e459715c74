import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { type LivenessCheck, listenerAnswers, writerWorks } from '../../src/health/liveness.ts';
import { serviceManager } from '../../src/health/service-manager.ts';
import { startWatchdog } from '../../src/health/watchdog.ts';
import { createLog } from '../../src/kit/log.ts';
import { SECOND_MS } from '../../src/kit/units.ts';
import { anyPorts, main } from '../cli/waystation.ts';
import { ManualClock } from '../peers/manual-clock.ts';

const log = await createLog({ level: 'silent', format: 'json' });

/** A watchdog that waits 30 s, and how often it was told of life. */
function watching(checks: readonly LivenessCheck[]) {
  const clock = new ManualClock();
  const told = { times: 0 };
  const alive = async () => {
    told.times++;
  };
  return { clock, told, watchdog: startWatchdog({ clock, log, watchdogMs: 30 * SECOND_MS, checks, alive }) };
}

const well: LivenessCheck = { name: 'well', check: async () => {} };

t.test('a sign of life comes three times in the time the service manager waits, until it is stopped', async t => {
  const { clock, told, watchdog } = watching([well, well]);
  await clock.advance(30 * SECOND_MS);
  t.equal(told.times, 3);
  watchdog.stop();
  await clock.advance(30 * SECOND_MS);
  t.equal(told.times, 3);
});

t.test('a part that works only after the stop gives no sign of life any more', async t => {
  const checked = Promise.withResolvers<void>();
  const { clock, told, watchdog } = watching([{ name: 'slow', check: () => checked.promise }]);
  await clock.advance(10 * SECOND_MS);
  watchdog.stop();
  checked.resolve();
  await clock.advance(0);
  t.equal(told.times, 0);
});

t.test('signs of life that are given slowly do not queue up', async t => {
  const clock = new ManualClock();
  const given: PromiseWithResolvers<void>[] = [];
  const alive = () => {
    const one = Promise.withResolvers<void>();
    given.push(one);
    return one.promise;
  };
  startWatchdog({ clock, log, watchdogMs: 30 * SECOND_MS, checks: [well], alive });
  await clock.advance(30 * SECOND_MS);
  t.equal(given.length, 1);
  given[0]?.resolve();
  await clock.advance(10 * SECOND_MS);
  t.equal(given.length, 2);
});

t.test('no sign of life while one part fails or does not answer, and again when it works', async t => {
  let act = async () => {};
  const { clock, told } = watching([well, { name: 'changing', check: () => act() }]);
  act = () => Promise.reject(new Error('broken'));
  await clock.advance(30 * SECOND_MS);
  act = () => new Promise(() => {});
  await clock.advance(60 * SECOND_MS);
  t.equal(told.times, 0);
  act = async () => {};
  await clock.advance(10 * SECOND_MS);
  t.equal(told.times, 1);
});

t.test('the writer is only asked when it had nothing to do for a minute, or lets writes wait', async t => {
  const clock = new ManualClock();
  const state = { lastOutcomeAt: 0, waiting: 0, writes: 0 };
  let write = async () => {
    state.lastOutcomeAt = clock.monotonic();
  };
  const writer = writerWorks({
    clock,
    work: state,
    waiting: () => state.waiting,
    write: () => {
      state.writes++;
      return write();
    },
  });
  await clock.advance(59 * SECOND_MS);
  await writer.check();
  t.equal(state.writes, 0, 'spares the card');
  await clock.advance(SECOND_MS);
  await writer.check();
  t.equal(state.writes, 1);
  state.waiting = 5;
  await writer.check();
  t.equal(state.writes, 2);
  await clock.advance(SECOND_MS);
  write = async () => {
    state.lastOutcomeAt = clock.monotonic();
    throw new Error('disk full');
  };
  await writer.check();
  t.equal(state.writes, 3, 'a transaction that failed has ended all the same');
  await clock.advance(SECOND_MS);
  write = () => Promise.reject(new Error('too many writes are waiting'));
  await t.rejects(writer.check(), /too many/);
});

t.test('a listener is alive when its process takes the connection', async t => {
  const server = createServer(socket => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await listenerAnswers('open', '127.0.0.1', port).check();
  server.close();
  await t.rejects(listenerAnswers('closed', '127.0.0.1', port).check(), { code: 'ECONNREFUSED' });
});

t.test('a listener of a process that hangs is not alive, although the kernel opens the connection', async t => {
  const hanging =
    "require('net').createServer(s => s.end()).listen(0, '127.0.0.1', function () { console.log(this.address().port) })";
  const child = spawn(process.execPath, ['-e', hanging], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const listener = listenerAnswers('hanging', '127.0.0.1', Number(line.toString()));
  await listener.check();
  child.kill('SIGSTOP');
  const { clock, told } = watching([listener]);
  await clock.advance(10 * SECOND_MS);
  await clock.advance(10 * SECOND_MS);
  t.equal(told.times, 0);
});

/** Stands in for the program of systemd: what it is told to send lands in a file, after a line of shell. */
function speaker(dir: string, first: string) {
  const heard = join(dir, 'heard');
  const script = `#!/bin/sh\n${first}\necho "$NOTIFY_SOCKET $*" >> ${heard}\n`;
  writeFileSync(join(dir, 'systemd-notify'), script, { mode: 0o755 });
  return {
    env: { PATH: `${dir}:${process.env.PATH}`, NOTIFY_SOCKET: '/run/told' },
    lines: () => (existsSync(heard) ? readFileSync(heard, 'utf8').trim().split('\n') : []),
  };
}

t.test('the service manager hears in order, however long the saying takes', async t => {
  const { env, lines } = speaker(t.testdir(), 'case "$1" in WATCHDOG=1) sleep 0.3 ;; esac');
  const manager = serviceManager(env, process.pid, log);
  void manager?.notify('WATCHDOG=1');
  await manager?.notify('STOPPING=1');
  t.same(lines(), ['/run/told WATCHDOG=1', '/run/told STOPPING=1']);
});

t.test('a signal that ends the program which tells the service manager does not keep it from being told', async t => {
  const dir = t.testdir();
  // As where every process of the service gets the signal that ends it.
  const { env, lines } = speaker(dir, `if [ ! -e ${dir}/once ]; then touch ${dir}/once; kill -TERM $$; fi`);
  const told: string[] = [];
  const manager = serviceManager(env, process.pid, {
    ...log,
    error: (...line: unknown[]) => told.push(String(line)),
  } as unknown as typeof log);
  await manager?.notify('STOPPING=1');
  t.same(lines(), ['/run/told STOPPING=1']);
  t.same(told, [], 'nothing has failed');
});

t.test('serve tells the service manager that it is ready, lives, and stops', async t => {
  const cwd = t.testdir();
  // It is slower to say that the service stops than the service is to close everything.
  const waits = `case "$1" in STOPPING=1) while [ -e ${cwd}/data/lock ]; do sleep 0.05; done ;; esac`;
  const { env: told, lines } = speaker(cwd, waits);
  const env = { ...told, WATCHDOG_USEC: '300000', ...anyPorts };
  const child = spawn(process.execPath, [main], { cwd, env, stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  while (lines().filter(line => line.includes('WATCHDOG=1')).length < 2) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  const status = /^STATUS=0 stations, 0 uplinks\/min, clock set, certificate 39\d days$/;
  const [first = '', second = ''] = lines();
  t.ok(first.startsWith('/run/told READY=1 STATUS='), first);
  t.match(second.replace('/run/told WATCHDOG=1 ', ''), status);
  child.kill('SIGTERM');
  t.same(await exit, [0, null]);
  t.equal(lines().at(-1), '/run/told STOPPING=1');
});
