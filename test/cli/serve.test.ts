import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { anyPorts, bareEnvironment, main, waystation } from './waystation.ts';

// Each service is a process of its own.
t.setTimeout(120_000);

const root = new URL('../../', import.meta.url).pathname;
const PORTS = 'ports.json';

/** A running service on free ports; resolves when it says that it is ready. */
async function serving(cwd: string) {
  const watcher = watch(cwd);
  const env = { ...bareEnvironment, ...anyPorts };
  const child = spawn(process.execPath, [main, '--ports-file', PORTS], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', chunk => {
    log += chunk;
  });
  const exit = once(child, 'exit');
  const file = join(cwd, PORTS);
  await Promise.race([
    (async () => {
      while (!existsSync(file)) await once(watcher, 'change');
    })(),
    exit.then(() => Promise.reject(new Error(log))),
  ]).finally(() => watcher.close());
  return {
    child,
    exit,
    log: () => log,
    ports: JSON.parse(readFileSync(file, 'utf8')) as Record<string, number | null>,
  };
}

t.test('serve writes its ports when it is ready, is the only one on its data, and ends with 0 on SIGTERM', async t => {
  const cwd = t.testdir();
  const { child, exit, ports, log } = await serving(cwd);
  t.same(Object.keys(ports), ['bssci', 'scaci', 'gateway', 'core', 'health_core', 'health_gateway']);
  t.equal((await fetch(`http://127.0.0.1:${ports.health_core}/health/ready`)).status, 200);
  if (process.platform === 'linux')
    t.equal(readFileSync(`/proc/${child.pid}/comm`, 'utf8'), 'waystation\n', 'what ps and top call it');
  const second = await waystation(cwd, ['serve'], anyPorts);
  t.equal(second.code, 1);
  t.match(second.stderr, new RegExp(`is in use by process ${child.pid}`));
  child.kill('SIGHUP');
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  t.same(await exit, [0, null], log());
});

t.test('npm start ends with the signal that npm is sent, and says without a terminal where things are', async t => {
  const cwd = t.testdir();
  const watcher = watch(cwd);
  const env = { ...process.env, ...anyPorts };
  const args = ['start', '--', '--data-dir', join(cwd, 'data'), '--ports-file', join(cwd, PORTS)];
  const child = spawn('npm', args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let told = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    told += chunk;
  });
  const closed = once(child, 'close');
  while (!existsSync(join(cwd, PORTS))) await once(watcher, 'change');
  watcher.close();
  child.kill('SIGTERM');
  // The pipe is closed when the last process that has it is gone.
  t.same(await closed, [0, null]);
  t.match(
    told,
    /is ready; data and keys are in .*data\nOpen http:\/\/127\.0\.0\.1:\d+\/\n.*certs base-station <its EUI> --out <folder>\n.* dial .+:\d+\n/,
  );
  t.notOk(existsSync(join(cwd, 'data/lock')), 'stopped in order');
});

t.test('a reader of the log that goes away is the end of the service, in order', async t => {
  const cwd = t.testdir();
  const child = spawn(process.execPath, [main], {
    cwd,
    env: { ...bareEnvironment, ...anyPorts },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  await once(child.stderr, 'data');
  child.stderr.destroy();
  t.same(await exit, [0, null]);
  t.ok(existsSync(join(cwd, 'data/waystation.db')), 'it had started');
  t.notOk(existsSync(join(cwd, 'data/lock')));
});

t.test('a port that is taken ends the start with one sentence and leaves nothing open', async t => {
  const cwd = t.testdir();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const { code, stderr } = await waystation(cwd, ['serve'], { ...anyPorts, PLATFORM_HEALTH_CORE_PORT: String(port) });
  taken.close();
  t.equal(code, 1);
  t.match(stderr, new RegExp(`waystation: port ${port} on 127.0.0.1 is in use`));
  t.notMatch(stderr, /\n {4}at /);
  t.notOk(existsSync(join(cwd, 'data/lock')));
});

t.test('SIGTERM during the start is obeyed, once and twice, and leaves data that start again', async t => {
  for (const times of [1, 2]) {
    const cwd = t.testdir();
    const env = { ...bareEnvironment, ...anyPorts, PLATFORM_LOG_FORMAT: 'json' };
    const child = spawn(process.execPath, [main], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    t.teardown(() => child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    let log = '';
    child.stderr.setEncoding('utf8').on('data', chunk => {
      if (log === '') for (let nth = 0; nth < times; nth++) child.kill('SIGTERM');
      log += chunk;
    });
    t.same(await exit, [0, null], log);
    t.notMatch(log, /"name":"gateway".*[\s\S]*\n {4}at /);
    t.notOk(existsSync(join(cwd, 'data/lock')));
  }
});
