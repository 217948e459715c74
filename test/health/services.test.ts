import { join } from 'node:path';
import t from 'tap';
import { openStore } from '../../src/compose/store.ts';
import { RECOVERED } from '../../src/domain/installation/installation-store.ts';
import { componentOf } from '../../src/health/probes.ts';
import { serviceProbes } from '../../src/health/services.ts';
import { type Finding, fail, ok, warn } from '../../src/kit/faults/finding.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { NO_ROOM } from '../../src/upkeep/disk/no-room.ts';

const NOW = Date.UTC(2026, 10, 1);

t.test('a service shows what its parts have found, in their words', async t => {
  const store = await openStore({
    path: join(t.testdir(), 'waystation.db'),
    engine: 'better-sqlite3',
    synchronous: 'normal',
  });
  t.teardown(() => store.close());
  await store.write.installation.setValue('running', 'yes');
  const disk: { finding: Finding } = { finding: { check: 'storage', ...ok('900 of 1000 MB free') } };
  const snapshots: { finding: Finding | undefined } = { finding: undefined };
  const time: { finding: Finding | undefined } = { finding: undefined };
  const state = { serving: true, now: NOW };
  const delivery = { enabled: 2, failing: [] as { name: string; error: string }[] };
  const probes = serviceProbes({
    ...{ store, disk, snapshots, time },
    load: () => ({ lagMs: 0, queue: 0 }),
    now: () => state.now,
    listeners: { findings: async name => [{ check: 'certificate', ...ok(`certificate of ${name}`) }] },
    gatewayHasTls: false,
    stations: () => 3,
    centers: () => 1,
    brokerClients: () => 4,
    integrations: () => delivery,
    serving: () => state.serving,
  });
  const look = async () => {
    const found = await Promise.all(
      probes.map(async ({ name, essential, check }) => componentOf(name, essential, 0, await check())),
    );
    return Object.fromEntries(
      found.map(({ name, healthy, degraded, detail }) => [
        name,
        [healthy ? (degraded ? 'degraded' : 'ok') : 'down', detail],
      ]),
    );
  };
  t.same(await look(), {
    core: ['ok', ''],
    gateway: ['ok', ''],
    bssci: ['ok', '3 connected; certificate of bssci'],
    scaci: ['ok', '1 connected; certificate of scaci'],
    mqtt: ['ok', '4 connected; certificate of mqtt'],
    integrations: ['ok', '2 enabled'],
    database: ['ok', '0 writes wait'],
  });
  t.same(
    probes.flatMap(({ name, essential }) => (essential ? [name] : [])),
    ['core', 'bssci', 'database'],
    'without any other part the service can take and give data',
  );

  await store.write.installation.setValue(NO_ROOM, JSON.stringify({ why: 'other', mostMb: 1 }));
  t.match(await look(), {
    database: ['degraded', /^the database takes \d+ MB, more than retention.max_database_mb \(1\): what is not/],
  });
  await store.write.installation.setValue(NO_ROOM, '');

  delivery.failing = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => ({ name, error: 'no answer' }));
  const [state_, said = ''] = (await look()).integrations ?? [];
  t.equal(state_, 'down');
  t.match(said, /^2 enabled; Integration a does not deliver: no answer; Integration b /);
  t.match(said, /; Integration e does not deliver: no answer; 2 others do not deliver$/, 'five by name');
  delivery.failing = [];

  time.finding = { check: 'clock', ...fail('clock not set', 'set it') };
  snapshots.finding = { check: 'backup', ...warn('no snapshot of the database: no room', 'make room') };
  disk.finding = { check: 'storage', ...warn('disk almost full', 'make room') };
  const recovered = JSON.stringify({ at: NOW, detail: 'the database was damaged' });
  await store.write.installation.setValue(RECOVERED, recovered);
  t.match(await look(), {
    core: ['degraded', 'clock not set'],
    database: [
      'degraded',
      'the database was damaged; no snapshot of the database: no room; disk almost full; 0 writes wait',
    ],
  });
  disk.finding = { check: 'storage', ...fail('disk full', 'make room') };
  state.now = NOW + DAY_MS;
  t.match(await look(), {
    database: ['down', 'no snapshot of the database: no room; disk full; 0 writes wait'],
  });

  state.serving = false;
  const stopping = await look();
  for (const name of ['core', 'gateway', 'bssci', 'scaci', 'mqtt', 'integrations']) {
    t.match(stopping[name], ['down', /^the service starts or stops/], name);
  }
});
