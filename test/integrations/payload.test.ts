import t from 'tap';
import { deliveryId } from '../../src/integrations/delivery/delivery-id.ts';
import { DeliveryItem } from '../../src/integrations/item.ts';
import { payloadOf, testPayload } from '../../src/integrations/payload.ts';
import { parseUuid } from '../../src/kit/uuid.ts';
import { BS, EP, event, message, notice, up } from './items.ts';

const ORG = '0198c0de-0000-7000-8000-0000000000aa';
const view = {
  deliveryId: '0198c0de-0000-8000-8000-000000000001',
  organizationId: ORG,
  subpackets: false,
  replay: false,
};
const envelope = { v: 1, deliveryId: view.deliveryId, organizationId: ORG };

t.test(
  'an uplink is told whole, best reception first, without parts of receptions that were not asked for',
  async t => {
    const payload = payloadOf(up(184467), view);
    t.strictSame(payload, {
      ...{ v: 1, event: 'up', deliveryId: view.deliveryId, organizationId: ORG, seq: '184467' },
      ...{ messageId: '019bdad8-cfbc-70a5-8000-00000002d093', time: '2026-01-20T10:00:00.123456789Z' },
      device: {
        ...{ epEui: EP, name: 'Room 12', tags: { floor: '2' }, typeEui: 'fca84a0300000001' },
        ...{ deviceModel: 'febris-co2', manufacturer: 'sentinum' },
      },
      ...{ epEui: EP, packetCnt: 1234, format: 0, data: 'ACkB', dataHex: '002901' },
      ...{ rxTime: '1768903200123456789', rxDuration: '250000000', bsEui: BS, snr: 7.5, rssi: -95.2, eqSnr: 6.9 },
      ...{ profile: 'eu1', mode: 'ulp', dlOpen: true, responseExp: false, dlAck: false, duplicate: false },
      baseStations: [
        { bsEui: BS, rxTime: '1768903200123456800', snr: 7.5, rssi: -95.2, eqSnr: 6.9 },
        { bsEui: '0011223344556688', rxTime: '1768903200123456789', snr: 3, rssi: -99 },
      ],
      ...{ decodeStatus: 'success', decoded: { temperature: 21.5, humidity: 48, total: '9007199254740993' } },
      components: {
        temperature: { value: 21.5, unit: '°C' },
        humidity: { value: 48, unit: '%' },
        total: { value: '9007199254740993' },
      },
      ...{ blueprintId: '0198c0de-0000-7000-8000-0000000000bb', blueprintVersion: '1.0' },
    });
    t.notOk(/null|undefined/.test(JSON.stringify(payload)));
  },
);

t.test('parts of receptions are told to who asks for them', async t => {
  const { baseStations } = payloadOf(up(1), { ...view, subpackets: true });
  const [first] = baseStations as { subpackets: unknown }[];
  t.strictSame(first?.subpackets, { snr: [7.1], rssi: [-95.2], frequency: [868_180_000] });
});

t.test('what is not known has no key', async t => {
  const decoded = {
    status: 'skipped',
    error: 'no_blueprint',
    values: undefined,
    shown: [],
    blueprint: '',
    version: '',
  };
  const [first] = message.receptions;
  const bare = up(7, {
    device: undefined,
    decoded: { ...decoded, typeEui: '' },
    stations: new Map(),
    message: {
      ...{ ...message, seq: 7, packetCnt: null, userData: new Uint8Array(), epName: '' },
      receptions: first ? [{ ...first, rxDuration: undefined, snr: Number.NaN }] : [],
    },
  });
  const payload = payloadOf(bare, view);
  const gone = ['packetCnt', 'rxDuration', 'bsEui', 'eqSnr', 'snr', 'profile', 'mode', 'decoded', 'components'];
  for (const key of [...gone, 'blueprintId', 'blueprintVersion', 'replay']) t.notOk(key in payload, key);
  t.match(payload, {
    data: '',
    dataHex: '',
    decodeStatus: 'skipped',
    decodeError: 'no_blueprint',
    device: { epEui: EP },
  });
  t.strictSame(payload.device, { epEui: EP });
  t.strictSame(payload.baseStations, [{ rxTime: '1768903200123456789', rssi: -99 }]);
});

t.test('a name of a value that JavaScript has a meaning for is a name like any other', async t => {
  const values = new Map([['__proto__', 1]]);
  const payload = payloadOf(up(1, { decoded: { ...up(1).decoded, values, shown: [] } }), view);
  t.equal(JSON.stringify(payload.decoded), '{"__proto__":1}');
});

t.test('what happens between uplinks has the keys of its event', async t => {
  const content = { queId: 4711, ref: 'order-17', result: 'sent', txTime: '1768903200123456789', packetCnt: undefined };
  t.strictSame(payloadOf(notice(9, { event: 'downlink_result', bsEui: BS, content }), view), {
    ...{ ...envelope, event: 'downlink_result', seq: '9', time: '2026-01-20T10:00:00.000Z', epEui: EP, bsEui: BS },
    ...{ queId: 4711, ref: 'order-17', result: 'sent', txTime: '1768903200123456789' },
  });
});

t.test('an event stands at the root, under other names where the envelope has them', async t => {
  t.strictSame(payloadOf(event(12), view), {
    ...{ ...envelope, event: 'event', seq: '12', time: '2026-01-20T10:00:00.000Z' },
    ...{ eventId: '0198c0de-0000-7000-8000-0000000000cc', eventType: 'downlink.sent', category: 'downlink' },
    ...{ severity: 'info', title: 'Downlink sent', sourceType: 'endpoint', sourceId: EP, sourceName: 'Room 12' },
    ...{ epEui: EP, storedAt: '2026-01-20T10:00:00.100Z', count: 1 },
    data: { queId: '17', txTime: '1768903200123456789' },
  });
});

t.test('what is asked for again says so, and a test says what it is', async t => {
  for (const item of [up(1), notice(2), event(3)])
    t.equal(payloadOf(item, { ...view, replay: true }).replay, true, item.event);
  t.strictSame(testPayload(view, 1_768_903_200_000), {
    ...{ ...envelope, event: 'test', seq: '0', time: '2026-01-20T10:00:00.000Z', message: 'This is a test.' },
  });
});

t.test('times before 1970 and at a full second keep their nine digits', async t => {
  const at = (rxTime: bigint) => payloadOf(up(1, { message: { ...message, rxTime } }), view).time;
  t.equal(at(0n), '1970-01-01T00:00:00.000000000Z');
  t.equal(at(-1n), '1969-12-31T23:59:59.999999999Z');
});

t.test('a delivery id is always the same, and another one for whatever else is delivered', async t => {
  const by = { installation: 'a', integrationId: 'b' };
  const id = deliveryId(by, 'log', 7);
  t.equal(id, deliveryId({ ...by }, 'log', 7));
  t.equal(id, '719058d8-a172-8fd6-9d85-55070a69c4a6', 'after an update of the service center, too');
  t.equal(parseUuid(id)?.[14], '8');
  t.match(id, /^.{19}[89ab]/);
  const others = [
    deliveryId(by, 'log', 8),
    deliveryId(by, 'events', 7),
    deliveryId({ ...by, installation: 'c' }, 'log', 7),
    deliveryId({ ...by, integrationId: 'c' }, 'log', 7),
  ];
  t.equal(new Set([id, ...others]).size, 5);
});

t.test('a payload is made when a driver asks for it, and once', async t => {
  const to = { installation: 'a', integrationId: 'b', organizationId: ORG, includeSubpackets: true };
  let made = 0;
  const { message: stored, ...rest } = up(7);
  const counted = {
    ...rest,
    get message() {
      made++;
      return stored;
    },
  };
  const item = new DeliveryItem(counted, to, true);
  t.match(item, { stream: 'log', place: 7, event: 'up', epEui: EP, replay: true });
  t.equal(item.storedAt, rest.storedAt);
  t.equal(made, 0);
  t.equal(item.payload, item.payload);
  t.equal(item.text(), JSON.stringify(item.payload));
  t.equal(made, 1);
  t.match(item.payload, { replay: true, deliveryId: deliveryId(to, 'log', 7), organizationId: ORG });
  t.match(item.text(), '"subpackets"');
  t.equal(item.bsEui, BS, 'of the best reception, and not of the first');
  t.equal(new DeliveryItem(notice(1, { bsEui: BS }), to, false).bsEui, BS);
});
