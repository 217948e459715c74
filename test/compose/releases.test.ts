import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { ReleaseLook } from '../../src/compose/releases.ts';
import { configFrom } from '../../src/config/load.ts';
import type { Store } from '../../src/domain/domain.ts';
import { eventStore } from '../../src/domain/event/event-store.ts';
import { installationStore } from '../../src/domain/installation/installation-store.ts';
import { createLog } from '../../src/kit/log.ts';
import { waitingRequest } from '../../src/update/machine/request.ts';
import { openEmpty } from '../domain/database.ts';
import { Center } from '../peers/center.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { httpCalls } from '../rest/http-calls.ts';
import { days, NOW, Repository } from '../update/repository.ts';
import { ask } from '../web/http.ts';

const HOUR_MS = 3_600_000;
const RELEASE = { version: '0.1.0', commit: 'c', builtAt: NOW - 30 * 24 * HOUR_MS, supplier: null, supportUntil: null };
const log = await createLog({ level: 'fatal', format: 'json' });

/** A web server with a repository; how often its list was asked for. */
async function served(t: Test, repository: Repository) {
  let asked = 0;
  const server = createServer((request, response) => {
    const content = repository.files.get((request.url ?? '').slice(1));
    if (request.url?.endsWith('timestamp.json')) asked += 1;
    response.writeHead(content ? 200 : 404, { connection: 'close' }).end(content);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked: () => asked };
}

async function repositoryOf(t: Test) {
  const repository = new Repository();
  const root = repository.publishRoot();
  repository.release('0.2.0', { architecture: process.arch, security: true, notes: 'Mends a hole.\nAnd more.' });
  return { repository, root, ...(await served(t, repository)) };
}

/** What looks, over the store of a box and without the rest of it. */
async function scene(t: Test, update: object = {}, form: 'executable' | 'source' = 'executable') {
  const { repository, root, url, asked } = await repositoryOf(t);
  const dir = t.testdir();
  const clock = new ManualClock(NOW);
  const config = configFrom({ data_dir: dir, update: { url, ...update } });
  const db = openEmpty(`${dir}/waystation.db`);
  t.teardown(() => db.close());
  const events = eventStore(db);
  const installation = installationStore(db, { events });
  const store = {
    read: { installation },
    write: {
      installation: { setValue: async (key: string, value: string) => installation.setValue(key, value) },
      events: { raise: async (event: Parameters<typeof events.raise>[0]) => events.raise(event) },
    },
  } as unknown as Store;
  const started = (version = '0.1.0') =>
    new ReleaseLook({
      ...{ config, clock: clock as never, log, store, scEui: '70b3d59cd0000001', root, form },
      release: { ...RELEASE, version },
      judgedAt: () => clock.now(),
    });
  const look = started();
  /** Lets time go by, with the job at its times. */
  const wind = async (hours: number, of = look) => {
    for (let gone = 0; gone < hours * 6; gone += 1) {
      await clock.advance(HOUR_MS / 6);
      for (const job of of.jobs) await job.run();
    }
  };
  const levels = (of = look) =>
    Object.fromEntries(of.seen(clock.now()).map(seen => [seen.rule, 'level' in seen && seen.level]));
  const types = () =>
    (
      db.prepare("SELECT event_type AS type FROM event WHERE event_type LIKE 'system.update%' ORDER BY seq").all() as {
        type: string;
      }[]
    ).map(({ type }) => type);
  const request = () => waitingRequest('service', `${dir}/update`, `${dir}/state`);
  return { repository, clock, asked, look, started, wind, levels, types, request };
}

t.test('a box that knows a web server of releases looks about once a day, and remembers it over a start', async t => {
  const { repository, asked, look, started, wind, levels, types } = await scene(t);
  t.match(look.facts, {
    current: '0.1.0',
    builtAt: RELEASE.builtAt,
    how: 'executable',
    newest: undefined,
    lookedAt: null,
  });
  t.same([asked(), levels()], [0, { update_available: 0, update_stale: 0 }], 'not at the start');
  await wind(1.5);
  t.equal(asked(), 1);
  t.match(look.facts, {
    newest: { version: '0.2.0', security: true, notes: 'Mends a hole.\nAnd more.', firstSeenAt: Number },
    waits: 'update.auto is off',
    problem: undefined,
  });
  t.same(levels(), { update_available: 2, update_stale: 0 });
  const again = started();
  await wind(18, again);
  t.equal(asked(), 1, 'a start is no reason to look again');
  repository.release('0.3.0', { architecture: process.arch });
  await wind(12, again);
  t.equal(asked(), 2);
  t.equal(again.facts.newest?.version, '0.3.0');
  t.same(levels(again), { update_available: 1, update_stale: 0 });
  t.same(types(), ['system.update_available', 'system.update_available']);
  await wind(30, again);
  t.equal(types().length, 2, 'each release is told of once');
  const updated = started('0.3.0');
  t.same([updated.facts.newest, levels(updated)], [undefined, { update_available: 0, update_stale: 0 }]);
});

t.test('a list past its date is told, and one that is good again ends it', async t => {
  const { repository, look, wind, levels, types } = await scene(t);
  repository.timestamp.expires = days(-1);
  repository.publish();
  await wind(30);
  t.match(look.facts.problem, /timestamp\.json held until/);
  t.same(levels(), { update_available: 0, update_stale: 1 });
  await wind(30);
  t.same(types(), ['system.update_refused'], 'once');
  repository.timestamp.expires = days(30);
  repository.publish();
  await wind(30);
  t.equal(look.facts.problem, undefined);
  t.same(levels(), { update_available: 2, update_stale: 0 });
});

t.test('a box that reaches nothing, or a web server without releases, is left in peace', async t => {
  const { repository, asked, look, wind, levels, types } = await scene(t);
  await wind(1.5);
  repository.files.clear();
  const before = asked();
  await wind(60);
  t.ok(asked() - before > 20, 'it goes on trying');
  t.same(levels(), { update_available: 2, update_stale: 0 });
  t.same(types(), ['system.update_available']);
  t.equal(look.facts.newest?.version, '0.2.0', 'what was known is known');
});

t.test('a list without anything for this box is no trouble', async t => {
  const { repository, look, wind, levels, types } = await scene(t);
  repository.release('0.2.0', { architecture: 'other' });
  await wind(1.5);
  t.same([levels(), types()], [{ update_available: 0, update_stale: 0 }, []]);
  t.not(look.facts.lookedAt, null);
});

t.test('without update.url nothing is looked for, and nothing known is told', async t => {
  const { look } = await scene(t, { url: undefined });
  t.same(look.jobs, []);
});

t.test('other keys that sign for releases are in the audit', async t => {
  const { repository, wind, types } = await scene(t);
  await wind(1.5);
  repository.nextRoot();
  repository.publish({ next: true });
  await wind(30);
  t.ok(types().includes('system.update_keys_changed'));
});

t.test('a box asks by itself for what its settings say, once a day until it has it', async t => {
  const { repository, look, wind, types, request, started } = await scene(t, { auto: 'security', defer_days: 30 });
  repository.release('0.2.0', { architecture: process.arch });
  await wind(30);
  t.equal(request(), undefined, 'what closes no hole is told of only');
  t.match(look.facts.waits, /closes no hole/);
  repository.release('0.3.0', { architecture: process.arch, security: true });
  for (let hours = 0; hours < 30 && !request(); hours += 1) await wind(1);
  const first = request();
  t.match(first, { by: 'update.auto: security', file: undefined, stale: false, downgrade: false, again: false });
  t.equal(look.facts.waits, undefined);
  const asked = () => types().filter(type => type === 'system.update_requested').length;
  t.equal(asked(), 1);
  await wind(20);
  t.equal(request()?.id, first?.id, 'not again within the day');
  await wind(5);
  t.not(request()?.id, first?.id);
  t.equal(asked(), 2);
  await wind(60, started('0.3.0'));
  t.equal(asked(), 2, 'a box that has it asks no more');
});

t.test('a box that runs from source, or is to tell only, asks for nothing', async t => {
  for (const [auto, form] of [
    ['all', 'source'],
    ['off', 'executable'],
  ] as const) {
    const { wind, request, types } = await scene(t, { auto }, form);
    await wind(30);
    t.same([request(), types()], [undefined, ['system.update_available']], auto);
  }
});

t.test('a person asks for it, and who that was is in the audit', async t => {
  const { look, wind, request, types } = await scene(t);
  await wind(1.5);
  t.equal(await look.ask({ by: 'root@example.org' }), true);
  t.match(request(), { by: 'root@example.org' });
  t.equal(types().at(-1), 'system.update_requested');
  const { look: other, request: none } = await scene(t, {}, 'source');
  t.equal(await other.ask({ by: 'root@example.org' }), false);
  t.equal(none(), undefined);
});

t.test('a whole box tells of it by an alert, an event and REST, and is as healthy as before', async t => {
  const { url, root } = await repositoryOf(t);
  const settings = { update: { url } };
  await using center = await Center.start({
    ...{ dir: t.testdir(), now: NOW, release: RELEASE, releaseRoot: root, settings },
  });
  const { organizations } = await center.api.call('ListOrganizations', {});
  const organization = organizations[0]?.id ?? '';
  const calls = httpCalls(center.ports.gateway, organization);
  t.teardown(() => calls.close());
  const keyWith = async (scopes: string[]) => {
    const made = await center.api.call('CreateApiKey', { api_key: { name: scopes.join(), scopes } });
    return calls.as({ 'x-api-key': made.raw_key, 'x-organization-id': organization });
  };
  const reader = await keyWith(['system:read']);
  const told = async () =>
    (await center.api.call('ListAlerts', {})).alerts.find(({ rule }) => rule === 'update_available');
  for (let minutes = 0; minutes < 90 && !(await told()); minutes += 10) {
    await center.clock.advance(600_000);
    await pause(100);
    await center.clock.advance(20_000);
  }
  t.match(await told(), {
    ...{ severity: 'warning', title: 'A newer release is there' },
    description: /^Release 0\.2\.0 is there and closes a hole; 0\.1\.0 runs here\. .*waystation update check/,
  });
  t.match(JSON.stringify((await told())?.data), /Mends a hole\.\\nAnd more\./, 'with what is new');
  const { status, json } = await reader.get('/api/v2/system/update');
  t.equal(status, 200);
  t.match(json, {
    ...{ current: '0.1.0', builtAt: /Z$/, schema: Number, how: 'source', lookedAt: /Z$/ },
    newest: { version: '0.2.0', security: true, notes: 'Mends a hole.\nAnd more.', firstSeenAt: /Z$/ },
  });
  t.equal((await (await keyWith(['devices:read'])).get('/api/v2/system/update')).token, 'ScopeRequired');
  t.equal((await reader.post('/api/v2/system/update', {})).token, 'ServerAdminRequired', 'no key asks for an update');
  const { gateway } = center.ports;
  const ours = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const session = await ask(gateway, 'POST', '/auth/session', ours, '{}');
  const { csrf } = JSON.parse(session.body.toString()) as { csrf: string };
  const cookie = session.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const path = `/api/v2/system/update?organizationId=${organization}`;
  const asked = await ask(gateway, 'POST', path, { ...ours, cookie, 'x-csrf-token': csrf }, '{}');
  t.match(asked.body.toString(), /ErrTokenFeatureDisabled/, 'this one runs from source');
  const health = await fetch(`http://127.0.0.1:${center.ports.health_core}/health`);
  t.notMatch(await health.text(), /0\.2\.0/);
});

t.test('the settings are checked together', async t => {
  const wrong = (update: object) => () => configFrom({ update });
  const url = 'http://releases.example/';
  t.throws(wrong({ auto: 'all' }), /update\.auto: all needs update\.url/);
  for (const window of ['2:00-5:00', '02:00', '02:00-25:00', '03:00-03:00'])
    t.throws(wrong({ url, window }), /update\.window: must be two times of day such as 02:00-05:00/);
  t.throws(wrong({ url, wave_percent: 0 }), /update\.wave_percent: must be a whole number from 1 to 100/);
  t.throws(wrong({ url, defer_days: 91 }), /update\.defer_days/);
  t.match(configFrom({ update: { url, auto: 'security', window: '22:00-04:00' } }).update, { auto: 'security' });
});
