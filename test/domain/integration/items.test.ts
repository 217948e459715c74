import t from 'tap';
import { complete } from '../../../src/database/scan.ts';
import type { DomainItem, Integration, NewIntegration } from '../../../src/domain/integration/integration-records.ts';
import { bsEui, epEui, random, T0 } from '../message/log-store.ts';
import { type IntegrationScene, integrationScene, readerOf } from './scene.ts';

const MODEL = '0192f000-0000-7000-8000-00000000000a';

/** Endpoint 2 is of a model, and was registered before; both have tags. */
function catalog({ db }: IntegrationScene): void {
  db.exec(`INSERT INTO manufacturer (id, uuid, name, name_key, code, description, website, contact_email, created_at, updated_at)
      VALUES (1, 'f', 'Acme Ltd', 'acme', 'acme', '', '', '', 0, 0);
    INSERT INTO device_model (id, uuid, manufacturer, name, name_key, code, type_eui, description, datasheet_url, ep_class,
        uplink_interval_s, created_at, updated_at)
      VALUES (1, '${MODEL}', 1, 'Meter 3000', 'meter', 'm3000', 'fca84a0300000001', '', '', 'Z', 0, 0, 0);
    INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at, deleted_at)
      VALUES (-1, 1, '${epEui(2)}', 'former', 'Z', 0, 0, 1);
    UPDATE endpoint SET device_model = '${MODEL}' WHERE id = 2;
    UPDATE endpoint SET tags = '{"floor":"2","side":"north"}' WHERE id = 1; UPDATE endpoint SET tags = '{"floor":"3"}' WHERE id = 2`);
}

const places = (items: readonly DomainItem[]) => items.map(({ place }) => place);

t.test('an uplink is read with all that is told of it', async t => {
  const scene = integrationScene(t);
  catalog(scene);
  const made = scene.create();
  const rxNs = 1_767_225_600_123_456_789n;
  scene.log.write([
    { endpoint: 2, packetCnt: 5, rxNs, station: 1 },
    { endpoint: 2, packetCnt: 5, rxNs: rxNs + 1n, station: 2 },
  ]);
  const { items } = scene.behind(made);
  t.match(items, [
    {
      ...{ stream: 'log', place: 1, event: 'up', epEui: epEui(2), storedAt: T0 + 500 },
      message: { seq: 1, packetCnt: 5, rxTime: rxNs, receptions: [{ station: 1 }, { station: 2 }] },
      decoded: { status: scene.stores.messages.after(0, 1)[0]?.decodeStatus, values: undefined },
      device: {
        epEui: epEui(2),
        name: 'meter 2',
        tags: { floor: '3' },
        typeEui: 'fca84a0300000001',
        deviceModel: 'm3000',
        manufacturer: 'acme',
      },
    },
  ]);
  const [item] = items;
  t.same(item?.event === 'up' && [...item.stations], [
    [1, { bsEui: bsEui(1), name: 'station 1' }],
    [2, { bsEui: bsEui(2), name: 'station 2' }],
  ]);
  t.same(scene.integrations.place(readerOf(made), 'log', 1)?.place, 1);
  t.equal(scene.integrations.place({ ...readerOf(made), org: 2 }, 'log', 1), undefined, 'not of another organization');
  t.equal(scene.integrations.place(readerOf(made), 'log', 2), undefined);
});

t.test('filters leave what they name, and touch nothing that is about no endpoint', async t => {
  const scene = integrationScene(t);
  catalog(scene);
  const eventTypes = ['up', 'attach', 'basestation_online', 'event'] as const;
  const all = (more: Partial<NewIntegration>) => scene.create({ eventTypes, ...more });
  const made = {
    open: all({}),
    first: all({ epEuis: [epEui(1)] }),
    model: all({ deviceModels: [MODEL] }),
    either: all({ deviceModels: [MODEL], epEuis: [epEui(1)] }),
    floor: all({ epTags: { floor: '2' } }),
    both: all({ epTags: { floor: '2', side: 'south' } }),
    modelOnFloor: all({ deviceModels: [MODEL], epTags: { floor: '2' } }),
    none: all({ epEuis: [epEui(77)] }),
    attach: all({ eventTypes: ['attach'] }),
    other: all({ org: 2 }),
  };
  const before = scene.stores.eventLog.edges().newest;
  scene.uplink(1);
  scene.uplink(2);
  scene.attach(1, T0 + 9, { endpoint: 2 });
  scene.uplink(3);
  const events = (integration: Integration) =>
    scene.behind({ ...integration, cursors: { log: 5, events: before } }).items.flatMap(item => {
      return item.event === 'event' ? [`${item.row.event_type} ${item.epEui ?? item.bsEui}`] : [];
    });
  const log = (integration: Integration) =>
    scene
      .behind({ ...integration, cursors: { log: 0, events: Number.MAX_SAFE_INTEGER } })
      .items.map(item => `${item.event} ${item.epEui ?? ('bsEui' in item ? item.bsEui : '')}`);
  const [up1, up2, online, attach] = [
    ...[`up ${epEui(1)}`, `up ${epEui(2)}`, `basestation_online ${bsEui(1)}`, `attach ${epEui(2)}`],
  ];
  t.same(log(made.open), [up1, up2, online, attach]);
  t.same(log(made.first), [up1, online]);
  t.same(log(made.model), [up2, online, attach]);
  t.same(log(made.either), [up1, up2, online, attach]);
  t.same(log(made.floor), [up1, online]);
  t.same(log(made.both), [online]);
  t.same(log(made.modelOnFloor), [online]);
  t.same(log(made.none), [online]);
  t.same(log(made.attach), [attach]);
  t.same(log(made.other), [`up ${epEui(3)}`]);
  const heard = (n: number) => `endpoint.first_seen ${epEui(n)}`;
  const rest = [`basestation.connected ${bsEui(1)}`];
  const ofSecond = events(made.model);
  t.ok(ofSecond.includes(`endpoint.attached ${epEui(2)}`) && ofSecond.includes(rest[0] ?? ''));
  t.ok(events(made.open).includes(heard(1)));
  t.notOk(ofSecond.includes(heard(1)));
  t.same(events(made.none), rest);
  t.same(events(made.attach), []);
  t.notOk(events(made.other).some(text => text.endsWith(epEui(1))));
});

t.test('events of the whole installation are those of the default organization', async t => {
  const scene = integrationScene(t);
  const [own, other] = [scene.create({ eventTypes: ['event'] }), scene.create({ eventTypes: ['event'], org: 2 })];
  scene.stores.events.raise({ type: 'system.overload', org: null, at: T0, storedAt: T0, data: { lagMs: 1 } });
  const seen = (integration: Integration) =>
    scene.behind({ ...integration, cursors: { log: 0, events: own.cursors.events } }).items.map(item => {
      return item.event === 'event' && item.row.event_type;
    });
  t.ok(seen(own).includes('system.overload'));
  t.notOk(seen(other).includes('system.overload'));
  const { newest } = scene.stores.eventLog.edges();
  t.match(scene.integrations.place(readerOf(own), 'events', newest), { row: { event_type: 'system.overload' } });
  t.equal(scene.integrations.place(readerOf(other), 'events', newest), undefined);
});

t.test('events of the whole installation go to no integration where people sign in', async t => {
  const scene = integrationScene(t, { signIn: true });
  const own = scene.create({ eventTypes: ['event'] });
  scene.stores.events.raise({ type: 'system.overload', org: null, at: T0, storedAt: T0, data: { lagMs: 1 } });
  scene.stores.events.raise({ type: 'organization.updated', org: 1, at: T0, storedAt: T0, data: {} });
  const types = scene.behind(own).items.map(item => item.event === 'event' && item.row.event_type);
  t.ok(types.includes('organization.updated'));
  t.notOk(types.includes('system.overload'));
  const { newest } = scene.stores.eventLog.edges();
  t.equal(scene.integrations.place(readerOf(own), 'events', newest - 1), undefined);
  t.equal(complete(scene.integrations.queued(readerOf(own), own.cursors)).count, types.length, 'nor is it counted');
});

t.test('whatever is read in whatever bits, nothing is left out and nothing comes twice', async t => {
  const scene = integrationScene(t);
  const next = random(7);
  const made = [scene.create(), scene.create({ epEuis: [epEui(2)] }), scene.create({ eventTypes: ['attach'] })];
  const expected = new Map(made.map(({ id }) => [id, [] as number[]]));
  const note = (ids: readonly number[]) => {
    for (const id of ids) expected.get(id)?.push(scene.stores.messages.edges().newest);
  };
  const [all, second, attaches] = made.map(({ id }) => id) as [number, number, number];
  const cursors = new Map(made.map(({ id, cursors: { log } }) => [id, log]));
  const seen = new Map(made.map(({ id }) => [id, [] as number[]]));
  for (const station of [1, 2]) scene.session(station);
  let attachCnt = 0;
  const read = (integration: Integration) => {
    const { id } = integration;
    const limit = 1 + Math.floor(next() * 300);
    const { items, upTo, more } = scene.integrations.after(readerOf(integration), 'log', cursors.get(id) ?? 0, limit);
    t.ok(items.length <= limit && (items.at(-1)?.place ?? 0) <= upTo);
    seen.get(id)?.push(...places(items));
    cursors.set(id, upTo);
    return more;
  };
  for (let n = 0; n < 1500; n++) {
    const kind = next();
    if (kind < 0.1) {
      const endpoint = next() < 0.5 ? 1 : 2;
      scene.attach(1, T0 + n, { endpoint, attachCnt: ++attachCnt });
      note(endpoint === 2 ? [all, second, attaches] : [all, attaches]);
    } else if (kind < 0.9) {
      const endpoint = 1 + Math.floor(next() * 3);
      scene.uplink(endpoint);
      if (endpoint < 3) note(endpoint === 2 ? [all, second] : [all]);
    }
    if (kind > 0.99) for (const integration of made) if (next() < 0.5) read(integration);
  }
  for (const integration of made) while (read(integration));
  for (const { id } of made) t.same(seen.get(id), expected.get(id), `integration ${id}`);
  t.ok((seen.get(all)?.length ?? 0) > 600);
  const { newest } = scene.stores.messages.edges();
  t.same([...cursors.values()], [newest, newest, newest]);
  for (const { id, ...integration } of made) {
    const { count } = complete(scene.integrations.queued(readerOf({ id, ...integration }), integration.cursors));
    t.equal(count, expected.get(id)?.length, 'as many are counted');
  }
});

t.test('who stands where another has just read takes that over', async t => {
  const scene = integrationScene(t);
  const made = [scene.create({ eventTypes: ['up'] }), scene.create({ eventTypes: ['up'], epEuis: [epEui(1)] })];
  for (let n = 0; n < 600; n++) scene.uplink(1 + (n % 2));
  const [first, second] = made.map(integration => scene.behind(integration, { limit: 64 })) as [
    ReturnType<IntegrationScene['behind']>,
    ReturnType<IntegrationScene['behind']>,
  ];
  t.equal(first.items.length, 600);
  t.equal(second.items.length, 300);
  t.equal(second.items[0], first.items[0], 'the same item, which is decoded once');
  scene.db.exec('DELETE FROM message WHERE seq <= 600');
  t.equal(scene.behind(made[1] as Integration).items.length, 300, 'nothing is read again');
  scene.db.exec("INSERT INTO counter (org, name, value) VALUES (0, 'log_pruned', 600)");
  t.equal(scene.behind(made[1] as Integration).items.length, 0, 'what was removed is not given');
});

t.test('one read goes over a bounded part of the log, whatever the filter leaves', async t => {
  const scene = integrationScene(t);
  const made = scene.create({ epEuis: [epEui(77)] });
  for (let n = 0; n < 1000; n++) scene.uplink(1);
  const { items, reads } = scene.behind(made);
  t.same(items, []);
  t.equal(reads, 3, '256 at a time');
});

t.test('more notices than are read at a time hide no message, and no event is passed over', async t => {
  const scene = integrationScene(t);
  for (const station of [1, 2]) scene.session(station);
  const made = scene.create({ eventTypes: ['up', 'attach', 'event'] });
  for (let n = 1; n <= 300; n++) scene.attach(1, T0 + n, { attachCnt: n });
  for (let n = 0; n < 20; n++) scene.uplink(1);
  const { items } = scene.behind(made, { limit: 7 });
  const of = (stream: string) => places(items.filter(item => item.stream === stream));
  t.same(
    of('log'),
    Array.from({ length: 320 }, (_, n) => n + 1),
  );
  const { events } = made.cursors;
  const rows = scene.rows(`SELECT seq FROM event WHERE seq > ${events} AND org = 1 ORDER BY seq`);
  t.same(
    of('events'),
    rows.map(({ seq }) => seq),
  );
});

t.test('telegrams of foreign MACs are for no integration, and hide nothing', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  for (let n = 0; n < 40; n++) scene.uplink(1);
  scene.db.exec('UPDATE message SET vm_mac_type = 1 WHERE seq IN (2, 30)');
  t.equal(scene.behind(made).items.length, 38);
  t.equal(scene.integrations.place(readerOf(made), 'log', 2), undefined);
  const { log } = made.cursors;
  t.equal(complete(scene.integrations.queued(readerOf(made), { log, events: Number.MAX_SAFE_INTEGER })).count, 38);
});

t.test('a message that cannot be read holds up no other', async t => {
  const scene = integrationScene(t);
  const made = scene.create();
  for (let n = 0; n < 3; n++) scene.uplink(1);
  scene.db.exec("UPDATE message SET receptions = x'c1' WHERE seq = 2");
  t.same(places(scene.behind(made).items), [1, 3]);
  t.equal(scene.integrations.place(readerOf(made), 'log', 2), undefined);
});

t.test('how much waits is counted, up to a limit, and since when', async t => {
  const scene = integrationScene(t);
  const made = scene.create({ eventTypes: ['up', 'attach', 'event'], epEuis: [epEui(2)] });
  const queued = (cursors = made.cursors, ends?: typeof made.cursors) =>
    complete(scene.integrations.queued(readerOf(made), cursors, ends));
  const { events } = made.cursors;
  t.same(queued(), { count: 0, isMinimum: false, oldestAt: undefined });
  scene.uplink(1, {}, T0 + 1000);
  scene.uplink(2, {}, T0 + 2000);
  scene.session(1);
  scene.attach(1, T0 + 3000, { endpoint: 2 });
  const some = scene.behind(made).items.length;
  t.match(queued(), { count: some, oldestAt: T0 });
  t.match(queued({ log: 0, events: Number.MAX_SAFE_INTEGER }), { count: 2, oldestAt: T0 + 2000 });
  t.match(queued({ log: 2, events: Number.MAX_SAFE_INTEGER }), { count: 1, oldestAt: T0 + 3000 });
  t.match(queued({ log: 0, events: 0 }, { log: 2, events: 0 }), { count: 1, oldestAt: T0 + 2000 }, 'up to an end');
  scene.db.exec(`WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
    INSERT INTO integration_notice (seq, org, event, endpoint, at, content, stored_at) SELECT i, 1, 'attach', 2, 0, '{}', 5 FROM n`);
  t.match(queued({ log: 0, events }), { count: 100_000, isMinimum: true });
});
