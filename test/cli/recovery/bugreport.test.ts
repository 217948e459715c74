import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import t from 'tap';
import { anyPorts, bareEnvironment, main, waystation } from '../waystation.ts';

// Each service is a process of its own.
t.setTimeout(120_000);

const SECRET = 'f00dfacef00dfacef00dfacef00dface';
const env = { ...anyPorts, PLATFORM_CORE_PEER_SECRET: SECRET, PLATFORM_SERVICE_CENTER_VENDOR: SECRET };

/** A running service; resolves when it is ready. */
async function serving(cwd: string) {
  const watcher = watch(cwd);
  const child = spawn(process.execPath, [main, '--ports-file', 'ports.json'], {
    cwd,
    env: { ...bareEnvironment, ...env },
    stdio: 'ignore',
  });
  while (!existsSync(join(cwd, 'ports.json'))) await once(watcher, 'change');
  watcher.close();
  return child;
}

function contents(path: string): Record<string, string> {
  const files = unzipSync(readFileSync(path));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}

t.test('a report is made beside a running server, on its folder alone, and of a damaged database', async t => {
  const cwd = t.testdir();
  const child = await serving(cwd);
  const made = await waystation(cwd, ['bugreport'], env);
  t.equal(made.code, 0, made.stderr);
  t.match(made.stdout, /waystation-bugreport-[0-9a-f]{16}-\d{8}T\d{6}Z\.zip: \d+ kB, for its owner only\n/);
  t.match(made.stdout, /Look through it before you send it on/);
  const [name = ''] = readdirSync(cwd).filter(file => file.startsWith('waystation-bugreport-'));
  t.equal(statSync(join(cwd, name)).mode & 0o777, 0o600);
  const beside = contents(join(cwd, name));
  t.match(beside['log.ndjson'], /"msg":"listening"/, 'the last lines of the log');
  t.match(beside['metrics.txt'], /^waystation_base_stations_online 0$/m);
  t.match(JSON.parse(beside['health.json'] ?? ''), { stations: 0, components: [{ name: String }] });
  t.match(beside['events.ndjson'], /"event_type":"system.started"/);
  for (const [file, text] of Object.entries(beside)) t.notOk(text.includes(SECRET), `no secret in ${file}`);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const alone = await waystation(cwd, ['bugreport', '--out', 'alone.zip'], env);
  t.equal(alone.code, 0, alone.stderr);
  const of = contents(join(cwd, 'alone.zip'));
  t.match(of['health.json'], /not running/);
  t.match(of['events.ndjson'], /"event_type":"system.stopped"/);
  const before = readFileSync(join(cwd, 'alone.zip'));
  const again = await waystation(cwd, ['bugreport', '--out', 'alone.zip'], env);
  t.equal(again.code, 1);
  t.match(again.stderr, /alone\.zip exists already: remove it, or name another file/);
  t.same(readFileSync(join(cwd, 'alone.zip')), before);

  const data = ['.', 'data'].map(folder => join(cwd, folder, 'waystation.db')).find(existsSync) ?? '';
  truncateSync(data, 0);
  writeFileSync(data, 'no database');
  const damaged = await waystation(cwd, ['bugreport', '--out', 'damaged.zip'], env);
  t.equal(damaged.code, 0, damaged.stderr);
  const left = contents(join(cwd, 'damaged.zip'));
  t.match(left['events.ndjson'], /not_readable/);
  t.match(left['pki.json'], /not_after/);
  t.match(left['doctor.json'], /"level": "fail"/);
});

t.test('its help has an example, and without data there is none', async t => {
  const cwd = t.testdir();
  const help = await waystation(cwd, ['bugreport', '--help']);
  t.match(help.stdout, /Example:\n {2}\$ waystation bugreport --out/);
  const none = await waystation(cwd, ['bugreport', '--data-dir', 'nowhere']);
  t.equal(none.code, 1);
  t.match(none.stderr, /there is no data in/);
});
