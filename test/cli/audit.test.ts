import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openDb } from '../../src/database/driver.ts';
import { Center } from '../peers/center.ts';
import { METER } from '../peers/telegrams.ts';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

const CANARY = 'c0ffee00c0ffee00c0ffee00c0ffee01';

t.test('what was audited is exported beside a server and without one, without a secret in it', async t => {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  const run = (...args: string[]) => waystation(cwd, args);
  await using center = await Center.start({ dir });
  await center.endpoint({ ep_eui: METER, nwk_key: CANARY, app_key: CANARY.replace(/1$/, '2') });
  await center.api.call('GetEndPoint', { ep_eui: METER, reveal_keys: ['nwk_key', 'app_key'] });
  const { raw_key: key } = await center.api.call('CreateApiKey', { api_key: { name: 'Node-RED', scopes: ['*'] } });
  const header = { 'X-Secret': 'canary-in-a-header' };
  const http = { url: 'https://user.example.org/hook', headers: header };
  await center.api.call('CreateIntegration', { integration: { name: 'hook', kind: 'http', http } });

  const beside = await run('audit', 'export', '-');
  t.match(beside, { code: 0, stderr: /^\d+ audit events\n$/ });
  const events = beside.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { event_type: string; hash: string; prev_hash: string });
  t.ok(events.some(({ event_type: type }) => type === 'endpoint.keys_revealed'));
  t.ok(events.some(({ event_type: type }) => type === 'api_key.created'));
  t.ok(events.every(({ hash, prev_hash: previous }) => /^[0-9a-f]{64}$/.test(hash + previous.slice(64))));
  for (const secret of [CANARY, CANARY.replace(/1$/, '2'), key?.slice(9) ?? 'no key', 'canary-in-a-header']) {
    t.notOk(beside.stdout.toLowerCase().includes(secret.toLowerCase()), secret.slice(0, 6));
  }
  await center.stop();

  t.match(await run('audit', 'export', 'audit.ndjson'), { code: 0, stderr: /in audit\.ndjson\n$/ });
  const file = join(cwd, 'audit.ndjson');
  t.equal(readFileSync(file, 'utf8'), beside.stdout);
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.match(await run('audit', 'export', 'audit.ndjson'), { code: 1, stderr: /exist/ }, 'nothing is written over');
  t.match(await run('audit', 'export', '-', '--organization', 'nobody'), { code: 2, stderr: /a UUID/ });
  t.match(await run('audit', 'export', '-', '--to', '2020-01-01'), { code: 0, stdout: '', stderr: '0 audit events\n' });
  t.match(await run('audit', 'export', '-', '--organization', '0192f000-0000-7000-8000-000000000009'), {
    code: 1,
    stderr: /no audit events of an organization/,
  });

  t.match((await run('doctor')).stdout, /ok {4}audit: \d+ events in \d chains are as they were stored/);
  t.match(await run('database', 'check'), { code: 0, stdout: /ok {4}audit events are as they were stored/ });
  const db = openDb(join(dir, 'waystation.db'), { engine: 'better-sqlite3', mode: 'upkeep' });
  db.exec(`UPDATE event SET user_email = 'somebody@example.org' WHERE event_type = 'endpoint.keys_revealed'`);
  db.close();
  const doctor = await run('doctor');
  t.equal(doctor.code, 1);
  t.match(doctor.stdout, /fail {2}audit: organization .*endpoint\.keys_revealed.*not as it was stored/);
  t.match(await run('database', 'check'), { code: 1, stdout: /fail {2}audit events are as they were stored/ });
});
