import { once } from 'node:events';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { until } from '../../peers/center.ts';
import { measuring } from '../measuring.ts';

t.setTimeout(240_000);

const REFUSED = 422;
const TAKEN = 204;
const LOOPBACK = { integrations: { allow_targets: ['127.0.0.0/8'] } };

/** An integration with so many parked items, and the target that has refused them. */
async function withParked(t: Test, items: number) {
  const scene = await measuring(t, { settings: LOOPBACK });
  const { box } = scene;
  const target = { status: REFUSED, got: 0, held: undefined as ServerResponse[] | undefined };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      target.got++;
      response.statusCode = target.status;
      if (target.held) target.held.push(response);
      else response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  const { json } = await box.post('/api/v2/integrations', {
    ...{ name: 'Hall', kind: 'http', eventTypes: ['up'], http: { url } },
  });
  const one = `/api/v2/integrations/${json.id}`;
  const parked = async () => Number((await box.get(`${one}/parked`)).json.total);
  const park = async (payloads: number) => {
    const before = await parked();
    target.status = REFUSED;
    await scene.send(Array.from({ length: payloads }, () => [1, 1, 65]));
    await until(async () => (await parked()) === before + payloads);
    target.status = TAKEN;
  };
  await park(items);
  return { ...scene, one, target, parked, park };
}

t.test('parked items are sent again once for all calls under one key, and each is told the same', async t => {
  const { box, one, target, parked, park } = await withParked(t, 2);
  const under = { headers: { 'idempotency-key': crypto.randomUUID() } };
  const retry = (body: object = {}, options: object = under) => box.post(`${one}/parked/retry`, body, options);
  t.match(await retry(), { status: 200, json: { sent: 2 }, headers: { 'idempotency-replayed': undefined } });
  await park(1);
  const { got } = target;
  const again = { status: 200, json: { sent: 2 }, headers: { 'idempotency-replayed': 'true' } };
  t.match(await retry(), again);
  t.same([target.got, await parked()], [got, 1], 'nothing was sent');
  t.match(await retry({ places: [] }), { status: 409, token: 'RequestIDReused' });
  const other = { headers: { 'idempotency-key': crypto.randomUUID() } };
  await box.patch(one, { enabled: false });
  t.match(await retry({}, other), { status: 200, json: { sent: 0 } });
  await box.patch(one, { enabled: true });
  t.match(await retry({}, other), { json: { sent: 0 }, headers: { 'idempotency-replayed': 'true' } });
  t.equal(await parked(), 1);
  await box.delete(one);
  t.match(await retry(), again, 'also of what is gone since');
  t.match(await retry({}, {}), { status: 404, token: 'IntegrationNotFound' });
});

t.test(
  'a call waits no longer than twenty seconds for a target, and what that takes later is parked no more',
  async t => {
    const { box, one, target, parked } = await withParked(t, 1);
    const under = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const retry = () => box.post(`${one}/parked/retry`, {}, under);
    const held: ServerResponse[] = [];
    target.held = held;
    const asked = retry();
    await until(() => held.length === 1);
    await box.center.clock.advance(20_000);
    t.match(await asked, { status: 200, json: { sent: 0 } });
    t.match(await retry(), { json: { sent: 0 }, headers: { 'idempotency-replayed': 'true' } });
    t.equal(await parked(), 1);
    target.held = undefined;
    for (const response of held) response.destroy();
    await until(async () => {
      await box.center.clock.advance(1000);
      return (await parked()) === 0;
    });
    t.match(await retry(), { json: { sent: 0 } });
  },
);

t.test('a caller that is gone before the target has taken them finds out under its key', async t => {
  const { box, one, target, parked } = await withParked(t, 1);
  const key = crypto.randomUUID();
  const held: ServerResponse[] = [];
  target.held = held;
  const gone = httpRequest({
    ...{ host: '127.0.0.1', port: box.center.ports.gateway, method: 'POST' },
    path: `${one}/parked/retry?organizationId=${box.organizationId}`,
    headers: { ...box.own, 'content-type': 'application/json', 'idempotency-key': key },
  });
  gone.on('error', () => {});
  gone.end('{}');
  await until(() => held.length === 1);
  gone.destroy();
  // Its request is over for the service center, too.
  await until(() => box.center.log.some(line => /RetryParked/.test(line) && /CANCELLED/.test(line)));
  const retry = () => box.post(`${one}/parked/retry`, {}, { headers: { 'idempotency-key': key } });
  t.match(await retry(), { status: 409, token: 'RequestIDReused', headers: { 'retry-after': /^\d+$/ } });
  target.held = undefined;
  held[0]?.end();
  await until(async () => (await parked()) === 0);
  const answers = [await retry()];
  await until(async () => {
    if (answers.at(-1)?.status === 409) answers.push(await retry());
    return answers.at(-1)?.status !== 409;
  });
  t.match(answers.at(-1), { status: 200, json: { sent: 1 }, headers: { 'idempotency-replayed': 'true' } });
});
