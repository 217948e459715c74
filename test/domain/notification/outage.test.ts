import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { domain } from '../../../src/domain/domain.ts';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import type { Moment } from '../../../src/kit/time/clock.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import type { Channel } from '../../../src/notify/channel.ts';
import { Sender } from '../../../src/notify/sender.ts';
import { engine } from '../../database/engine.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { euiOf } from '../../peers/telegrams.ts';
import { judgedAt } from '../../peers/time.ts';
import { openEmpty } from '../database.ts';

const ENDPOINTS = 500;
const INTERVAL_MS = MINUTE_MS;
const TICK_MS = 10_000;
const STATION = 1;
const epEui = (n: number) => euiOf(n.toString(16).padStart(16, '0'));

/** A site of one station and endpoints that send every minute, and who is told what becomes of it. */
function site(t: Test) {
  const db = openEmpty(join(t.testdir(), 'waystation.db'), engine);
  t.teardown(() => db.close());
  const clock = new ManualClock();
  const { alerts, uplinks, notifications } = domain(db);
  db.exec(`
    INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'org', 'Default', 1, 0, 0);
    INSERT INTO base_station (id, org, eui, name, tags, created_at, updated_at)
      VALUES (${STATION}, 1, '70b3d59cd0000001', 'roof', '{}', 0, 0);
  `);
  const register = db.prepare(
    `INSERT INTO endpoint (id, org, eui, name, ep_class, attach_status, uplink_interval_s, created_at, updated_at)
     VALUES (?, 1, ?, '', 'Z', 'attached', ?, 0, 0)`,
  );
  for (let n = 1; n <= ENDPOINTS; n++) register.run(n, epEui(n), INTERVAL_MS / 1000);
  notifications.setChannels(['email'], clock.now());
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
    due: async (at: Moment) => notifications.due(at),
    onTheirWay: async () => notifications.onTheirWay(),
    message: async (id: number) => notifications.message(id),
    compose: async (...args: Parameters<typeof notifications.compose>) =>
      db.atomic(() => notifications.compose(...args)),
    sent: async (...args: Parameters<typeof notifications.sent>) => db.atomic(() => notifications.sent(...args)),
    failed: async (...args: Parameters<typeof notifications.failed>) => db.atomic(() => notifications.failed(...args)),
  };
  const sender = new Sender({ clock, log: pino({ level: 'silent' }), channels: [channel], outbox });
  sender.start();
  t.teardown(() => sender.stop());

  const state = { power: true };
  let packetCnt = 0;
  const send = (endpoint: number) => {
    const arrivedAt = clock.now();
    const rxTime = BigInt(arrivedAt) * 1_000_000n;
    const uplink = { epEui: epEui(endpoint), packetCnt, userData: Buffer.of(1), format: 0, flags: 0, arrivedAt };
    const progress = { session: 0, lastBs: 0, doneBs: 0 };
    const reception = { station: STATION, opId: packetCnt * ENDPOINTS + endpoint, rxTime, snr: 10, rssi: -90 };
    uplinks.receive(packUplink({ ...uplink, reception, progress }));
  };
  const pass = async (ms: number) => {
    for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
      db.atomic(() => {
        if (state.power && clock.now() % INTERVAL_MS < TICK_MS) {
          packetCnt++;
          for (let n = 1; n <= ENDPOINTS; n++) send(n);
        }
        while (uplinks.close(clock.now(), listenedMs(clock.now())).derive) uplinks.derive();
        while (alerts.tick(...judgedAt(clock.now())));
      });
      await clock.advance(TICK_MS);
    }
  };
  return {
    told,
    pass,
    loses(connection: boolean): void {
      state.power = false;
      if (connection) db.atomic(() => alerts.stationAway(STATION, 'connection_lost', true, clock.now()));
    },
    powers(): void {
      state.power = true;
      db.atomic(() => alerts.stationBack(STATION, clock.now()));
    },
  };
}

t.test(
  '500 endpoints behind one station that loses power are one notice that it is away and one that it is back',
  async t => {
    const { told, pass, loses, powers } = site(t);
    await pass(10 * MINUTE_MS);
    loses(true);
    // It is back half a minute before they send again.
    await pass(2 * HOUR_MS + MINUTE_MS / 2);
    t.same(told, ['basestation_offline: {"opened":1}']);
    powers();
    await pass(HOUR_MS);
    t.same(told.slice(1), ['basestation_offline: {"resolved":1}']);
  },
);

t.test('endpoints that fall silent while their station is there are a message, not five hundred', async t => {
  const { told, pass, loses } = site(t);
  await pass(10 * MINUTE_MS);
  loses(false);
  await pass(HOUR_MS);
  t.match(told[0], /^endpoint_silent: \{"opened":500\}$/);
  t.ok(told.length <= 2, told.join());
});
