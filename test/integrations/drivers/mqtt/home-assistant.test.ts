import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { homeAssistantLayout } from '../../../../src/integrations/drivers/mqtt/home-assistant/layout.ts';
import { measurementOf } from '../../../../src/integrations/drivers/mqtt/home-assistant/units.ts';
import type { Line } from '../../../../src/integrations/drivers/mqtt/layout.ts';
import type { Publication } from '../../../../src/integrations/drivers/mqtt/outbox.ts';
import type { EndpointDescription } from '../../../../src/integrations/endpoints.ts';
import type { Eui } from '../../../../src/kit/eui.ts';
import { turn } from '../../../../src/kit/time/clock.ts';
import { until } from '../../fakes.ts';
import { type AedesBroker, aedesBroker, type Message } from './aedes.ts';
import { entities } from './home-assistant-states.ts';
import { BS, EP, item, ROOT, Sequence, STATUS, scene } from './scene.ts';
import { misfits } from './schema-check.ts';

const schema = JSON.parse(readFileSync(new URL('home-assistant.schema.json', import.meta.url), 'utf8'));
const CONFIG = `homeassistant/device/ws_${EP}/config`;
const AVAILABILITY = `${ROOT}/device/${EP}/availability`;

const endpoint = (epEui: Eui, name = 'Room 12'): EndpointDescription => ({
  ...{ epEui, name, tags: {}, manufacturer: 'sentinum', deviceModel: 'febris-co2', uplinkIntervalSeconds: 600 },
});

const room = { temperature: { value: 21.5, unit: '°C' }, 'door "open"': { value: true }, mode: { value: 'eco' } };
const up = (components: object = room) =>
  item('up', { bsEui: BS }, { components, rssi: -95.2, snr: 7.5, time: '2026-01-20T10:00:00.123456789Z' });

/** A driver that has read what is retained. */
async function settled(
  t: Test,
  broker: AedesBroker,
  endpoints: EndpointDescription[],
  { changes = new Sequence<void>(), retained = 0 } = {},
) {
  const one = scene(t, { brokerUrl: broker.mqtt, layout: 'home_assistant' }, { endpoints, changes });
  await one.open();
  t.match(await broker.messages.next(), { topic: STATUS, text: '{"online":true}' });
  // Behind what is retained.
  for (let read = 0; read < retained; read++) await broker.forwarded.next();
  await one.send(item('test', { epEui: undefined }));
  await broker.messages.next();
  await one.clock.advance(5_000);
  return one;
}

async function config(broker: AedesBroker, t: Test, topic = CONFIG) {
  const message = await broker.messages.next();
  t.equal(message.topic, topic);
  t.ok(message.retain);
  const parsed = JSON.parse(message.text);
  t.same(misfits(parsed, schema), []);
  return parsed;
}

/** What the last state of the endpoint says. */
const stateIn = (messages: readonly Message[]) => {
  const state = messages.findLast(({ topic }) => topic === `${ROOT}/device/${EP}/state`);
  return state && JSON.parse(state.text);
};

const hasMode = ({ messages }: AedesBroker) => stateIn(messages.all).values.mode !== undefined;

const texts = (messages: readonly Message[]) => messages.map(({ topic, text }) => `${topic} ${text}`);

t.test('an endpoint is a device with what it has measured', async t => {
  const broker = await aedesBroker(t);
  const one = await settled(t, broker, [endpoint(EP)]);
  const first = await config(broker, t);
  t.same(Object.keys(first.cmps), ['ws_rssi', 'ws_snr', 'ws_last_seen'], 'before anything was heard of it');
  t.match(first.dev, { ids: [`ws_${EP}`], name: 'Room 12', mf: 'sentinum', mdl: 'febris-co2' });
  t.match(first.cmps.ws_rssi, { enabled_by_default: false, entity_category: 'diagnostic' });
  t.same(texts([await broker.messages.next()]), [`${AVAILABILITY} online`]);
  await one.send(up());
  const station = await config(broker, t, `homeassistant/device/ws_station_${BS}/config`);
  t.equal(station.cmps.connected.device_class, 'connectivity');
  const { dev, cmps, avty } = await config(broker, t);
  t.equal(dev.via_device, `ws_station_${BS}`);
  t.match(avty, [{ t: STATUS }, { t: AVAILABILITY }]);
  t.same(cmps.temperature, {
    ...{ p: 'sensor', name: 'temperature', device_class: 'temperature', unit_of_measurement: '°C' },
    ...{ state_class: 'measurement', expire_after: 1800, unique_id: `ws_${EP}_temperature` },
    state_topic: `${ROOT}/device/${EP}/state`,
    value_template: `{{ value_json['values']["temperature"] | default('') }}`,
  });
  t.match(cmps['door "open"'], { p: 'binary_sensor', value_template: /values'\]\["door \\"open\\""\]/ });
  t.match(cmps.mode, { p: 'sensor', state_class: undefined, unit_of_measurement: undefined });
  const state = await broker.messages.next();
  t.match(state, { topic: `${ROOT}/device/${EP}/state`, retain: true });
  t.match(JSON.parse(state.text), { values: { temperature: 21.5, mode: 'eco' }, rssi: -95.2, time: /^2026/ });
  await one.send(up({ temperature: { value: 22, unit: '°C' } }));
  t.match(await broker.messages.next(), { topic: /state$/ }, 'nothing new is said of the device');
});

t.test('entities of Home Assistant have the values of the last uplinks that had them', async t => {
  const broker = await aedesBroker(t);
  const other = '70b3d56770110002' as Eui;
  const first = await settled(t, broker, [endpoint(EP), endpoint(other)]);
  await first.send(up({ ...room, total: { value: 7 } }));
  const known = () => entities(broker.messages.all, CONFIG);
  t.same(known(), { temperature: '21.5', 'door "open"': 'on', mode: 'eco', total: '7' });
  await first.send(up({ temperature: { value: -3, unit: '°C' }, 'door "open"': { value: false } }));
  t.same(known(), { temperature: '-3', 'door "open"': 'off', mode: 'eco', total: '7' });
  await first.send(up({ total: { value: '9007199254740993' } }));
  t.same(known(), { temperature: '-3', 'door "open"': 'off', mode: 'eco', total: '9007199254740993' });
  await first.send(up({ total: { value: 'overflow' } }));
  t.equal(known().total, 'overflow', 'a text is no state of a number: it becomes a text');
  await first.send(up({}));
  t.equal(known().mode, 'eco', 'nothing is empty by an uplink without values');
  await first.driver.close();

  const state = stateIn(broker.messages.all);
  const second = scene(t, { brokerUrl: broker.mqtt, layout: 'home_assistant' }, { endpoints: [endpoint(EP)] });
  const before = broker.forwarded.all.length;
  await second.open();
  await until(() => broker.forwarded.all.slice(before).includes(`${ROOT}/device/${EP}/state`));
  // It is on its way to the driver, which may get it behind the next uplink.
  for (let degrees = 4; stateIn(broker.messages.all).values.temperature < 4 || !hasMode(broker); degrees++) {
    await second.send(up({ temperature: { value: degrees, unit: '°C' } }));
    await until(() => stateIn(broker.messages.all).values.temperature === degrees);
  }
  t.match(stateIn(broker.messages.all).values, { mode: 'eco', total: 'overflow' }, 'also after a restart');

  const layout = homeAssistantLayout(second.layoutContext({ layout: 'home_assistant' }));
  const retained = { topic: `${ROOT}/device/${EP}/state`, body: Buffer.from(JSON.stringify(state)) };
  const early = layout.publications(up({ temperature: { value: 5, unit: '°C' } }));
  t.same(
    early.map(({ payload }) => JSON.parse(payload).values),
    [{ temperature: 5 }],
  );
  t.ok(layout.beside?.arrived({ ...retained, retained: true, messageId: undefined }));
  const said: Publication[] = [];
  const line: Line = {
    publish: publication => Promise.resolve(void said.push(publication)),
    unsubscribe: () => undefined,
  };
  const over = new AbortController();
  const running = layout.beside?.run(line, over.signal);
  await second.clock.advance(5_000);
  await until(() => said.length > 0);
  t.match(
    JSON.parse(said[0]?.payload ?? '').values,
    { temperature: 5, mode: 'eco' },
    'what was read behind it is in it, too',
  );
  over.abort();
  await t.rejects(running ?? Promise.resolve());
});

t.test('what is retained is read at connect, and only what differs is published', async t => {
  const broker = await aedesBroker(t);
  const other = '70b3d56770110002' as Eui;
  const first = await settled(t, broker, [endpoint(EP), endpoint(other)]);
  for (let count = 0; count < 4; count++) await broker.messages.next();
  await first.send(up());
  for (let count = 0; count < 3; count++) await broker.messages.next();
  await first.driver.close();
  await broker.messages.next();
  const foreign = `homeassistant/device/ws_70b3d56770119999/config`;
  await broker.publish(foreign, JSON.stringify({ o: { name: 'another' }, dev: {}, cmps: {} }), { retain: true });
  await broker.publish(`homeassistant/device/ws_70b3d56770118888/config`, 'no JSON', { retain: true });
  const second = await settled(t, broker, [endpoint(EP), endpoint(other, 'Hall')], { retained: 6 });
  const changed = await config(broker, t, `homeassistant/device/ws_${other}/config`);
  t.equal(changed.dev.name, 'Hall');
  await second.send(up());
  const next = [await broker.messages.next(), await broker.messages.next(), await broker.messages.next()];
  t.match(
    next.map(({ topic }) => topic),
    [/ws_station/, AVAILABILITY, /state$/],
    'the values of before are known',
  );
});

t.test('an endpoint that goes is taken back, and one that comes is told', async t => {
  const broker = await aedesBroker(t);
  const endpoints = [endpoint(EP)];
  const changes = new Sequence<void>();
  const one = await settled(t, broker, endpoints, { changes });
  await broker.messages.next();
  await broker.messages.next();
  const added = '70b3d56770110003' as Eui;
  endpoints.splice(0, 1, endpoint(added, 'new'));
  changes.add();
  await turn();
  await one.clock.advance(1_000);
  t.equal((await config(broker, t, `homeassistant/device/ws_${added}/config`)).dev.name, 'new');
  t.match(await broker.messages.next(), { topic: `${ROOT}/device/${added}/availability`, text: 'online' });
  const gone = [await broker.messages.next(), await broker.messages.next(), await broker.messages.next()];
  t.same(texts(gone), [`${CONFIG} `, `${ROOT}/device/${EP}/state `, `${AVAILABILITY} `]);
  t.ok(gone.every(({ retain }) => retain));
});

t.test('an endpoint that is silent is not available until it is heard again', async t => {
  const broker = await aedesBroker(t);
  const one = await settled(t, broker, []);
  const silent = (change: string) => item('alert', {}, { rule: 'endpoint_silent', change });
  await one.send(silent('opened'));
  t.same(texts([await broker.messages.next()]), [`${AVAILABILITY} offline`]);
  await one.send(silent('resolved'));
  t.same(texts([await broker.messages.next()]), [`${AVAILABILITY} online`]);
  await one.send(silent('raised'));
  t.same(texts([await broker.messages.next()]), [`${AVAILABILITY} offline`]);
  await one.send(item('basestation_offline', { epEui: undefined, bsEui: BS }));
  t.match(await broker.messages.next(), { topic: `homeassistant/device/ws_station_${BS}/config` });
  t.same(texts([await broker.messages.next()]), [`${ROOT}/basestation/${BS}/state OFF`]);
  t.same(await one.send(item('attach')), { kind: 'accepted' });
});

t.test('Home Assistant that starts again is told everything, spread over half a minute', async t => {
  const broker = await aedesBroker(t);
  const count = 60;
  const endpoints = Array.from({ length: count }, (_each, index) =>
    endpoint(`70b3d567701100${(index + 16).toString(16)}` as Eui, `room ${index}`),
  );
  const one = await settled(t, broker, endpoints);
  for (let said = 0; said < 2 * count; said++) await broker.messages.next();
  const before = broker.messages.all.length;
  await broker.publish('homeassistant/status', 'offline');
  await broker.publish('homeassistant/status', 'online');
  const said = () =>
    broker.messages.all.slice(before).flatMap(({ topic }) => (topic.endsWith('/config') ? [topic] : []));
  t.match(await broker.messages.next(), { topic: /config$/ });
  for (let half = 1; half <= count; half++) {
    // What was published before has its acknowledgement then.
    await one.send(item('test', { epEui: undefined }));
    await turn();
    t.equal(said().length, half, 'one in half a second');
    await one.clock.advance(500);
  }
  await one.send(item('test', { epEui: undefined }));
  t.equal(new Set(said()).size, count, 'each once');
});

t.test('units have the class that Home Assistant has for them', async t => {
  t.match(measurementOf('humidity', '%'), { deviceClass: 'humidity', unit: '%' });
  t.match(measurementOf('battery', '%'), { deviceClass: 'battery' });
  t.equal(measurementOf('valve', '%').deviceClass, undefined);
  t.match(measurementOf('co2', 'ppm'), { deviceClass: 'carbon_dioxide' });
  t.match(measurementOf('energy', 'kWh'), { deviceClass: 'energy', stateClass: 'total_increasing' });
  t.same(measurementOf('x', 'furlong'), { unit: 'furlong', stateClass: 'measurement' });
});
