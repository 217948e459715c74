import t from 'tap';
import { mqtt } from '../../../src/integrations/kinds/mqtt.ts';
import { cases, given, refusal, refused } from './table.ts';

const BROKER = { broker_url: 'mqtts://broker.example:8883' };

t.test('what is left out has its default', async t => {
  t.same(given(mqtt.settings, BROKER), {
    ...{ brokerUrl: 'mqtts://broker.example:8883', clientId: undefined, username: undefined, password: undefined },
    ...{ caPem: undefined, clientCertPem: undefined, clientKeyPem: undefined, insecureSkipVerify: false },
    ...{ layout: 'platform', topicPrefix: 'mioty', eventTopic: '', commandTopic: '', enableCommands: false },
    ...{ qos: 1, retain: false, cleanSession: true, keepAliveSeconds: 60, protocolVersion: '3.1.1', acEui: undefined },
    ...{ numericBsEui: false, acmqttiVersion: '0.3', euiCase: 'lower', discoveryPrefix: 'homeassistant' },
  });
  t.equal(refusal(mqtt.settings, {}), 'InvalidBrokerURL broker_url');
});

t.test('the URL of a broker has a scheme, a host and a port, and no credentials', async t => {
  const bad = 'InvalidBrokerURL';
  const { found, wanted } = cases(mqtt.settings, {}, [
    ['broker_url', 'mqtt://10.1.2.3:1883', 'none'],
    ['broker_url', 'mqtt://[2001:db8::1]:1883', 'none'],
    ['broker_url', 'MQTTS://Broker.example', 'none'],
    ['broker_url', 'wss://broker.example/mqtt?token=1', 'none'],
    ['broker_url', 'ws://broker.example:8080/', 'none'],
    ['broker_url', 'embedded://', 'none'],
    ['broker_url', 'embedded://x@y', bad],
    ['broker_url', '', bad],
    ['broker_url', 'broker.example:1883', bad],
    ['broker_url', 'tcp://broker.example:1883', bad],
    ['broker_url', 'http://broker.example', bad],
    ['broker_url', 'mqtt://', bad],
    ['broker_url', 'mqtt://:1883', bad],
    ['broker_url', 'mqtt://user:word@broker.example', bad],
    ['broker_url', 'mqtt://user@broker.example', bad],
    ['broker_url', 'mqtt://@broker.example', bad],
    ['broker_url', 'wss://user:word@broker.example/', bad],
    ['broker_url', 'mqtt://broker.example:0', bad],
    ['broker_url', 'mqtt://broker.example:65536', bad],
    ['broker_url', 'mqtt://broker.example/path', bad],
    ['broker_url', 'mqtt://broker.example?a=b', bad],
    ['broker_url', 'wss://broker.example/#x', bad],
    ['broker_url', 'mqtt://bro ker.example', bad],
    ['broker_url', 'mqtt://%31%32%37.0.0.1', bad],
    ['broker_url', 'mqtt://a\\@b', bad],
    ['broker_url', 'mqtt://b\u00fccher.example', bad],
    ['broker_url', 'mqtt://broker.example\u0007', 'InvalidArgument'],
    ['broker_url', `wss://broker.example/${'a'.repeat(2048)}`, 'FieldTooLong'],
  ]);
  t.same(found, wanted);
});

t.test('prefixes and templates of topics hold no wildcards, and what a topic needs', async t => {
  const bad = 'InvalidTopicTemplate';
  const topic = 'a/{organization_id}/{ep_eui}/{event}';
  const { found, wanted } = cases(mqtt.settings, BROKER, [
    ['topic_prefix', 'acme/mioty', 'none'],
    ['topic_prefix', '', 'none'],
    ['topic_prefix', '/mioty', bad],
    ['topic_prefix', 'mioty/', bad],
    ['topic_prefix', 'a//b', bad],
    ['topic_prefix', 'a/+', bad],
    ['topic_prefix', 'a#', bad],
    ['topic_prefix', '{ep_eui}', bad],
    ['topic_prefix', 'a'.repeat(257), 'FieldTooLong'],
    ['topic_prefix', 'a\u0000b', 'InvalidArgument'],
    ['discovery_prefix', 'ha', 'none'],
    ['discovery_prefix', 'ha/+', bad],
    ['event_topic', topic, 'none'],
    ['event_topic', '{prefix}/{organization_name}/{bs_eui}/{event}/{ep_name}/{type_eui}/{device_model}', 'none'],
    ['event_topic', 'devices/box/messages/events/ep={ep_eui_dashed}&event={event}', 'none'],
    ['event_topic', 'a/{event}', bad],
    ['event_topic', 'a/{ep_eui}', bad],
    ['event_topic', 'a/{ep_name}/{event}', bad],
    ['event_topic', `${topic}/{secret}`, bad],
    ['event_topic', `${topic}/{}`, bad],
    ['event_topic', `${topic}/{`, bad],
    ['event_topic', `${topic}}`, bad],
    ['event_topic', `${topic}/{{ep_eui}}`, bad],
    ['event_topic', `${topic}/+`, bad],
    ['event_topic', `${topic}/#`, bad],
    ['event_topic', `${topic}${'a'.repeat(1024)}`, 'FieldTooLong'],
    ['command_topic', '{prefix}/{organization_id}/{ep_eui}/down', 'none'],
    ['command_topic', 'a/down', bad],
    ['command_topic', 'a/x{ep_eui}/down', bad],
    ['command_topic', '{ep_eui}/{ep_eui}', bad],
    ['command_topic', '{ep_eui}/{ep_name}', bad],
    ['command_topic', '{ep_eui}/{event}', bad],
    ['command_topic', '{ep_eui}/#', bad],
  ]);
  t.same(found, wanted);
  const custom = { ...BROKER, layout: 'custom' };
  t.equal(refusal(mqtt.settings, custom), 'InvalidTopicTemplate event_topic');
  t.equal(refusal(mqtt.settings, { ...custom, event_topic: topic }), 'none');
  const commands = { ...custom, event_topic: topic, enable_commands: true };
  t.equal(refusal(mqtt.settings, commands), 'InvalidTopicTemplate command_topic');
  t.equal(refusal(mqtt.settings, { ...commands, command_topic: 'c/{ep_eui}' }), 'none');
  t.match(refused(mqtt.settings, { ...BROKER, event_topic: 'a/{nothing}' }).about, {
    reason: /\{nothing\} is none of/,
  });
});

t.test('numbers, words and texts keep to their limits', async t => {
  const { found, wanted } = cases(mqtt.settings, BROKER, [
    ['qos', 0, 'none'],
    ['qos', 2, 'none'],
    ['qos', 3, 'FieldOutOfRange'],
    ['qos', 1.5, 'FieldOutOfRange'],
    ['keep_alive_seconds', 10, 'none'],
    ['keep_alive_seconds', 3600, 'none'],
    ['keep_alive_seconds', 9, 'FieldOutOfRange'],
    ['keep_alive_seconds', 0, 'FieldOutOfRange'],
    ['keep_alive_seconds', 3601, 'FieldOutOfRange'],
    ['layout', 'home_assistant', 'none'],
    ['layout', 'acmqtti', 'none'],
    ['layout', 'ttn', 'InvalidEnumValue'],
    ['acmqtti_version', '0.1', 'none'],
    ['acmqtti_version', '0.2', 'InvalidEnumValue'],
    ['eui_case', 'upper', 'none'],
    ['eui_case', 'UPPER', 'InvalidEnumValue'],
    ['protocol_version', '5', 'none'],
    ['protocol_version', '3.1', 'InvalidEnumValue'],
    ['payload', 'json', 'none'],
    ['payload', 'protobuf', 'InvalidEnumValue'],
    ['ac_eui', '70-B3-D5-67-70-11-00-01', 'none'],
    ['ac_eui', '0000000000000000', 'InvalidEUIFormat'],
    ['ac_eui', '70b3', 'InvalidEUIFormat'],
    ['client_id', 'a'.repeat(65), 'none'],
    ['client_id', 'a'.repeat(66), 'FieldTooLong'],
    ['client_id', 'a\u202eb', 'InvalidArgument'],
    ['username', 'a'.repeat(1025), 'FieldTooLong'],
    ['insecure_skip_verify', true, 'none'],
  ]);
  t.same(found, wanted);
  t.equal(given(mqtt.settings, { ...BROKER, ac_eui: '70-B3-D5-67-70-11-00-01' }).acEui, '70b3d56770110001');
  t.equal(given(mqtt.settings, { ...BROKER, username: 'u', password: ' p ' }).password, ' p ', 'not trimmed');
});

t.test('a password alone needs protocol 5', async t => {
  t.equal(refusal(mqtt.settings, { ...BROKER, password: 'p' }), 'InvalidArgument username');
  t.equal(refusal(mqtt.settings, { ...BROKER, password: 'p', username: 'u' }), 'none');
  t.equal(refusal(mqtt.settings, { ...BROKER, password: 'p', protocol_version: '5' }), 'none');
  t.equal(refusal(mqtt.settings, { ...BROKER, password: 'p'.repeat(8193), username: 'u' }), 'FieldTooLong password');
});

t.test('a broker in the same process is no host', async t => {
  const hosts = (broker_url: string) => mqtt.settings.hosts(given(mqtt.settings, { broker_url }));
  t.same(hosts('embedded://'), []);
  t.same(hosts('mqtt://127.1:1883'), [{ wire: 'broker_url', host: '127.1' }]);
  t.same(hosts('wss://[::1]:443/a'), [{ wire: 'broker_url', host: '[::1]' }]);
});
