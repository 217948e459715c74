import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import t from 'tap';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import { manifestOf } from '../../../src/upkeep/backup/archive.ts';
import { restore } from '../../../src/upkeep/backup/restore.ts';
import { configAt } from '../../upkeep/filled.ts';
import { ask } from '../../web/http.ts';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

const PASSPHRASE = 'correct horse battery';
const PATH = '/api/v2/system/backups';

/** As the operator in front of the console asks. */
async function consoleOf(box: RestBox) {
  const { gateway: port } = box.center.ports;
  const ours = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const session = await ask(port, 'POST', '/auth/session', ours, '{}');
  const { csrf } = JSON.parse(session.body.toString()) as { csrf: string };
  const cookie = session.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const query = `?organizationId=${box.organizationId}`;
  return {
    port,
    offer: async (passphrase: unknown) => {
      const headers = { cookie, 'x-csrf-token': csrf, ...ours };
      const { status, body } = await ask(port, 'POST', `${PATH}${query}`, headers, JSON.stringify({ passphrase }));
      const json = JSON.parse(body.toString()) as { url: string; expiresAt: string; error?: { token?: string } };
      return { status, json, text: body.toString() };
    },
  };
}

t.test('a backup is downloaded once from the address that was offered, and a box is made of it', async t => {
  const dir = t.testdir();
  await using box = await RestBox.start(dir);
  const { port, offer } = await consoleOf(box);
  const { status, json } = await offer(PASSPHRASE);
  t.equal(status, 200);
  const answer = await ask(port, 'GET', json.url);
  t.equal(answer.status, 200);
  t.match(answer.headers, {
    'content-type': 'application/gzip',
    'content-disposition': /^attachment; filename="waystation-backup-\d{4}-\d\d-\d\d\.tar\.gz"$/,
    'cache-control': 'no-store',
  });
  const file = join(dir, 'downloaded.tar.gz');
  writeFileSync(file, answer.body);
  t.match(await manifestOf(file), { key: 'sealed', sc_eui: /^[0-9a-f]{16}$/ });
  const config = configAt(join(dir, 'restored'));
  mkdirSync(config.data_dir);
  await restore({ file, config, configFile: undefined, now: Date.now(), passphrase: async () => PASSPHRASE });
  t.ok(existsSync(config.store.path), 'the database is there again');
  t.equal((await ask(port, 'GET', json.url)).status, 401, 'a second time there is nothing');
  t.notOk(
    readdirSync(box.center.dir).some(name => name.startsWith('backup-download')),
    'nothing is left on the disk',
  );
  const { events } = await box.center.api.call('ListEvents', { event_types: ['system.backup_downloaded'] } as never);
  t.equal((events as unknown[]).length, 1, 'it is in the audit');
});

t.test('who may not have one, or has waited too long, gets none', async t => {
  await using box = await RestBox.start(t.testdir());
  const { port, offer } = await consoleOf(box);
  t.equal((await box.post(PATH, { passphrase: PASSPHRASE })).status, 403, 'never by a key');
  for (const passphrase of ['', 'short', undefined]) {
    t.match((await offer(passphrase)).text, 'BackupPassphraseTooShort', String(passphrase));
  }
  t.equal((await ask(port, 'GET', '/auth/backup')).status, 401);
  t.equal((await ask(port, 'GET', '/auth/backup?ticket=forged')).status, 401);
  const { json } = await offer(PASSPHRASE);
  await box.center.clock.advance(MINUTE_MS);
  t.equal((await ask(port, 'GET', json.url)).status, 401, 'a minute later');
});

t.test('one at a time: while a browser saves one, another is refused, and one that leaves ends it', async t => {
  await using box = await RestBox.start(t.testdir());
  const { port, offer } = await consoleOf(box);
  const [first, second] = [await offer(PASSPHRASE), await offer(PASSPHRASE)];
  const saving = get({ host: '127.0.0.1', port, path: first.json.url, agent: false });
  const ended = new Promise(resolve => saving.once('error', resolve));
  // its turn begins before the next request is read
  await new Promise(resolve => saving.once('finish', resolve));
  let refused = await ask(port, 'GET', '/auth/backup?ticket=');
  for (let tries = 0; refused.status !== 400 && tries < 500; tries++) {
    const third = await offer(PASSPHRASE);
    refused = { ...refused, status: third.status, body: Buffer.from(third.text) };
  }
  t.match(refused.body.toString(), 'BackupRunning');
  t.match((await ask(port, 'GET', second.json.url)).body.toString(), 'BackupRunning');
  saving.destroy();
  await ended;
  for (let tries = 0; (await offer(PASSPHRASE)).status !== 200; tries++) {
    if (tries > 500) return t.fail('the one that was left goes on for ever');
    await new Promise(resolve => setTimeout(resolve, 20));
  }
});

t.test('the report for support is a ZIP without secrets', async t => {
  await using box = await RestBox.start(t.testdir());
  const { gateway: port } = box.center.ports;
  const path = `/api/v2/system/bugreport?organizationId=${box.organizationId}`;
  const answer = await ask(port, 'GET', path, box.own as Record<string, string>);
  t.equal(answer.status, 200);
  t.equal(answer.headers['content-type'], 'application/zip');
  const files = unzipSync(answer.body);
  for (const name of ['README.txt', 'versions.json', 'health.json', 'doctor.json', 'log.ndjson'])
    t.ok(files[name], name);
  t.match(JSON.parse(Buffer.from(files['health.json'] ?? []).toString()), { stations: 0 }, 'of the running service');
  const { key } = await box.key(['devices:read']);
  t.equal((await box.as(key).get('/api/v2/system/bugreport')).token, 'ScopeRequired');
});
