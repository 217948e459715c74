import t, { type Test } from 'tap';
import { complete, type Position } from '../../../src/database/scan.ts';
import type { RedecodeRange } from '../../../src/domain/message/redecode.ts';
import { addModel, addVersion, assign, EDITOR, shown, spec } from '../blueprint/log-catalog.ts';
import { type Copy, openLog, populate, T0, type TestLog } from './log-store.ts';

const RX = BigInt(T0) * 1_000_000n;

function scene(t: Test, endpoints = 3) {
  const log = openLog(t);
  populate(log, endpoints, 1);
  let packetCnt = 0;
  /** Messages of endpoints, one after the other. */
  const store = (of: readonly number[], over: Partial<Copy> = {}) => {
    const copies = of.map(endpoint => {
      packetCnt++;
      return { endpoint, packetCnt, rxNs: RX + BigInt(packetCnt), userData: Buffer.of(packetCnt % 256), ...over };
    });
    log.write(copies);
  };
  return { log, store };
}

function places({ stores }: TestLog, range: Partial<RedecodeRange> = {}): number[] {
  const found: number[] = [];
  let from: Position | undefined;
  do {
    const page = complete(stores.redecode.places({ org: 1, ...range }, from));
    found.push(...page.seqs);
    from = page.next;
  } while (from);
  return found;
}

/** All of a range, step by step. */
function redecodeAll(log: TestLog, range: Partial<RedecodeRange> = {}, blueprint?: string) {
  const sum = { looked: 0, changed: 0, success: 0, failed: 0, skipped: 0 };
  for (let seqs = places(log, range); seqs.length > 0; ) {
    const step = log.db.atomic(() => log.stores.redecode.step(seqs, blueprint));
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += step[key];
    seqs = seqs.slice(step.done);
  }
  return sum;
}

const values = (log: TestLog) => shown(log).map(({ value }) => value);
const eventCount = ({ db }: TestLog) => (db.prepare('SELECT count(*) AS n FROM event').get() as { n: number }).n;

t.test('messages from before their blueprint are decoded, and no reader is told', async t => {
  const { log, store } = scene(t);
  store([1, 2, 1]);
  const { model } = addModel(log);
  assign(log, 1, { model });
  const before = { events: eventCount(log), newest: log.stores.uplinks.newestSeq() };
  t.same(redecodeAll(log), { looked: 3, changed: 2, success: 2, failed: 0, skipped: 1 });
  t.same(values(log), [1, undefined, 3]);
  t.same({ events: eventCount(log), newest: log.stores.uplinks.newestSeq() }, before);
  t.same(redecodeAll(log), { looked: 3, changed: 0, success: 2, failed: 0, skipped: 1 }, 'again, it changes nothing');
});

t.test('what failed by one version and succeeds by the next is found under what it is now', async t => {
  const { log, store } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  store([1, 1], { format: 2 });
  t.same(
    shown(log).map(({ error }) => error),
    ['calibration_missing', 'calibration_missing'],
  );
  const failed = { org: 1, decodeStatus: 'failed' } as const;
  t.equal(log.stores.messages.count(failed), 2);
  assign(log, 1, { model, calibration: '{"gain":3}' });
  log.stores.uplinks.forget();
  t.match(redecodeAll(log), { changed: 2, success: 2 });
  t.equal(log.stores.messages.count(failed), 0);
  t.same(values(log), [3, 6]);
});

t.test('only messages of the range: by time, by endpoint, of the organization', async t => {
  const { log, store } = scene(t);
  store([1, 2, 1, 2, 3, 1]);
  log.db.exec('UPDATE message SET org = 2 WHERE seq = 6');
  t.same(places(log), [1, 2, 3, 4, 5]);
  t.same(places(log, { endpoints: [2, 3] }), [2, 4, 5]);
  t.same(places(log, { fromNs: RX + 2n, toNs: RX + 4n }), [2, 3]);
  t.same(places(log, { endpoints: [1], fromNs: RX + 2n }), [3]);
  t.same(places(log, { endpoints: [] }), []);
});

t.test('by a blueprint that is not the endpoint’s own', async t => {
  const { log, store } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  store([1, 2]);
  const other = addVersion(log, model, spec(100));
  t.match(redecodeAll(log, { endpoints: [1] }, other), { changed: 1, success: 1 });
  t.same(values(log), [100, undefined]);
  t.match(redecodeAll(log), { changed: 1 }, 'and back');
  t.same(values(log), [1, undefined]);
  const unknown = '0192f000-0000-7000-8000-00000000ffff';
  t.throws(() => redecodeAll(log, {}, unknown), { name: 'Fault', message: /blueprint/ });
});

t.test('what nothing decodes any more keeps what it said', async t => {
  const { log, store } = scene(t);
  const { model, blueprint } = addModel(log);
  assign(log, 1, { model });
  store([1]);
  log.stores.blueprints.remove(blueprint, EDITOR);
  t.same(redecodeAll(log), { looked: 1, changed: 0, success: 1, failed: 0, skipped: 0 });
  t.same(values(log), [1]);
});

t.test('a step takes what it can in its time, and messages that are gone are passed over', async t => {
  const { log, store } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  store(Array.from({ length: 600 }, () => 1));
  log.stores.blueprints.setDefault(addVersion(log, model, spec(2)), EDITOR);
  const seqs = places(log);
  t.equal(seqs.length, 600, 'in more than one page');
  log.db.exec('DELETE FROM message WHERE seq <= 100');
  const first = log.stores.redecode.step(Array.from({ length: 100_000 }, (_, at) => (at % 500) + 101));
  t.ok(first.done < 100_000, `${first.done} in ${first.tookMs} ms`);
  t.match(redecodeAll(log), { looked: 500 });
  const gone = log.stores.redecode.step(seqs.slice(0, 100));
  t.match(gone, { looked: 0, changed: 0 });
  t.ok(gone.done > 0, 'also these are passed over in steps');
  t.ok(values(log).every((value, at) => value === ((at + 101) % 256) * 2));
});

t.test('a change of the default between two steps decides for the steps behind it', async t => {
  const { log, store } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  store([1, 1]);
  const second = addVersion(log, model, spec(2));
  const third = addVersion(log, model, spec(3));
  const [one, two] = places(log);
  log.stores.blueprints.setDefault(second, EDITOR);
  log.stores.redecode.step([one ?? 0]);
  log.stores.blueprints.setDefault(third, EDITOR);
  log.stores.redecode.step([two ?? 0]);
  t.same(values(log), [2, 6]);
  store([1]);
  t.same(values(log), [2, 6, 9], 'and uplinks go on');
});

t.test('the newest messages of the endpoints that a blueprint decodes, with their calibration', async t => {
  const { log, store } = scene(t, 4);
  const { model, blueprint } = addModel(log);
  const other = addModel(log, 'Other', spec(3, '70b3d56770ff0003'));
  assign(log, 1, { model, calibration: '{"gain":2}' });
  assign(log, 2, { model: other.model, pin: null });
  assign(log, 3, { typeEui: '70b3d56770ff0001' });
  store([1, 2, 3, 4, 1, 2, 3, 4]);
  const newest = (uuid: string, most = 50) =>
    complete(log.stores.messages.newestDecodedBy(1, uuid, most)).map(({ message, calibration }) => [
      ...[message.seq, message.endpoint, calibration],
    ]);
  t.same(newest(blueprint), [
    [7, 3, undefined],
    [5, 1, { gain: 2 }],
    [3, 3, undefined],
    [1, 1, { gain: 2 }],
  ]);
  t.same(newest(blueprint, 2).length, 2);
  t.same(
    newest(other.blueprint).map(([seq]) => seq),
    [6, 2],
  );
  t.same(newest(addVersion(log, model, spec(2))), [], 'of a version that is none’s');
});

t.test('of a device model with more endpoints than are looked up one by one', async t => {
  const { log, store } = scene(t);
  const { model, blueprint } = addModel(log);
  assign(log, 1, { model });
  const silent = log.db.prepare(
    "INSERT INTO endpoint (id, org, eui, name, ep_class, device_model, created_at, updated_at) VALUES (?, 1, ?, '', 'Z', ?, 0, 0)",
  );
  for (let id = 1000; id < 1600; id++) silent.run(id, `fe00000000${id.toString(16).padStart(6, '0')}`, model);
  store(Array.from({ length: 300 }, (_, at) => 1 + (at % 3)));
  const own = Array.from({ length: 100 }, (_, at) => 298 - 3 * at);
  const newest = complete(log.stores.messages.newestDecodedBy(1, blueprint, 1000));
  t.same(
    newest.map(({ message }) => message.seq),
    own,
  );
  const descending = { by: 'time', descending: true } as const;
  for (const query of [
    { org: 1, deviceModel: model },
    { org: 1, endpoint: [1, 5000] },
  ]) {
    const { rows } = log.stores.messages.page(query, descending, 1000);
    t.same(
      rows.map(({ seq }) => seq),
      own,
    );
    t.equal(log.stores.messages.count(query), 100);
  }
  log.db.exec('UPDATE endpoint SET deleted_at = 1 WHERE id = 1');
  t.equal(log.stores.messages.count({ org: 1, deviceModel: model }), 0, 'endpoints that are there now');
});

t.test('messages of dozens of endpoints, sealed and not', async t => {
  const { log, store } = scene(t, 40);
  store(Array.from({ length: 500 }, (_, at) => 1 + (at % 40)));
  const endpoint = Array.from({ length: 20 }, (_, at) => 2 * (at + 1));
  const query = { org: 1, endpoint };
  const found = log.stores.messages.page(query, { by: 'seq', descending: false }, 1000).rows.map(({ seq }) => seq);
  t.same(
    found,
    Array.from({ length: 250 }, (_, at) => 2 * (at + 1)),
  );
  t.equal(log.stores.messages.count(query), 250);
  t.equal(log.stores.messages.count({ ...query, fromNs: RX + 11n, toNs: RX + 401n }), 195);
});
