import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { acmqttiLayout } from '../../../../src/integrations/drivers/mqtt/layouts/acmqtti.ts';
import { testAuthority } from '../../../peers/certificates.ts';
import { FORMS, mixedUplinks, understood } from './acmqtti-client.ts';
import { aedesBroker } from './aedes.ts';
import { BS, EP, item, ORG, ROOT, SC, STATUS, scene } from './scene.ts';

const authority = await testAuthority();
const server = { ...(await authority.server()), ca: authority.ca };
const client = await authority.client('box');

t.test('items reach a broker in clear text, with TLS and a client certificate, and over WebSockets', async t => {
  const broker = await aedesBroker(t, server);
  const trusting = { caPem: authority.ca, clientCertPem: client.cert, clientKeyPem: client.key };
  for (const [brokerUrl, steps] of [
    [broker.mqtt, 'resolved allowed tcp signedIn'],
    [broker.mqtts, 'resolved allowed tcp tls signedIn'],
    [broker.ws, 'resolved allowed tcp signedIn'],
  ] as const) {
    const one = scene(t, { brokerUrl, ...trusting });
    await one.open();
    t.equal(one.steps.map(({ name }) => name).join(' '), steps);
    t.match(one.steps.at(-1), { ok: true, detail: /^MQTT 3\.1\.1 as sc-[0-9a-f]{8}, new session$/ });
    t.same(await broker.messages.next(), { topic: STATUS, text: '{"online":true}', qos: 1, retain: true });
    const up = item('up');
    t.same(await one.send(up), { kind: 'accepted' });
    const topic = `${ROOT}/device/${EP}/event/up`;
    t.same(await broker.messages.next(), { topic, text: up.text(), qos: 1, retain: false });
    await one.driver.close();
    t.match(await broker.messages.next(), { topic: STATUS, text: '{"online":false}', retain: true });
    t.same(one.lost.all, []);
  }
  t.same(broker.names, ['box']);
});

t.test(
  'TLS without the certificate that the broker wants, and WebSockets where there are none, are failures',
  async t => {
    const broker = await aedesBroker(t, server);
    await t.rejects(scene(t, { brokerUrl: broker.mqtts, caPem: authority.ca }).open(), { message: /./ });
    await t.rejects(scene(t, { brokerUrl: broker.mqtts }).open(), { message: /certificate/ });
    await t.rejects(scene(t, { brokerUrl: `${broker.ws}/elsewhere` }).open(), { message: /400/ });
    await t.rejects(scene(t, { brokerUrl: broker.mqtt.replace('mqtt', 'ws') }).open(), { message: /./ });
    await t.rejects(scene(t, { brokerUrl: 'amqp://127.0.0.1' }).open(), { message: /no URL of a broker/ });
  },
);

t.test('an item is delivered when the broker acknowledges it, and not before', async t => {
  for (const qos of [1, 2] as const) {
    const held = Promise.withResolvers<() => void>();
    const broker = await aedesBroker(
      t,
      {},
      {
        authorizePublish(_client, { topic }, done) {
          if (topic.endsWith('/up')) held.resolve(() => done(null));
          else done(null);
        },
      },
    );
    const one = scene(t, { brokerUrl: broker.mqtt, qos });
    await one.open();
    let settled = 0;
    const sent = one.send(item('up')).then(outcome => {
      settled++;
      return outcome;
    });
    const take = await held.promise;
    // Another one goes its whole way meanwhile.
    t.same(await one.send(item('attach', { place: 2, deliveryId: 'd-2' })), { kind: 'accepted' });
    t.equal(settled, 0, `QoS ${qos}`);
    take();
    t.same(await sent, { kind: 'accepted' });
  }
});

t.test('the broker says that the box is gone when its connection breaks', async t => {
  const broker = await aedesBroker(t);
  const one = scene(t, { brokerUrl: broker.mqtt });
  await one.open();
  await broker.messages.next();
  broker.cut();
  t.match(await one.lost.next(), { reason: /without a word/ });
  t.match(await broker.messages.next(), { topic: STATUS, text: '{"online":false}', retain: true });
});

t.test('the platform layout has a topic for each event', async t => {
  const broker = await aedesBroker(t);
  const one = scene(t, { brokerUrl: broker.mqtt, retain: true });
  await one.open();
  await broker.messages.next();
  const station = { epEui: undefined, bsEui: BS };
  const CASES = [
    [item('attach'), `${ROOT}/device/${EP}/event/attach`, false],
    [item('downlink_result'), `${ROOT}/device/${EP}/event/downlink_result`, false],
    [item('basestation_online', station), `${ROOT}/basestation/${BS}/event/online`, true],
    [item('basestation_offline', station), `${ROOT}/basestation/${BS}/event/offline`, true],
    [item('basestation_status', station), `${ROOT}/basestation/${BS}/event/status`, false],
    [item('event', { epEui: undefined }, { severity: 'warning' }), `${ROOT}/event/warning`, false],
    [item('alert', { epEui: undefined }, { rule: 'endpoint_silent' }), `${ROOT}/alert/endpoint_silent`, false],
    [item('test', { epEui: undefined }), `${ROOT}/event/test`, false],
    [item('event', {}, { severity: '+/#' }), `${ROOT}/event/%2B%2F%23`, false],
  ] as const;
  for (const [each, topic, retain] of CASES) {
    await one.send(each);
    t.match(await broker.messages.next(), { topic, retain, text: each.text() });
  }
});

t.test('what stations do is not retained unless it is wanted', async t => {
  const broker = await aedesBroker(t);
  const one = scene(t, { brokerUrl: broker.mqtt });
  await one.open();
  await broker.messages.next();
  await one.send(item('basestation_online', { epEui: undefined, bsEui: BS }));
  t.match(await broker.messages.next(), { topic: /event\/online$/, retain: false });
});

t.test('the acmqtti layout speaks as its interface does', async t => {
  const broker = await aedesBroker(t);
  const acEui = 'fca84a00000000ac' as typeof EP;
  const one = scene(t, { brokerUrl: broker.mqtt, layout: 'acmqtti', acEui, numericBsEui: true, enableCommands: true });
  await one.open();
  const own = 'mioty/fc-a8-4a-00-00-00-00-ac';
  const device = `${own}/v1/70-b3-d5-67-70-11-00-01`;
  await broker.messages.next();
  t.match(await broker.messages.next(), { topic: `${own}/version`, text: '0.3', retain: true });
  const reception = { bsEui: 'fedcba9876543210', rssi: -95.2, snr: 7.5, eqSnr: 6.9, rxTime: '1768903200123456789' };
  const extra = {
    ...{ packetCnt: 7, format: 0, data: 'ACkB', baseStations: [reception] },
    components: { t: { value: 21.5, unit: '°C' } },
    device: { epEui: EP, typeEui: 'fca84a0300000001', deviceModel: 'co2', manufacturer: 'sentinum', name: 'Room' },
  };
  await one.send(item('up', {}, extra));
  const uplink = await broker.messages.next();
  t.equal(uplink.topic, `${device}/uplink`);
  t.match(uplink.text, '"bsEui":18364758544493064720,', 'every digit');
  t.match(uplink.text, '"rxTime":1768903200123456789}');
  t.match(JSON.parse(uplink.text), {
    ...{ packetCnt: 7, cnt: 7, data: [0, 41, 1], format: 0, typeEui: 'fca84a0300000001' },
    meta: { name: 'co2', vendor: 'sentinum' },
    components: { t: { unit: '°C', value: 21.5 } },
    baseStations: [{ rssi: -95.2, subpackets: null }],
  });
  await one.send(item('up', {}, { ...extra, duplicate: true }));
  t.equal((await broker.messages.next()).topic, `${device}/uplinkDuplicate`);
  t.same(await one.send(item('attach')), { kind: 'accepted' }, 'what has no topic is passed over');
  await one.send(item('downlink_result', {}, { queId: 4, result: 'sent', packetCnt: 8, txTime: '1', bsEui: BS }));
  const result = await broker.messages.next();
  t.same(
    [result.topic, JSON.parse(result.text)],
    [`${device}/downlinkResult`, { queId: 4, result: 'sent', packetCnt: 8, txTime: '1' }],
  );
  const down = async (body: unknown) => {
    await broker.publish(`${device}/downlink`, JSON.stringify(body));
    return one.commands.next();
  };
  const epEui = '70-b3-d5-67-70-11-00-01';
  t.same(await down({ data: [0, 41, 1], format: 2, prio: 0.5, responseExp: true }), {
    ...{ command: 'down', epEui, retained: false },
    body: { format: 2, prio: 0.5, responseExp: true, data: 'ACkB' },
  });
  t.match(await down({ data: [[1], [2]], packetCnt: [5, 6] }), {
    body: {
      entries: [
        { packetCnt: 5, data: 'AQ==' },
        { packetCnt: 6, data: 'Ag==' },
      ],
    },
  });
  for (const wrong of [{ data: [256] }, { data: [[1]], packetCnt: [1, 2] }, { data: [[1]] }, [], 'x', { data: 'AA==' }])
    t.equal(String((await down(wrong)).body), JSON.stringify(wrong), 'is handed on for its answer');
});

for (const form of FORMS)
  t.test(
    `clients of ACMQTTI ${form.acmqttiVersion} with topics in ${form.euiCase} case understand all uplinks`,
    async t => {
      const broker = await aedesBroker(t);
      const wanted = { brokerUrl: broker.mqtt, layout: 'acmqtti', numericBsEui: true, enableCommands: true } as const;
      const one = scene(t, { ...wanted, ...form });
      await one.open();
      const ownCase = (text: string) => (form.euiCase === 'upper' ? text.toUpperCase() : text);
      const own = `mioty/${ownCase('fc-a8-4a-00-00-00-00-01')}`;
      await broker.messages.next();
      t.match(await broker.messages.next(), { topic: `${own}/version`, text: form.acmqttiVersion, retain: true });
      for (const { item, expected } of mixedUplinks(100)) {
        await one.send(item);
        const { topic, text } = await broker.messages.next();
        t.same(understood(topic, text, form), expected);
      }
      const device = `${own}/${form.acmqttiVersion === '0.1' ? '' : 'v1/'}${ownCase('70-b3-d5-67-70-11-00-01')}`;
      await one.send(item('downlink_result', {}, { queId: 4, result: 'expired' }));
      const { topic, text } = await broker.messages.next();
      t.equal(topic, `${device}/downlinkResult`);
      t.same(JSON.parse(text), { queId: 4, result: 'expired', packetCnt: null, txTime: null });
      await broker.publish(`${device}/downlink`, '{"data":[1]}');
      t.match(await one.commands.next(), { command: 'down', body: { data: 'AQ==' } });
    },
  );

t.test('of 10,000 uplinks of all kinds clients of ACMQTTI understand each, in all four forms of topics', t => {
  const uplinks = mixedUplinks(10_000);
  const { layoutContext } = scene(t, { brokerUrl: 'mqtt://127.0.0.1:9' });
  for (const form of FORMS) {
    const layout = acmqttiLayout(layoutContext({ layout: 'acmqtti', numericBsEui: true, ...form }));
    const misread = uplinks.filter(({ item, expected }) => {
      const [{ topic, payload } = { topic: '', payload: '' }, ...more] = layout.publications(item);
      return more.length > 0 || !isDeepStrictEqual(understood(topic, String(payload), form), expected);
    });
    t.same(misread, [], `${form.acmqttiVersion} ${form.euiCase}`);
  }
  t.end();
});

t.test('the custom layout fills templates, and nothing escapes its level', async t => {
  const broker = await aedesBroker(t);
  const eventTopic =
    '{prefix}/{organization_name}/{ep_name}/{ep_eui_dashed}/{bs_eui}/{type_eui}/{device_model}/x-{event}';
  const one = scene(t, { brokerUrl: broker.mqtt, layout: 'custom', eventTopic, topicPrefix: 'site/1' });
  await one.open();
  t.match(await broker.messages.next(), { topic: `site/1/service-center/${SC}/status` });
  const device = { name: 'a/b+#\u0000 ü\ud800', typeEui: 't', deviceModel: '' };
  await one.send(item('up', {}, { device }));
  t.equal(
    (await broker.messages.next()).topic,
    'site/1/W%C3%A4rme%20%26%20Licht%2FS%C3%BCd/a%2Fb%2B%23%00%20%C3%BC%EF%BF%BD/70-b3-d5-67-70-11-00-01/-/t/-/x-up',
  );
  await one.send(item('{ep_name}', { bsEui: BS }, { device: { name: '{event}' } }));
  t.match((await broker.messages.next()).topic, `/%7Bevent%7D/70-b3-d5-67-70-11-00-01/${BS}/-/-/x-%7Bep_name%7D`);
  const cloud = scene(t, {
    brokerUrl: broker.mqtt,
    layout: 'custom',
    eventTopic: 'devices/d1/messages/{ep_eui}/{event}',
    clientId: 'other',
  });
  await cloud.open();
  await cloud.send(item('up'));
  t.match(await broker.messages.next(), { topic: `devices/d1/messages/${EP}/up` }, 'and says nothing of itself');
  for (const wrong of [
    '/{ep_eui}/{event}',
    '{ep_eui}//{event}',
    '{ep_eui}/{event}/#',
    '+/{ep_eui}/{event}',
    'a\n/{event}',
  ])
    await t.rejects(scene(t, { brokerUrl: broker.mqtt, layout: 'custom', eventTopic: wrong }).open(), {
      message: /event_topic makes no topic/,
    });
  for (const topicPrefix of ['', '/a', 'a/', 'a//b', 'a+', '#'])
    await t.rejects(scene(t, { brokerUrl: broker.mqtt, topicPrefix }).open(), { message: /topic_prefix/ });
});

t.test('AWS IoT and Azure IoT Hub get what their example configurations say', async t => {
  const broker = await aedesBroker(t);
  // Azure: a fixed topic with properties, nothing else may be published, nothing retained.
  const azure = scene(t, {
    brokerUrl: broker.mqtt,
    ...{ layout: 'custom', clientId: 'box-1', cleanSession: false, keepAliveSeconds: 240 },
    eventTopic: 'devices/box-1/messages/events/ep={ep_eui}&bs={bs_eui}&event={event}',
  });
  await azure.open();
  await azure.send(item('up'));
  t.match(await broker.messages.next(), {
    topic: `devices/box-1/messages/events/ep=${EP}&bs=-&event=up`,
    retain: false,
    qos: 1,
  });
  const aws = scene(t, {
    brokerUrl: broker.mqtt,
    layout: 'custom',
    eventTopic: 'mioty/{ep_eui}/{event}',
    clientId: 'thing',
  });
  await aws.open();
  await aws.send(item('up'));
  const { topic } = await broker.messages.next();
  t.equal(topic, `mioty/${EP}/up`);
  t.ok(`${ROOT}/device/${EP}/event/up`.split('/').length - 1 <= 7, 'no more slashes than AWS IoT allows');
  t.equal(ORG.length, 36);
});

t.test('a test ends no connection, and says nothing of the box', async t => {
  const broker = await aedesBroker(t);
  const wanted = { brokerUrl: broker.mqtt, clientId: 'box', enableCommands: true };
  const running = scene(t, wanted);
  await running.open();
  t.match(await broker.messages.next(), { topic: STATUS, text: '{"online":true}' });
  for (const layout of ['platform', 'acmqtti', 'home_assistant'] as const) {
    const one = scene(t, { ...wanted, layout, discoveryPrefix: 'homeassistant' }, { isTest: true });
    await one.open();
    t.match(one.steps.at(-1), { ok: true, detail: 'MQTT 3.1.1 as box-test, new session' });
    const test = item('test', { epEui: undefined });
    t.same(await one.send(test), { kind: 'accepted' });
    t.match(await broker.messages.next(), { topic: /test$/, text: test.text(), retain: false });
    await one.driver.close();
  }
  t.same(await running.send(item('up')), { kind: 'accepted' });
  t.match(await broker.messages.next(), { topic: `${ROOT}/device/${EP}/event/up` });
  t.same(running.lost.all, [], 'what delivers is still connected');
  const filters = broker.subscriptions.flatMap(([client, filter]) => (client === 'box-test' ? [filter] : []));
  t.notOk(
    filters.some(filter => filter.startsWith('homeassistant')),
    'devices are none of its business',
  );
  t.ok(
    filters.some(filter => filter.endsWith('/command/down')),
    'whether it may take commands is a part of it',
  );
});
