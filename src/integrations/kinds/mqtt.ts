import { AHEAD, type KindParts, SINGLE } from './kind.ts';
import { checkTls, tls } from './pem.ts';
import {
  flag,
  level,
  oneOf,
  optionalEui,
  optionalText,
  password,
  text,
  textOr,
  type ValuesOf,
  whole,
} from './setting.ts';
import { SettingsTable } from './table.ts';
import { commandTemplate, eventTemplate, MAX_TOPIC, prefix } from './templates.ts';
import { hostIn, MAX_URL, urlOf } from './urls.ts';

/** A broker in the same process. */
const EMBEDDED = 'embedded://';
const overWeb = urlOf({ schemes: ['ws', 'wss'], path: true, query: true }, 'InvalidBrokerURL');
const overTcp = urlOf({ schemes: ['mqtt', 'mqtts', 'ws', 'wss', 'embedded'] }, 'InvalidBrokerURL');
/** Tokens of clouds are some kilobytes. */
const MAX_PASSWORD = 8192;
const MAX_USERNAME = 1024;
const MAX_PREFIX = 256;
const MAX_CLIENT_ID = 65;

const settings = {
  brokerUrl: text(MAX_URL, (given, at) => {
    if (given === EMBEDDED) return;
    if (/^wss?:/i.test(given)) overWeb(given, at);
    else overTcp(given, at);
  }),
  /** Undefined: made from the installation. */
  clientId: optionalText(MAX_CLIENT_ID),
  username: optionalText(MAX_USERNAME),
  password: password(MAX_PASSWORD),
  ...tls,
  layout: oneOf(['platform', 'acmqtti', 'custom', 'home_assistant']),
  topicPrefix: textOr('mioty', MAX_PREFIX, prefix),
  eventTopic: text(MAX_TOPIC, eventTemplate),
  commandTopic: text(MAX_TOPIC, commandTemplate),
  enableCommands: flag(),
  qos: level([0, 1, 2], 1),
  retain: flag(),
  cleanSession: flag(true),
  keepAliveSeconds: whole(10, 3600, 60),
  protocolVersion: oneOf(['3.1.1', '5']),
  /** Undefined: that of the service center. */
  acEui: optionalEui,
  numericBsEui: flag(),
  /** Topics with the level `v1`, or without it. */
  acmqttiVersion: oneOf(['0.3', '0.1']),
  /** Of the EUIs in topics of the layout acmqtti. */
  euiCase: oneOf(['lower', 'upper']),
  discoveryPrefix: textOr('homeassistant', MAX_PREFIX, prefix),
};

export type MqttSettings = ValuesOf<typeof settings>;

const table = new SettingsTable<MqttSettings>(settings, {
  checked: { payload: oneOf(['json']) },

  check(settings, at) {
    const { brokerUrl, layout, eventTopic, commandTopic, enableCommands, username, protocolVersion } = settings;
    if (brokerUrl === '') at('broker_url').refuse('presence', 'InvalidBrokerURL', { reason: 'it is missing' });
    if (layout === 'custom' && eventTopic === '')
      at('event_topic').refuse('presence', 'InvalidTopicTemplate', { reason: 'the layout custom needs one' });
    if (layout === 'custom' && enableCommands && commandTopic === '')
      at('command_topic').refuse('presence', 'InvalidTopicTemplate', { reason: 'commands need one' });
    if (settings.password !== undefined && username === undefined && protocolVersion === '3.1.1')
      at('username').refuse('presence', 'InvalidArgument', {
        reason: 'to be given with a password, unless the protocol is 5',
      });
    checkTls(settings, at);
  },

  hosts: ({ brokerUrl }) => (brokerUrl === EMBEDDED ? [] : [{ wire: 'broker_url', host: hostIn(brokerUrl) }]),
});

export const mqtt: KindParts<MqttSettings> = {
  settings: table,
  window: 64,
  ahead: AHEAD,
  batch: () => SINGLE,
};
