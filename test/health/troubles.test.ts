import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import { openDb } from '../../src/database/driver.ts';
import { failingIntegration, sinceText } from '../../src/domain/alert/installation.ts';
import type { Observation } from '../../src/domain/alert/seen.ts';
import type { Store } from '../../src/domain/domain.ts';
import { alertChecks } from '../../src/health/doctor/alerts.ts';
import { examine, type Scene } from '../../src/health/doctor/examine.ts';
import { noCertificate, portClosed } from '../../src/health/listener-findings.ts';
import { machineLevels } from '../../src/health/machine-levels.ts';
import { openAlerts } from '../../src/health/open-alerts.ts';
import { componentOf, createProbes, statusOf } from '../../src/health/probes.ts';
import { serviceProbes } from '../../src/health/services.ts';
import { type Finding, spoken, warn } from '../../src/kit/faults/finding.ts';
import { DAY_MS, MINUTE_MS } from '../../src/kit/units.ts';
import { authorityDates, servedDates } from '../../src/pki/status.ts';
import { diskFinding, diskLimits, diskRoom } from '../../src/upkeep/disk/disk-space.ts';
import { clockFinding } from '../../src/upkeep/time-floor.ts';
import { makeDatabase } from '../domain/database.ts';
import { acting, asked } from '../domain/integration/scene.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { judgedAt } from '../peers/time.ts';

const MB = 1_048_576;
const TOTAL = 10_000 * MB;

/** A service center whose parts say what a test wants, and everything that tells of them. */
async function scene(t: Test) {
  const dir = t.testdir();
  const path = join(dir, 'waystation.db');
  const clock = new ManualClock();
  makeDatabase(path);
  const store: Store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' });
  t.teardown(() => store.close());
  await store.write.installation.establish(
    { sc_eui: '0011223344556677', operator: 'operator', page_token_key: '' },
    '0192f000-0000-7000-8000-000000000001',
    clock.now(),
  );
  await store.write.installation.setValue('running', 'yes');
  const dates = (days: number, external: boolean) => ({
    from: new Date(0),
    until: new Date(clock.now() + days * DAY_MS),
    external,
  });
  const found = {
    free: 9000 * MB,
    backup: undefined as Finding | undefined,
    clock: undefined as Finding | undefined,
    bssci: [] as Finding[],
    authority: 1000,
    load: { lagMs: 0, queue: 0 },
    integrations: { enabled: 1, failing: [] as { name: string; error: string }[] },
    seen: [] as Observation[],
  };
  const limits = diskLimits(TOTAL, { lowFreeMb: 500, minFreeMb: 100 });
  const space = () => ({ free: found.free, total: TOTAL });
  const level = () => (found.free < limits.full ? 'full' : found.free < limits.low ? 'low' : 'enough');
  const served = (days: number) => {
    const { from, until, external } = dates(days, true);
    return servedDates('bssci', external, { from, until }, clock.now());
  };
  const sources = {
    store,
    disk: {
      get finding() {
        return diskFinding(level(), space(), limits);
      },
    },
    snapshots: {
      get finding() {
        return found.backup;
      },
    },
    time: {
      get finding() {
        return found.clock;
      },
    },
    load: () => found.load,
    now: () => clock.now(),
    listeners: { findings: async (name: string) => (name === 'bssci' ? found.bssci : []) },
    gatewayHasTls: false,
    stations: () => 0,
    centers: undefined,
    brokerClients: undefined,
    integrations: () => found.integrations,
    serving: () => true,
  };
  /** Looks and judges, as the service does every 10 s. */
  const look = async () => {
    const probes = createProbes(clock, serviceProbes(sources), components =>
      openAlerts(components, store.read.alertsOfInstallation.open(), clock.now()),
    );
    const components = await probes.all();
    const { from, until } = dates(found.authority, true);
    const authority = authorityDates(from, until, clock.now());
    const facts = { components, room: diskRoom(space(), limits), load: found.load, authority };
    await store.write.alerts.tick(...judgedAt(clock.now(), [...machineLevels(facts, clock.now()), ...found.seen]));
    return components;
  };
  const pass = async (minutes: number) => {
    for (let n = 0; n < minutes * 6; n++) {
      await clock.advance(10_000);
      await look();
    }
  };
  /** As ListAlerts gives them. */
  const descriptions = (): string[] => {
    const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
    const rows = db.prepare("SELECT description FROM alert WHERE status <> 'resolved'").all();
    db.close();
    return (rows as { description: string }[]).map(({ description }) => description);
  };
  const doctor = async (): Promise<Finding[]> => {
    const all: Finding[] = [];
    const config = { data_dir: dir, store: { path, engine: 'better-sqlite3' } };
    await examine(alertChecks, { config, clock, server: undefined } as unknown as Scene, each => all.push(each));
    return all;
  };
  return { clock, store, found, served, look, pass, descriptions, doctor };
}
type Trouble = Awaited<ReturnType<typeof scene>>;

const troubles: readonly {
  readonly what: string;
  readonly rule: string;
  begin(scene: Trouble): Finding | undefined | Promise<Finding | undefined>;
  end(scene: Trouble): void;
}[] = [
  {
    what: 'a certificate that ends',
    rule: 'certificate_server',
    begin({ found, served }) {
      found.bssci = [served(5)];
      return found.bssci[0];
    },
    end({ found, served }) {
      found.bssci = [served(300)];
    },
  },
  {
    what: 'the authority ends',
    rule: 'certificate_ca',
    begin({ found, clock }) {
      found.authority = 20;
      return authorityDates(new Date(0), new Date(clock.now() + 20 * DAY_MS), clock.now());
    },
    end({ found }) {
      found.authority = 1000;
    },
  },
  ...[900, 300, 50].map(freeMb => ({
    what: `a disk with ${freeMb} MB`,
    rule: 'storage',
    begin({ found }: Trouble) {
      found.free = freeMb * MB;
      const limits = diskLimits(TOTAL, { lowFreeMb: 500, minFreeMb: 100 });
      const level = freeMb < 100 ? 'full' : freeMb < 500 ? 'low' : 'enough';
      return diskFinding(level, { free: found.free, total: TOTAL }, limits);
    },
    end({ found }: Trouble) {
      found.free = 9000 * MB;
    },
  })),
  {
    what: 'a backup that failed',
    rule: 'backup',
    begin({ found }) {
      found.backup = { check: 'backup', ...warn('no snapshot of the database: no room', 'look at backup.dir') };
      return found.backup;
    },
    end({ found }) {
      found.backup = undefined;
    },
  },
  ...[noCertificate('bssci', 5000, 'nobody answers'), portClosed('bssci')].map(finding => ({
    what: finding.text,
    rule: 'listener',
    begin({ found }: Trouble) {
      found.bssci = [finding];
      return finding;
    },
    end({ found, served }: Trouble) {
      found.bssci = [served(300)];
    },
  })),
  {
    what: 'a clock that is not set',
    rule: 'clock',
    begin({ found, clock }) {
      found.clock = clockFinding(0, clock.now());
      return found.clock;
    },
    end({ found }) {
      found.clock = undefined;
    },
  },
  {
    what: 'too much to do',
    rule: 'overload',
    begin({ found }) {
      found.load = { lagMs: 900, queue: 12 };
      const text = 'more to do than can be done: 900 ms late, 12 writes wait';
      return {
        check: 'overload',
        ...warn(text, 'look what else runs on this machine, and whether its disk has become slow'),
      };
    },
    end({ found }) {
      found.load = { lagMs: 0, queue: 0 };
    },
  },
];

for (const { what, rule, begin, end } of troubles) {
  t.test(`${what}: health page, status, alert and doctor say the same`, async t => {
    const now = await scene(t);
    t.match(await now.doctor(), [{ level: 'ok' }]);
    t.equal(statusOf(await now.look()), 'healthy');
    const finding = await begin(now);
    if (!finding) throw new Error('there is no trouble');
    await now.pass(2);
    const [alert, ...others] = now.store.read.alertsOfInstallation.open();
    t.same(others, []);
    t.match(alert, { rule, text: finding.text, todo: finding.todo });
    const since = new Date(alert?.since ?? 0).toISOString().slice(0, 16).replace('T', ' ');
    const components = await now.look();
    t.not(statusOf(components), 'healthy');
    const said = components.flatMap(({ findings }) => findings).filter(({ text }) => text.startsWith(finding.text));
    t.same(
      said.map(({ text, todo }) => [text, todo]),
      [[`${finding.text} (since ${since} UTC)`, finding.todo]],
      'once, with since when',
    );
    t.match(await now.doctor(), [{ text: `${finding.text} (since ${since} UTC)`, todo: finding.todo }]);
    t.same(now.descriptions(), [spoken(finding)]);
    end(now);
    await now.pass(7);
    t.equal(statusOf(await now.look()), 'healthy');
    t.same(now.store.read.alertsOfInstallation.open(), []);
    t.match(await now.doctor(), [{ level: 'ok' }]);
  });
}

t.test('a database error is on the health page and in doctor as long as its alert is open', async t => {
  const now = await scene(t);
  const at = now.clock.now();
  const event = { type: 'system.database_error', org: null, sourceId: '', at, storedAt: at } as const;
  await now.store.write.events.raise({ ...event, data: { message: 'row 7 cannot be read' } });
  await now.pass(1);
  const [alert] = now.store.read.alertsOfInstallation.open();
  t.match(alert, { rule: 'database', level: 'fail', text: /row 7 cannot be read/ });
  const components = await now.look();
  t.equal(statusOf(components), 'degraded');
  const core = components.find(({ name }) => name === 'core');
  t.match(core?.findings.at(-1), { text: new RegExp(`^${alert?.text} \\(since `), todo: alert?.todo });
  t.match(await now.doctor(), [{ level: 'fail', text: core?.findings.at(-1)?.text, todo: alert?.todo }]);
  await now.pass(6);
  t.equal(statusOf(await now.look()), 'healthy');
});

t.test('an integration that does not deliver: health page, status, alert and doctor say the same', async t => {
  const now = await scene(t);
  const made = await now.store.write.integrations.create(asked({ name: 'Hook' }), acting);
  const source = { type: 'integration', id: made.uuid, org: made.org } as const;
  const about = { rule: 'integration_failing', source } as const;
  const finding = failingIntegration('Hook', 'connect ECONNREFUSED');
  now.found.integrations = { enabled: 2, failing: [{ name: 'Hook', error: 'connect ECONNREFUSED' }] };
  now.found.seen = [{ ...about, at: now.clock.now(), level: 1, data: { error: 'connect ECONNREFUSED' } }];
  const part = async () => (await now.look()).find(({ name }) => name === 'integrations');
  t.match(await part(), { healthy: false, detail: `2 enabled; ${finding.text}` }, 'before it is an alert');
  await now.pass(6);
  t.same(now.descriptions(), [spoken(finding)]);
  const [alert, ...others] = now.store.read.alertsOfInstallation.open();
  t.same(others, []);
  t.match(alert, { rule: 'integration_failing', name: 'Hook', text: finding.text, todo: finding.todo });
  const components = await now.look();
  t.equal(statusOf(components), 'degraded', 'the box takes and gives data');
  const since = sinceText(alert?.since ?? 0, now.clock.now());
  const said = components.flatMap(({ findings }) => findings).filter(({ text }) => text.startsWith(finding.text));
  t.match(said, [{ text: `${finding.text}${since}`, todo: finding.todo }], 'once, with since when');
  t.match(await now.doctor(), [{ level: 'fail', text: `${finding.text}${since}`, todo: finding.todo }]);
  now.found.integrations = { enabled: 2, failing: [] };
  t.match(await part(), { healthy: true, detail: '2 enabled' }, 'although the alert takes a while to clear');
  t.equal(statusOf(await now.look()), 'healthy');
  now.found.seen = [{ ...about, at: now.clock.now(), level: 0 }];
  await now.pass(2);
  t.same(now.store.read.alertsOfInstallation.open(), []);
  t.match(await now.doctor(), [{ level: 'ok' }]);
});

t.test('since when something holds is said by no clock that was not set, or ahead', async t => {
  const now = Date.UTC(2026, 0, 2, 3, 9);
  const before = ' (since before the clock was set)';
  t.equal(sinceText(60_000, now), before);
  t.equal(sinceText(now + 3_600_000, now), before);
  t.equal(sinceText(now - 300_000, now), ' (since 2026-01-02 03:04 UTC)');
});

t.test('what no probe finds wrong is no alert, for hours', async t => {
  const now = await scene(t);
  now.found.bssci = [now.served(300)];
  for (let n = 0; n < 6; n++) {
    await now.clock.advance(10 * MINUTE_MS);
    await now.look();
  }
  t.same(now.store.read.alertsOfInstallation.open(), []);
});

t.test('a listener that did not answer once is on the health page, and no alert', async t => {
  const now = await scene(t);
  now.found.bssci = [{ ...noCertificate('bssci', 5000, 'nobody answers'), level: 'warn' }];
  await now.pass(1);
  t.equal(statusOf(await now.look()), 'degraded');
  t.same(now.store.read.alertsOfInstallation.open(), []);
});

t.test('an alert about what a part has found is said there and not once more', async t => {
  const database = componentOf('database', true, 0, [{ check: 'database', ...warn('damaged', 'look') }]);
  const core = componentOf('core', true, 0, []);
  const alert = { rule: 'database', name: '', level: 'fail', text: 'an error', todo: 'look', since: 1.7e12 } as const;
  const said = openAlerts([core, database], [alert], 1.7e12).map(({ detail }) => detail);
  t.match(said, ['', /^damaged \(since 2023-11-14 22:13 UTC\)$/]);
});
