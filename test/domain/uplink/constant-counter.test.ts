import t, { type Test } from 'tap';
import type { Db } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import { packUplink } from '../../../src/domain/uplink/receive.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { MINUTE_MS } from '../../../src/kit/units.ts';
import { type Copy, epEui, openLog, populate, T0 } from '../message/log-store.ts';

const COUNTER = 7;
const ns = (ms: number) => BigInt(ms) * 1_000_000n;

/** A store that tells how often it has read a message by its place. */
function counting(t: Test) {
  const log = openLog(t);
  populate(log, 1, 2);
  const { db } = log;
  const read = { messages: 0 };
  const watched: Db = Object.create(db, {
    prepare: {
      value: (sql: string, options?: { bigint?: boolean }) => {
        const statement = db.prepare(sql, options);
        if (!/FROM message WHERE seq = \? AND endpoint = \?/.test(sql)) return statement;
        const get = (...values: Parameters<typeof statement.get>) => {
          read.messages++;
          return statement.get(...values);
        };
        return Object.create(statement, { get: { value: get } });
      },
    },
  });
  const all = domain(watched, { blockMessages: 256 });
  const receive = ({ station = 1, rxNs, arrivedAt = T0, packetCnt }: Omit<Copy, 'endpoint'>) =>
    all.uplinks.receive(
      packUplink({
        ...{ epEui: epEui(1), packetCnt, userData: Buffer.from(String(rxNs)), format: 0, flags: 0 },
        reception: { station, opId: 1, rxTime: rxNs, snr: 1, rssi: -90 },
        ...{ progress: { session: 0, lastBs: 0, doneBs: 0 }, arrivedAt },
      }),
    );
  const close = (at: number) => db.atomic(() => all.uplinks.close(at, listenedMs(at)));
  return { receive, close, read };
}

t.test('a device that never moves its counter costs no more with each message', async t => {
  const { receive, close, read } = counting(t);
  const at = (n: number) => T0 + n * 10 * MINUTE_MS;
  const telegram = (n: number) => ({ packetCnt: COUNTER, rxNs: ns(at(n)), arrivedAt: at(n) });
  const MANY = 1500;
  for (let n = 0; n < MANY; n++) {
    if (n === MANY - 100) read.messages = 0;
    t.equal(receive(telegram(n)), 'new');
    close(at(n) + 500);
  }
  t.ok(read.messages < 100 * 64, `each reads a few: ${read.messages / 100}`);

  const late = { station: 2, arrivedAt: at(MANY) };
  t.equal(
    receive({ ...telegram(MANY - 700), ...late }),
    'late',
    'a copy is found by its time, however many came since',
  );
  t.equal(receive({ ...telegram(3), ...late }), 'late');
});
