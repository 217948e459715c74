import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ask } from '../../web/http.ts';
import { RestBox } from '../box.ts';

t.test(
  'the operator in front of the console sees what each part finds of itself, and so does a key that may',
  async t => {
    await using box = await RestBox.start(t.testdir());
    const { gateway: port } = box.center.ports;
    const ours = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const session = await ask(port, 'POST', '/auth/session', ours, '{}');
    const { csrf } = JSON.parse(session.body.toString()) as { csrf: string };
    const cookie = session.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const path = `/api/v2/system/health?organizationId=${box.organizationId}`;
    const answer = await ask(port, 'GET', path, { cookie, 'x-csrf-token': csrf });
    t.equal(answer.status, 200, answer.body.toString());
    const { status, findings, facts } = JSON.parse(answer.body.toString());
    t.match(status, /^(healthy|degraded|unhealthy)$/);
    t.ok(findings.some(({ name, state }: { name: string; state: string }) => name === 'database' && state === 'ok'));
    const states = findings.map(({ state }: { state: string }) => ['fail', 'warn', 'ok'].indexOf(state));
    t.same(states, states.toSorted(), 'what is worst comes first');
    for (const { text, code, todo, state } of findings) {
      t.match(text, /./);
      t.match(code, /^[a-z_]+$/);
      t.equal(todo === undefined, state === 'ok', 'what is wrong says what to do');
    }
    t.match(facts, { clock: /Z$/, uptime: Number, memory: Number, load: Number });
    t.ok(facts.memory > 10_000_000);
    t.equal((await box.get('/api/v2/system/health')).status, 200, 'a program sees the same');
    const { key } = await box.key(['devices:read']);
    t.equal((await box.as(key).get('/api/v2/system/health')).token, 'ScopeRequired');
  },
);

t.test('the snapshots on the box are listed, the newest first', async t => {
  await using box = await RestBox.start(t.testdir());
  const path = '/api/v2/system/backups';
  t.same((await box.get(path)).json, { snapshots: [] });
  const dir = join(box.center.dir, 'backups');
  mkdirSync(dir, { recursive: true });
  for (const name of ['waystation-20260119T030000Z-schema75.db', 'waystation-20260120T030000Z-schema75-pre-upgrade.db'])
    writeFileSync(join(dir, name), 'copy');
  writeFileSync(join(dir, 'notes.txt'), 'no copy');
  t.same((await box.get(path)).json.snapshots, [
    {
      ...{ name: 'waystation-20260120T030000Z-schema75-pre-upgrade.db', bytes: 4, verified: true },
      ...{ createdAt: '2026-01-20T03:00:00.000Z', beforeUpgrade: true },
    },
    {
      ...{ name: 'waystation-20260119T030000Z-schema75.db', bytes: 4, verified: true },
      ...{ createdAt: '2026-01-19T03:00:00.000Z', beforeUpgrade: false },
    },
  ]);
  const { key } = await box.key(['devices:read']);
  t.equal((await box.as(key).get(path)).token, 'ScopeRequired');
});
