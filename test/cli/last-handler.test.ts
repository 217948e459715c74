import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { anyPorts, bareEnvironment, main } from './waystation.ts';

/** A service in which a signal does what `mistake` says. */
async function flawed(t: Test, mistake: string) {
  const cwd = t.testdir();
  const watcher = watch(cwd);
  const flaw = `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(mistake)}})`;
  const env = { ...bareEnvironment, ...anyPorts };
  const child = spawn(process.execPath, ['--import', flaw, main, '--ports-file', 'ports.json'], {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', chunk => {
    log += chunk;
  });
  const exit = once(child, 'exit');
  const says = async (words: string) => {
    while (!log.includes(words)) await once(child.stderr, 'data');
  };
  const file = join(cwd, 'ports.json');
  const ready = async () => {
    while (!existsSync(file)) await once(watcher, 'change');
  };
  await Promise.race([ready(), exit.then(() => Promise.reject(new Error(log)))]).finally(() => watcher.close());
  const port = Number(JSON.parse(readFileSync(file, 'utf8')).health_gateway);
  return { child, exit, says, port, lines: () => log };
}

for (const [what, mistake] of [
  ['an error of one stream', 'throw Object.assign(new Error("gone"),{code:"ERR_HTTP2_INVALID_STREAM"})'],
  ['a promise that is not waited for', 'Promise.reject(new Error("gone"))'],
] as const) {
  t.test(`${what} is logged, and the service goes on`, async t => {
    const service = await flawed(t, mistake);
    service.child.kill('SIGUSR2');
    await service.says('"message":"gone"');
    t.equal((await fetch(`http://127.0.0.1:${service.port}/health`)).status, 200);
    service.child.kill('SIGTERM');
    t.same(await service.exit, [0, null]);
  });
}

t.test('any other exception stops the service in order, with one sentence and exit code 1', async t => {
  const service = await flawed(t, 'throw new TypeError("whose state is this")');
  service.child.kill('SIGUSR2');
  t.same(await service.exit, [1, null], service.lines());
  t.match(service.lines(), /an exception left the service in an unknown state: it stops/);
  t.match(service.lines(), /"msg":"stopped"/, 'what was open was closed');
});
