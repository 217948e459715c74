import { Webhook } from 'standardwebhooks';
import t, { type Test } from 'tap';
import { itemLine } from '../../src/cli/item-lines.ts';
import { type WebhookDelivery, type WebhookOptions, WebhookReceiver } from '../../src/simulate/webhook-receiver.ts';

const SECRET = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
const NOW = Date.UTC(2026, 0, 20, 10, 0, 1, 500);

async function scene(t: Test, options: Partial<WebhookOptions> = {}) {
  const received: WebhookDelivery[] = [];
  const receiver = await WebhookReceiver.start({
    ...{ host: '127.0.0.1', port: 0, secret: undefined, status: 200, delayMs: 0, downlinks: [] },
    now: () => NOW,
    after: (_ms, act) => act(),
    onReceived: one => received.push(one),
    ...options,
  });
  t.teardown(() => receiver[Symbol.asyncDispose]());
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', body, headers });
    return { status: answer.status, text: await answer.text() };
  };
  return { received, post };
}

const about = { 'x-platform-event': 'up', 'x-platform-delivery': 'd1', 'x-platform-attempt': '2' };

t.test('a delivery is taken apart, and known again', async t => {
  const { received, post } = await scene(t);
  t.same(await post('{"event":"up"}', about), { status: 200, text: '' });
  await post('[{"a":1},{"a":2}]', about);
  t.same(received, [
    { event: 'up', deliveryId: 'd1', attempt: 2, items: [{ event: 'up' }], refusal: undefined, repeated: false },
    { event: 'up', deliveryId: 'd1', attempt: 2, items: [{ a: 1 }, { a: 2 }], refusal: undefined, repeated: true },
  ]);
  for (const body of ['nonsense', '7', '[7]', '']) t.equal((await post(body)).status, 401, body);
});

t.test('only what its secret has signed, and of now, is accepted', async t => {
  const { received, post } = await scene(t, { secret: SECRET });
  const signed = (secret: string, at: number, body: string) => ({
    'webhook-id': 'd1',
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': new Webhook(secret).sign('d1', new Date(at), body),
  });
  t.equal((await post('{}', signed(SECRET, NOW, '{}'))).status, 200);
  const other = `whsec_${Buffer.alloc(24, 4).toString('base64')}`;
  const both = signed(SECRET, NOW, '{}');
  const rotated = `${signed(other, NOW, '{}')['webhook-signature']} ${both['webhook-signature']}`;
  t.equal((await post('{}', { ...both, 'webhook-signature': rotated })).status, 200);
  t.equal((await post('{}', signed(other, NOW, '{}'))).status, 401);
  t.equal((await post('{"a":1}', signed(SECRET, NOW, '{}'))).status, 401);
  t.equal((await post('{}', signed(SECRET, NOW - 400_000, '{}'))).status, 401);
  t.equal((await post('{}', { ...both, 'webhook-signature': 'v1,' })).status, 401);
  t.equal((await post('{}')).status, 401);
  t.equal(received.filter(({ refusal }) => refusal === undefined).length, 2);
});

t.test('one that is told to refuse knows nothing again; downlinks are asked for once', async t => {
  const { received, post } = await scene(t, { status: 503, downlinks: [{ epEui: 'x' }] });
  t.equal((await post('{}', about)).status, 503);
  t.same(await post('{}', about), { status: 503, text: '' });
  t.notOk(received[1]?.repeated);
  const asking = await scene(t, { downlinks: [{ epEui: 'x' }] });
  t.equal((await asking.post('{}')).text, '{"downlinks":[{"epEui":"x"}]}');
  t.equal((await asking.post('{}')).text, '');
});

t.test('more than any delivery has is not read', async t => {
  const { received, post } = await scene(t);
  t.equal((await post('x'.repeat(5_000_000)).catch(() => ({ status: 413 }))).status, 413);
  t.same(received, []);
});

t.test('what arrived in one line', async t => {
  const up = {
    ...{ event: 'up', epEui: '70b3d56770110001', packetCnt: 7, dataHex: '0029', rssi: -95.2, snr: 7.5 },
    device: { name: 'Room 12' },
    baseStations: [{}, {}],
  };
  const values = { components: { temperature: { value: 21.5, unit: '°C' }, open: { value: true } } };
  const who = '10:00:01  up  70b3d56770110001 (Room 12)  #7';
  t.equal(itemLine(NOW, { ...up, ...values }), `${who}  temperature 21.5 °C, open true  -95.2 dBm  7.5 dB  2 stations`);
  t.equal(itemLine(NOW, up), `${who}  0029  -95.2 dBm  7.5 dB  2 stations`);
  t.equal(
    itemLine(NOW, { event: 'basestation_offline', bsEui: '0011223344556677', reason: 'timeout' }),
    ['10:00:01  basestation_offline  0011223344556677  reason timeout'].join(''),
  );
  t.equal(itemLine(NOW, { event: 'a\u001b[2Jb', title: { x: 1 } }), '10:00:01  a[2Jb  title {"x":1}');
});
