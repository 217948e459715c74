import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { openDb } from '../../../src/database/driver.ts';
import { migrate } from '../../../src/database/migrate.ts';
import type { Seen } from '../../../src/domain/alert/seen.ts';
import { alertStore } from '../../../src/domain/alert/store.ts';
import { eventStore } from '../../../src/domain/event/store.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { outboxReader } from '../../../src/domain/notification/outbox.ts';
import { notificationStore } from '../../../src/domain/notification/store.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import type { Channel } from '../../../src/notify/channel.ts';
import { Sender } from '../../../src/notify/sender.ts';
import { ManualClock } from '../../peers/manual-clock.ts';

const ENDPOINTS = 500;
const INTERVAL_S = 60;
const TICK_MS = 10_000;

/** Engine, outbox and sender together, over a station and the endpoints that only this station hears. */
function site(t: Test) {
  const db = openDb(join(t.testdir(), 'waystation.db'), {
    engine: 'better-sqlite3',
    mode: 'writer',
    synchronous: 'normal',
  });
  t.teardown(() => db.close());
  migrate(db, migrations);
  const clock = new ManualClock();
  db.exec(`
    INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'org', 'Default', 1, 0, 0);
    INSERT INTO base_station (id, org, eui, name, tags, created_at, updated_at) VALUES (1, 1, '70b3d59cd0000001', 'roof', '{}', 0, 0);
  `);
  const store = notificationStore(db, { events: eventStore(db) });
  const reader = outboxReader(db);
  store.setChannels(['email'], clock.now());
  const alerts = alertStore(db, { events: eventStore(db), solelyHeardBy: () => 1, changed: store.changed });
  const told: string[] = [];
  const channel: Channel = {
    name: 'email',
    messageId: () => `${told.length}-${clock.now()}@example.org`,
    async send({ rule, counts }) {
      told.push(`${rule}: ${JSON.stringify(counts)}`);
      return { sent: true };
    },
    test: async () => ({ sent: true }),
  };
  const outbox = {
    due: async (now: number) => reader.due(now),
    onTheirWay: async () => reader.onTheirWay(),
    message: async (id: number) => reader.message(id),
    compose: async (...args: Parameters<typeof store.compose>) => db.atomic(() => store.compose(...args)),
    sent: async (...args: Parameters<typeof store.sent>) => db.atomic(() => store.sent(...args)),
    failed: async (...args: Parameters<typeof store.failed>) => db.atomic(() => store.failed(...args)),
  };
  const sender = new Sender({ clock, log: pino({ level: 'silent' }), channels: [channel], outbox });
  sender.start();
  t.teardown(() => sender.stop());
  const state = { away: false, lastHeard: clock.now(), inhibits: true };
  const station = { type: 'base_station', id: 1, org: 1 } as const;
  const seen = (): Seen[] => {
    const at = clock.now();
    const silent = Math.floor((at - state.lastHeard) / (INTERVAL_S * 1000));
    const endpoints = Array.from({ length: ENDPOINTS }, (_, n): Seen => {
      const source = { type: 'endpoint', id: n + 1, org: 1 } as const;
      const seen = { rule: 'endpoint_silent', source, at, data: { intervalSeconds: INTERVAL_S } } as const;
      return silent === 0 ? { ...seen, over: true } : { ...seen, level: silent };
    });
    const offline: Seen = { rule: 'basestation_offline', source: station, at, level: state.away ? 1 : 0 };
    return [...(state.inhibits ? [offline] : []), ...endpoints];
  };
  const pass = async (ms: number) => {
    for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
      if (!state.away) state.lastHeard = clock.now();
      db.atomic(() => alerts.tick(clock.now(), seen()));
      await clock.advance(TICK_MS);
    }
  };
  return { state, told, pass };
}

t.test(
  '500 endpoints behind one station that loses power are one notice that it is away and one that it is back',
  async t => {
    const { state, told, pass } = site(t);
    await pass(10 * MINUTE_MS);
    state.away = true;
    await pass(2 * HOUR_MS);
    t.same(told, ['basestation_offline: {"opened":1}']);
    state.away = false;
    await pass(HOUR_MS);
    t.same(told.slice(1), ['basestation_offline: {"resolved":1}']);
  },
);

t.test('without the word of the station they are a message, not five hundred', async t => {
  const { state, told, pass } = site(t);
  state.inhibits = false;
  await pass(10 * MINUTE_MS);
  state.away = true;
  await pass(HOUR_MS);
  t.match(told[0], /^endpoint_silent: \{"opened":500\}$/);
  t.ok(told.length <= 2, told.join());
});
