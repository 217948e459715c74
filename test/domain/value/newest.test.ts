import t, { type Test } from 'tap';
import { DAY_MS, HOUR_MS, MS_NS } from '../../../src/kit/units.ts';
import { addModel, assign } from '../blueprint/log-catalog.ts';
import { openLog, populate, random, T0, type TestLog } from '../message/log-store.ts';
import { pruneRows } from '../retention/retention-scene.ts';

/** A first byte of 1 has a state beside, which is text in no other message. */
const LAYOUT = JSON.stringify({
  version: '1',
  typeEui: '70b3d56770ff0001',
  uplink: [
    {
      payload: [
        { name: 'kind', size: 8, type: 'uint' },
        { name: 'level', size: 8, type: 'uint', unit: 'cm', condition: '$kind < 2' },
        { name: 'battery', size: 8, type: 'uint', unit: 'V', condition: '$kind == 1' },
        { name: 'open', size: 8, type: 'bool', condition: '$kind == 1' },
      ],
    },
  ],
});

function scene(test: Test) {
  const log = openLog(test, undefined, { blockMessages: 16, sliceRows: 8 });
  populate(log, 3, 1);
  const { model } = addModel(log, 'Meter', LAYOUT);
  for (let endpoint = 1; endpoint <= 3; endpoint++) assign(log, endpoint, { model });
  log.stores.uplinks.forget();
  let packetCnt = 0;
  const send = (endpoint: number, at: number, bytes: readonly number[], arrivedAt = at) =>
    log.write(
      [{ endpoint, packetCnt: ++packetCnt, rxNs: BigInt(at) * MS_NS, arrivedAt, userData: Buffer.from(bytes) }],
      arrivedAt + 500,
    );
  return { log, send };
}

const addUp = ({ db, stores }: TestLog, now: number) => {
  db.atomic(() => stores.values.begin(now));
  for (;;) {
    const batch = stores.values.collect(1000);
    if (!batch || !db.atomic(() => stores.values.put(batch))) return;
  }
};
const newest = (log: TestLog, now: number, endpoint = 1, limit = 500) =>
  log.stores.values.newest({ endpoint, now, limit });

t.test('what only an earlier message says comes with its unit, and what is no number too', async t => {
  const { log, send } = scene(t);
  send(1, T0, [1, 10, 36, 1]);
  send(2, T0 + 1, [1, 99, 99, 1]);
  for (let n = 1; n <= 400; n++) send(1, T0 + n * HOUR_MS, [0, n % 256]);
  const now = T0 + 401 * HOUR_MS;
  const all = [
    { key: 'battery', value: 36, unit: 'V', at: T0 },
    { key: 'kind', value: 0, unit: '', at: T0 + 400 * HOUR_MS },
    { key: 'level', value: 400 % 256, unit: 'cm', at: T0 + 400 * HOUR_MS },
    { key: 'open', value: true, unit: '', at: T0 },
  ];
  t.same(newest(log, now).length, 4, 'from the log');
  addUp(log, now);
  t.same(newest(log, now), all, 'from the days');
  t.same(newest(log, now, 1, 2).length, 2);
  const only = log.stores.values.newest({ endpoint: 1, now, keys: new Set(['battery', 'none']), limit: 500 });
  t.same(only, all.slice(0, 1));
  t.same(
    newest(log, T0 + 31 * DAY_MS).map(({ key }) => key),
    ['kind', 'level'],
    'nothing is older than 30 days',
  );
  t.same(newest(log, now, 3), []);
});

t.test('where a day has no hours, and messages are gone, the figures of the day are what is known', async t => {
  const { log, send } = scene(t);
  send(1, T0 + 250, [1, 10, 36, 1]);
  for (let n = 1; n < 100; n++) send(1, T0 + 2 * DAY_MS + n * 1000, [0, n]);
  addUp(log, T0 + 3 * DAY_MS);
  pruneRows(log, 0, { valueHoursUntil: T0 + 10 * DAY_MS, only: 'values' });
  const found = newest(log, T0 + 3 * DAY_MS);
  t.same(
    found.find(({ key }) => key === 'battery'),
    { key: 'battery', value: 36, unit: 'V', at: T0 + 250 },
  );
  t.same(
    found.find(({ key }) => key === 'level'),
    { key: 'level', value: 99, unit: 'cm', at: T0 + 2 * DAY_MS + 99_000 },
  );
});

for (const seed of [1, 2, 3]) {
  t.test(`numbers are those of the newest message that has them, seed ${seed}`, async t => {
    const { log, send } = scene(t);
    const next = random(seed);
    const pick = (n: number) => Math.floor(next() * n);
    const said: { at: number; endpoint: number; key: string; value: number }[] = [];
    for (let step = 0; step < 300; step++) {
      const at = T0 + step * 3 * HOUR_MS + 1000 - (next() < 0.2 ? pick(2 * DAY_MS) : 0);
      const endpoint = 1 + pick(2);
      const kind = next() < 0.02 ? 1 : next() < 0.5 ? 0 : 2;
      const bytes = [kind, pick(256), pick(256), pick(2)];
      send(endpoint, at, bytes, T0 + step * 3 * HOUR_MS + 1000);
      const keys = kind === 1 ? ['kind', 'level', 'battery'] : kind === 0 ? ['kind', 'level'] : ['kind'];
      keys.forEach((key, place) => {
        said.push({ at, endpoint, key, value: bytes[place] ?? 0 });
      });
      if (next() < 0.05) addUp(log, at + DAY_MS);
      if (step % 20 > 0) continue;
      const now = T0 + step * 3 * HOUR_MS + HOUR_MS;
      for (const one of [1, 2]) {
        const wanted = new Map<string, { at: number; value: number }>();
        for (const { at: when, endpoint: who, key, value } of said) {
          const before = wanted.get(key);
          if (who !== one || when < now - 30 * DAY_MS || (before && before.at >= when)) continue;
          wanted.set(key, { at: when, value });
        }
        const found = newest(log, now, one).filter(({ value }) => typeof value === 'number');
        t.same(
          found.map(({ key, value, at: when }) => [key, value, Math.floor(when / 1000)]),
          [...wanted]
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, { value, at: when }]) => [key, value, Math.floor(when / 1000)]),
          `step ${step}, endpoint ${one}`,
        );
      }
    }
  });
}
