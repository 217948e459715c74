import t, { type Test } from 'tap';
import { Decoders } from '../../../src/domain/blueprint/decoders.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { addModel, addVersion, assign, EDITOR, shown, spec } from '../blueprint/log-catalog.ts';
import { type Copy, openLog, populate, T0, type TestLog } from '../message/log-store.ts';

const RX = BigInt(T0) * 1_000_000n;
const SKIPPED = { status: 'skipped', error: 'no_blueprint', value: undefined };

function scene(t: Test, endpoints = 4) {
  const log = openLog(t);
  populate(log, endpoints, 2);
  let packetCnt = 0;
  /** A telegram of an endpoint, its window open. */
  const hear = (endpoint: number, byte: number, over: Partial<Copy> = {}) => {
    packetCnt++;
    const rxNs = RX + BigInt(packetCnt);
    log.receive({ endpoint, packetCnt, rxNs, userData: Buffer.of(byte), ...over });
    return packetCnt;
  };
  const write = <T>(fn: () => T): T => log.db.atomic(fn);
  return { log, hear, write };
}

const rows = ({ db }: TestLog) =>
  db.prepare('SELECT decode_status, decode_error, decoding, decoded, blueprint FROM message ORDER BY seq').all() as {
    decoding: number | null;
  }[];
const events = ({ db }: TestLog) =>
  db
    .prepare(
      "SELECT ep_eui, source_name, data, count FROM event WHERE event_type = 'message.decode_failed' ORDER BY seq",
    )
    .all() as { data: string; count: number }[];

t.test('a message is decoded when its window closes, and what it says is not stored', async t => {
  const { log, hear } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  hear(1, 7);
  hear(2, 8);
  hear(1, 9);
  log.close();
  t.match(shown(log), [
    { status: 'success', error: '', value: 7 },
    SKIPPED,
    { status: 'success', error: '', value: 9 },
  ]);
  const [first, second, third] = rows(log);
  t.match(first, { decode_status: 'success', decode_error: '', decoded: null, blueprint: null });
  t.match(second, { decode_status: 'skipped', decode_error: 'no_blueprint', decoding: null });
  t.equal(first?.decoding, third?.decoding);
  t.equal(events(log).length, 0);
});

t.test('messages keep their order and their places, whatever comes of their payloads', async t => {
  const { log, hear } = scene(t);
  const { model } = addModel(log);
  for (const endpoint of [1, 3]) assign(log, endpoint, { model });
  const order = [1, 1, 2, 3, 2, 2, 1, 4, 3];
  for (const endpoint of order) hear(endpoint, endpoint, endpoint === 3 ? { format: 9 } : {});
  // One that is closed alone leaves the ids behind it where they are.
  log.close();
  const messages = log.stores.messages.after(0, 100);
  t.same(
    messages.map(({ seq, endpoint, packetCnt }) => [seq, endpoint, packetCnt]),
    order.map((endpoint, at) => [at + 1, endpoint, at + 1]),
  );
  t.same(
    shown(log).map(({ status }) => status),
    order.map(endpoint => (endpoint === 1 ? 'success' : endpoint === 3 ? 'failed' : 'skipped')),
  );
  t.equal(log.stores.uplinks.nextDue(), undefined, 'nothing is left open');
});

t.test('each code of a payload that does not decode, with its event in the same transaction', async t => {
  const { log, hear } = scene(t);
  const { model, blueprint } = addModel(log);
  for (const endpoint of [1, 2, 3, 4]) assign(log, endpoint, { model });
  hear(1, 7, { format: 9 });
  hear(2, 7, { format: 1 });
  const packetCnt = hear(3, 7, { userData: Buffer.alloc(0) });
  hear(4, 7, { format: 2 });
  log.close();
  const codes = ['format_not_found', 'encrypted_payload', 'payload_too_short', 'calibration_missing'];
  t.match(
    shown(log),
    codes.map(error => ({ status: 'failed', error, value: undefined })),
  );
  t.same(
    events(log).map(({ data }) => JSON.parse(data).code),
    codes,
  );
  t.same(JSON.parse(events(log)[2]?.data ?? ''), {
    code: 'payload_too_short',
    format: 0,
    blueprintId: blueprint,
    packetCnt,
  });
  t.match(events(log)[2], { source_name: 'meter 3' });
  const [failed] = log.stores.messages.after(0, 1);
  t.match(failed && log.stores.messages.decoded(failed), { blueprint, version: 'first', typeEui: '70b3d56770ff0001' });
});

t.test('an endpoint that fails again and again has one event in a minute, for each code', async t => {
  const { log, hear } = scene(t);
  assign(log, 1, { model: addModel(log).model });
  for (let n = 0; n < 5; n++) hear(1, 7, { format: 9 });
  hear(1, 7, { format: 1 });
  log.close();
  log.stores.events.closeFolds();
  t.same(
    events(log).map(({ count }) => count),
    [5, 1],
  );
});

t.test('a storm of payloads that fail is bounded for each organization', async t => {
  const ENDPOINTS = 255;
  const { log, hear, write } = scene(t, ENDPOINTS);
  const { model } = addModel(log);
  for (let endpoint = 1; endpoint <= ENDPOINTS; endpoint++) assign(log, endpoint, { model });
  write(() => {
    for (const over of [{ format: 9 }, { format: 1 }, { format: 2 }, { userData: Buffer.alloc(0) }]) {
      for (let endpoint = 1; endpoint <= ENDPOINTS; endpoint++) hear(endpoint, 7, over);
    }
  });
  log.close();
  log.stores.events.closeFolds();
  const found = events(log);
  t.equal(found.length, 1001);
  t.match(JSON.parse(found.at(-1)?.data ?? ''), { reason: 'too_many' });
  t.equal(found.at(-1)?.count, 4 * ENDPOINTS - 1000);
  t.ok(shown(log).every(({ status }) => status === 'failed'));
});

t.test('a default blueprint that comes between receiving and closing decodes what is open', async t => {
  const { log, hear, write } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  hear(1, 7);
  log.close();
  const second = addVersion(log, model, spec(10));
  hear(1, 7);
  write(() => log.stores.blueprints.setDefault(second, EDITOR));
  hear(1, 8);
  log.close();
  t.same(
    shown(log).map(({ value }) => value),
    [7, 70, 80],
    'what was decoded before stays as it was',
  );
});

t.test('a pin, another model, a Type EUI and calibration decide from the next close on', async t => {
  const { log, hear } = scene(t);
  const { model, blueprint } = addModel(log);
  const other = addModel(log, 'Other', spec(3, '70b3d56770ff0003'));
  addVersion(log, model, spec(10), true);
  assign(log, 1, { model, pin: blueprint });
  assign(log, 2, { model });
  assign(log, 3, { model: other.model });
  assign(log, 4, { typeEui: '70b3d56770ff0003', calibration: '{"gain":2.5}' });
  for (const endpoint of [1, 2, 3, 4]) hear(endpoint, 2);
  hear(4, 4, { format: 2 });
  log.close();
  t.same(
    shown(log).map(({ value }) => value),
    [2, 20, 6, 6, 10],
  );
  const ids = rows(log).map(({ decoding }) => decoding);
  t.equal(ids[3], ids[4]);
  t.not(ids[2], ids[3], 'calibration makes a decoding of its own');
});

t.test('a telegram whose endpoint is gone or has another EUI by then is decoded as its endpoint says', async t => {
  const { log, hear, write } = scene(t);
  const { model } = addModel(log);
  for (const endpoint of [1, 2]) assign(log, endpoint, { model });
  hear(1, 7);
  hear(2, 8);
  write(() => {
    log.db.exec(`UPDATE endpoint SET deleted_at = ${T0} WHERE id = 1`);
    log.db.exec("UPDATE endpoint SET eui = 'fe0000000000eeee' WHERE id = 2");
    log.stores.uplinks.forget();
  });
  log.close();
  t.match(shown(log), [
    { status: 'success', value: 7 },
    { status: 'success', value: 8 },
  ]);
});

t.test('after a crash between the commits what was open is decoded when it closes', async t => {
  const { log, hear, write } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  hear(1, 7);
  log.reopen();
  const second = addVersion(log, model, spec(2));
  write(() => log.stores.blueprints.setDefault(second, EDITOR));
  log.close();
  t.match(shown(log), [{ status: 'success', value: 14 }]);
});

t.test('a close that is taken back leaves no trace of what it decoded with', async t => {
  const { log, hear, write } = scene(t);
  const first = addModel(log);
  const other = addModel(log, 'Other', spec(5, '70b3d56770ff0005'));
  assign(log, 1, { model: first.model });
  assign(log, 2, { model: other.model });
  hear(1, 7);
  t.throws(() =>
    write(() => {
      log.stores.uplinks.close(T0 + 500, listenedMs(T0 + 500));
      throw new Error('the disk is full');
    }),
  );
  log.stores.uplinks.forget();
  log.stores.events.forget();
  // The next row of `decoding` gets the id that was given before.
  write(() => log.stores.blueprints.setDefault(addVersion(log, first.model, spec(3)), EDITOR));
  hear(2, 7);
  log.close();
  t.same(
    shown(log).map(({ value }) => value),
    [21, 35],
  );
});

t.test('a late copy changes nothing in how its message was decoded', async t => {
  const { log, hear, write } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  const packetCnt = hear(1, 7);
  log.close();
  write(() => log.stores.blueprints.setDefault(addVersion(log, model, spec(9)), EDITOR));
  const rxNs = RX + 1n;
  t.equal(log.receive({ endpoint: 1, packetCnt, rxNs, station: 2, userData: Buffer.of(7) }), 'late');
  t.match(shown(log), [{ status: 'success', value: 7 }]);
});

t.test('messages stay readable when their blueprint is deleted', async t => {
  const { log, hear, write } = scene(t);
  const { model, blueprint } = addModel(log);
  assign(log, 1, { model });
  hear(1, 7);
  log.close();
  write(() => log.stores.blueprints.remove(blueprint, EDITOR));
  hear(1, 7);
  log.close();
  t.match(shown(log), [{ status: 'success', value: 7 }, SKIPPED]);
  const [message] = log.stores.messages.after(0, 1);
  t.match(message && log.stores.messages.decoded(message), { blueprint, version: 'first' });
});

t.test('a document that cannot be read any more is code internal, told once, and loses nothing', async t => {
  const { log, hear, write } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  assign(log, 2, { model: addModel(log, 'Other', spec(2, '70b3d56770ff0002')).model });
  hear(1, 7);
  hear(2, 7);
  log.close();
  log.db.exec("UPDATE decoded_document SET document = '{' WHERE id = 1");
  log.reopen();
  hear(1, 7);
  hear(2, 7);
  const closed = write(() => log.stores.uplinks.close(T0 + 500, listenedMs(T0 + 500)));
  t.match(closed.decoderFailures, [{ decoding: 1, why: /BlueprintProblem|invalid_json/ }]);
  hear(1, 7);
  t.equal(write(() => log.stores.uplinks.close(T0 + 500, listenedMs(T0 + 500))).decoderFailures, undefined);
  t.same(
    shown(log).map(({ status, error, value }) => [status, error, value]),
    [
      ['failed', 'internal', undefined],
      ['success', '', 14],
      ['failed', 'internal', undefined],
      ['success', '', 14],
      ['failed', 'internal', undefined],
    ],
    'a message that was decoded shows that it cannot be now',
  );
});

t.test('of hundreds of documents those are kept compiled that are used', async t => {
  const { log, hear } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  hear(1, 7);
  log.close();
  const own = rows(log)[0]?.decoding ?? 0;
  let read = 0;
  const decoders = new Decoders({
    uses: id => ({
      ...{ document: id, blueprint: '', version: '', typeEui: '' },
      calibration: undefined,
    }),
    text: () => {
      read++;
      return log.stores.decodings.find(own)?.document;
    },
  });
  const one = Buffer.of(1);
  for (let id = 1; id <= 256; id++) decoders.decode(id, 0, one);
  for (let id = 256; id >= 1; id--) decoders.decode(id, 0, one);
  t.equal(read, 256);
  decoders.decode(257, 0, one);
  decoders.decode(1, 0, one);
  decoders.decode(255, 0, one);
  t.equal(read, 257, 'what was used a short time ago is there');
  t.match(decoders.decode(256, 0, one), { ok: true });
  t.equal(read, 258, 'what was used longest ago has gone');
});

t.test('a decoding whose row is lost is told of once', async t => {
  const decoders = new Decoders({ uses: () => undefined, text: () => undefined });
  for (let n = 0; n < 3; n++) {
    t.equal(decoders.judge(1, 0, Buffer.of(1)).code, 'internal');
    t.match(decoders.decode(1, 0, Buffer.of(1)), { ok: false, code: 'internal' });
  }
  t.equal(decoders.takeFailures().length, 1);
  t.same(decoders.takeFailures(), []);
  t.equal(decoders.blueprintOf(1), '');
});

t.test(
  'what is shown is found under its status: a message that failed shows no values until it is decoded again',
  async t => {
    const { log, hear } = scene(t);
    const { model, blueprint } = addModel(log);
    assign(log, 1, { model });
    hear(1, 7);
    log.close();
    // As by a release with a mistake that this one has not.
    log.db.exec("UPDATE message SET decode_status = 'failed', decode_error = 'expression_error'");
    const [message] = log.stores.messages.after(0, 1);
    t.match(message && log.stores.messages.decoded(message), {
      ...{ status: 'failed', error: 'expression_error', values: undefined, blueprint, shown: [] },
    });
  },
);

t.test(
  'the Type EUI of a message: that of the document, unless no device has it, else that of its endpoint',
  async t => {
    const { log, hear } = scene(t);
    const placeholder = addModel(log, 'Other', spec(2, 'ffffffffffffffff'));
    assign(log, 1, { model: addModel(log).model });
    assign(log, 2, { pin: placeholder.blueprint, typeEui: '70b3d56770ff0009' });
    assign(log, 3, { typeEui: '70b3d56770ff0008' });
    for (const endpoint of [1, 2, 3, 4]) hear(endpoint, 7);
    log.close();
    t.same(
      log.stores.messages.after(0, 9).map(message => log.stores.messages.decoded(message).typeEui),
      ['70b3d56770ff0001', '70b3d56770ff0009', '70b3d56770ff0008', ''],
    );
  },
);

t.test('a telegram of a foreign MAC is not decoded', async t => {
  const { log } = scene(t);
  addModel(log);
  log.stores.uplinks.receiveMac({
    ...{ macType: 1, crc: 1, userData: Buffer.of(7), arrivedAt: T0 },
    reception: { station: 1, opId: 1, rxTime: RX, snr: 1, rssi: -90 },
    progress: { session: 0, lastBs: 0, doneBs: 0 },
  });
  log.close();
  t.match(shown(log), [SKIPPED]);
});

t.test('failures in a row are counted, and found again after a crash; another success ends them', async t => {
  const { log, hear } = scene(t);
  const { model } = addModel(log);
  assign(log, 1, { model });
  const failures = () => {
    const { failures } = log.db.prepare('SELECT failures FROM endpoint_heard WHERE endpoint = 1').get() as {
      failures: number;
    };
    return failures;
  };
  for (let n = 0; n < 3; n++) hear(1, 7, { format: 9 });
  log.close();
  t.equal(failures(), 3);
  log.reopen();
  hear(1, 7, { format: 9 });
  log.close();
  t.equal(failures(), 4);
  hear(1, 7);
  log.close();
  t.equal(failures(), 0);
});
