import t from 'tap';
import { DAY_MS } from '../../../src/kit/units.ts';
import { addModel, addVersion, assign, shown, spec } from '../blueprint/log-catalog.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';
import { pruneLog, pruneRows } from './retention-scene.ts';

t.test('by what messages were decoded goes with the last of them, and what is used again is there', t => {
  const log = openLog(t, undefined, { blockMessages: 8 });
  populate(log, 3, 1);
  const { model } = addModel(log, 'Meter', spec(1));
  let packetCnt = 0;
  const hear = (endpoint: number, at: number, count = 8) =>
    log.write(
      Array.from({ length: count }, () => ({
        ...{ endpoint, packetCnt: ++packetCnt, rxNs: BigInt(at + packetCnt) * 1_000_000n, arrivedAt: at },
        userData: Buffer.of(packetCnt % 256),
      })),
      at + 500,
    );
  const changed = (calibration: string | null) => {
    assign(log, 1, { model, calibration });
    log.reopen();
  };
  const ids = () =>
    (log.db.prepare('SELECT id FROM decoding ORDER BY id').all() as { id: number }[]).map(({ id }) => id);
  const documents = () => (log.db.prepare('SELECT count(*) AS n FROM decoded_document').get() as { n: number }).n;

  changed('{"gain":1}');
  hear(1, T0);
  changed('{"gain":2}');
  hear(1, T0 + DAY_MS);
  const second = addVersion(log, model, spec(2));
  assign(log, 2, { model, pin: second });
  log.reopen();
  hear(2, T0 + 2 * DAY_MS);
  changed('{"gain":3}');
  hear(1, T0 + 3 * DAY_MS);
  t.same(ids(), [1, 2, 3, 4]);
  t.equal(documents(), 2);
  t.equal(pruneRows(log, T0, { only: 'decodings' }), 0, 'messages refer to all of them');

  const now = T0 + 9 * DAY_MS;
  pruneLog(log, { until: T0 + DAY_MS, now });
  t.equal(pruneRows(log, T0, { only: 'decodings' }), 1);
  t.same(ids(), [2, 3, 4]);

  // Of the first messages nothing is left, and it is used again before that is sealed.
  pruneLog(log, { until: T0 + 2 * DAY_MS, now });
  changed('{"gain":2}');
  hear(1, T0 + 4 * DAY_MS, 3);
  t.equal(pruneRows(log, T0, { only: 'decodings' }), 0);
  pruneLog(log, { until: T0 + 3 * DAY_MS, now });
  t.equal(pruneRows(log, T0, { only: 'decodings' }), 1);
  t.same(ids(), [2, 4]);
  t.equal(documents(), 2, 'the newest document stays, so that its number is not given again');

  // The writer remembers by what it decodes an endpoint, which says nothing for long.
  const third = addVersion(log, model, spec(5));
  assign(log, 3, { model, pin: third });
  changed('{"gain":4}');
  hear(1, T0 + 4 * DAY_MS, 5);
  hear(3, T0 + 4 * DAY_MS);
  assign(log, 2, { model, calibration: '{"gain":9}' });
  hear(1, T0 + 5 * DAY_MS);
  hear(2, T0 + 5 * DAY_MS);
  const before = ids();
  pruneLog(log, { until: T0 + 5 * DAY_MS, now });
  t.ok(pruneRows(log, T0, { only: 'decodings' }) > 0);
  t.ok(ids().length < before.length);
  hear(3, T0 + 6 * DAY_MS);
  hear(1, T0 + 6 * DAY_MS);
  const there = ids();
  const used = log.db.prepare('SELECT DISTINCT decoding FROM message').all() as { decoding: number }[];
  t.ok(
    used.every(({ decoding }) => there.includes(decoding)),
    'by what messages were decoded is there',
  );
  t.ok(shown(log).every(({ status, value }) => status === 'success' && value !== undefined));
  t.end();
});

t.test('what messages were decoded with again stays with them', t => {
  const log = openLog(t, undefined, { blockMessages: 8 });
  populate(log, 1, 1);
  const { model } = addModel(log);
  assign(log, 1, { model });
  const copies = Array.from({ length: 16 }, (_, n) => ({
    ...{ endpoint: 1, packetCnt: n, rxNs: BigInt(T0 + n) * 1_000_000n, arrivedAt: T0, userData: Buffer.of(n) },
  }));
  log.write(copies.slice(0, 8), T0 + 500);
  log.write(copies.slice(8), T0 + DAY_MS);
  const second = addVersion(log, model, spec(3));
  log.stores.redecode.step([9, 10, 11, 12, 13, 14, 15, 16], second);
  addVersion(log, model, spec(4), true);
  log.reopen();
  log.write([{ endpoint: 1, packetCnt: 99, rxNs: BigInt(T0 + 99) * 1_000_000n, userData: Buffer.of(1) }], T0 + DAY_MS);
  pruneLog(log, { until: T0 + DAY_MS, now: T0 + 9 * DAY_MS });
  pruneRows(log, T0, { only: 'decodings' });
  t.ok(shown(log).length >= 9);
  t.ok(shown(log).every(({ value }) => value !== undefined));
  t.end();
});
