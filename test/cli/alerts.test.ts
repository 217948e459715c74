// Long: for CI and `npm test -- --long`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import type { Observation } from '../../src/domain/alert/seen.ts';
import { mailServer } from '../notify/mail-server.ts';
import { Center } from '../peers/center.ts';
import { judgedAt } from '../peers/time.ts';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

const PASSWORD = 'canary-password';
const LOGIN = { user: 'box', pass: PASSWORD };
const sources = ['backup', 'clock', 'listener'] as const;

/** A data folder on which no server runs, with an alert for each of three rules. */
async function stopped(t: Test) {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  const center = await Center.start({ dir });
  await center[Symbol.asyncDispose]();
  const store = await openStore({ path: join(dir, 'waystation.db'), engine: 'better-sqlite3', synchronous: 'normal' });
  const at = Date.now() - 600_000;
  const seen = sources.map(
    (rule): Observation => ({ rule, source: { type: 'service_center', id: rule, org: null }, at, level: 1 }),
  );
  await store.write.alerts.tick(...judgedAt(at, seen));
  await store.write.alerts.tick(
    ...judgedAt(
      Date.now(),
      seen.map(each => ({ ...each, at: Date.now() })),
    ),
  );
  await store.close();
  const run = (...args: string[]) => waystation(cwd, ['alerts', ...args]);
  const open = async () => {
    const { stdout } = await run('list', '--json');
    return JSON.parse(stdout) as {
      id: string;
      rule: string;
      status: string;
      note: string;
      silenced_until: string | null;
    }[];
  };
  return { cwd, dir, run, open };
}

t.test('alerts are listed, acknowledged and silenced, on the folder and beside a server', async t => {
  const { dir, run, open } = await stopped(t);
  const first = await open();
  t.same(first.map(({ rule }) => rule).toSorted(), [...sources]);
  const text = await run('list');
  t.match(text, { code: 0, stdout: /^3 open\.\n\nCRITICAL|ERROR/ });
  t.match(text.stdout, /since \d{4}-.* UTC: \d+ min\n {2}[A-Z].*\./);
  const [one, two] = first.map(({ id }) => id.slice(-8));
  t.match(await run('acknowledge', one ?? '', '--note', 'known\u001b[31m'), { code: 0, stdout: '1 acknowledged\n' });
  t.match(await run('acknowledge', one ?? '', 'ffffffffffff'), { code: 1, stderr: /no such alert/i });
  t.match(await run('acknowledge', '-'), { code: 1 }, 'not all of them by a letter that they share');
  t.match((await run('list')).stdout, /acknowledged by operator.*"known/);
  t.notMatch((await run('list')).stdout, /\u001b/);
  {
    await using _center = await Center.start({ dir });
    t.match(
      (await open()).find(({ id }) => id.endsWith(one ?? '')),
      { status: 'acknowledged' },
    );
    t.match(await run('acknowledge', two ?? ''), { code: 0 });
    const silenced = await run('silence', '--rule', 'clock', '--for', '2h', '--reason', 'antenna of the clock');
    t.match(silenced, { code: 0, stdout: /^silenced for 2 h; waystation alerts silence --end [0-9a-f]{8} ends it\n$/ });
    t.match(await run('silence', '--list'), { code: 0, stdout: /clock +\d{4}-.*antenna of the clock/ });
    t.ok((await open()).find(({ rule }) => rule === 'clock')?.silenced_until);
    const id = /--end (\w+)/.exec(silenced.stdout)?.[1] ?? '';
    t.match(await run('silence', '--end', id), { code: 0, stdout: 'ended\n' });
    t.notOk((await open()).find(({ rule }) => rule === 'clock')?.silenced_until);
  }
  t.match(await run('silence', '--end', 'abcdefab'), { code: 1, stderr: /there is no silence/ });
  for (const wrong of [
    ['silence'],
    ['silence', '--for', '2h', '--reason', 'x'],
    ['silence', '--rule', 'clock'],
    ['silence', '--rule', 'nothing', '--for', '2h', '--reason', 'x'],
    ['silence', '--rule', 'clock', '--for', '2 weeks', '--reason', 'x'],
    ['silence', '--tag', 'site', '--for', '2h', '--reason', 'x'],
    ['silence', '--list', '--end', 'a'],
    ['acknowledge'],
  ]) {
    t.equal((await run(...wrong)).code, 2, wrong.join(' '));
  }
});

t.test('a test goes through every channel, shows the dialogue, and fails when one does', async t => {
  const { cwd, dir, run } = await stopped(t);
  t.match(await run('test'), { code: 1, stderr: /nobody is told of alerts: set alerts.email.host/ });
  const server = await mailServer(t, { login: LOGIN });
  const email = {
    host: '127.0.0.1',
    port: server.port,
    ca: server.ca,
    username: LOGIN.user,
    password: PASSWORD,
    from: 'box@example.org',
    to: ['ops@example.org'],
  };
  writeFileSync(join(cwd, 'waystation.yaml'), JSON.stringify({ alerts: { email } }), { mode: 0o600 });
  const alone = await run('test');
  t.equal(alone.code, 0, alone.stderr);
  t.match(alone.stdout, /< 220 [\s\S]*> STARTTLS[\s\S]*> \(hidden\)[\s\S]*< 250 [\s\S]*email: sent\n$/);
  {
    await using _center = await Center.start({ dir, settings: { alerts: { email } } });
    t.match(await run('test'), { code: 0, stdout: /email: sent\n$/ });
    server.state.trouble = { at: 'login', code: 535, says: 'no' };
    const failed = await run('test');
    t.match(failed, { code: 1, stdout: /email: .*535/ });
    t.notMatch(
      failed.stdout + failed.stderr + alone.stdout + alone.stderr,
      new RegExp(`${PASSWORD}|${Buffer.from(PASSWORD).toString('base64').slice(0, -3)}`),
    );
  }
  t.equal(server.received.length, 2);
  t.match(server.received[0]?.subject, /^\[test\] /);
});
