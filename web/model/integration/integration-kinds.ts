// Kinds of targets as they are shown, with what each is asked for. Home Assistant is MQTT in a layout of its own.

export const TARGET_KINDS = ['http', 'mqtt', 'home_assistant', 'influx', 'nats'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** The field of the API that has the settings of a kind. */
export type ConfigKind = 'http' | 'mqtt' | 'influx' | 'nats';

export const KIND_ICONS: Readonly<Record<TargetKind, string>> = {
  http: 'webhook',
  mqtt: 'centers',
  home_assistant: 'home',
  influx: 'database',
  nats: 'send',
};

/** Addresses of the broker in this box. */
export const BOX_BROKER = 'embedded://';

export type FieldName =
  | 'url'
  | 'signingSecret'
  | 'allowDownlinkResponse'
  | 'brokerUrl'
  | 'username'
  | 'password'
  | 'clientId'
  | 'clientCertPem'
  | 'clientKeyPem'
  | 'eventTopic'
  | 'topicPrefix'
  | 'discoveryPrefix'
  | 'layout'
  | 'enableCommands'
  | 'org'
  | 'bucket'
  | 'database'
  | 'token'
  | 'servers'
  | 'creds'
  | 'manageStreams'
  | 'caPem'
  | 'insecureSkipVerify';

export interface FieldSpec {
  name: FieldName;
  form: 'text' | 'secret' | 'pem' | 'secret-pem' | 'flag' | 'layout';
  /** Cannot be left empty. */
  needed?: boolean;
  /** Seldom wanted: in a part that is closed at first. */
  more?: boolean;
}

const text = (name: FieldName, more: Partial<FieldSpec> = {}): FieldSpec => ({ name, form: 'text', ...more });
const flag = (name: FieldName): FieldSpec => ({ name, form: 'flag', more: true });
const TLS: readonly FieldSpec[] = [{ name: 'caPem', form: 'pem', more: true }, flag('insecureSkipVerify')];
const CLIENT: readonly FieldSpec[] = [
  { name: 'clientCertPem', form: 'pem' },
  { name: 'clientKeyPem', form: 'secret-pem' },
];
const LOGIN: readonly FieldSpec[] = [text('username'), { name: 'password', form: 'secret' }];
const BROKER = text('brokerUrl', { needed: true });

export interface Preset {
  name: string;
  fields: readonly FieldSpec[];
  /** What the fields begin with, and what is set without being asked for. */
  values?: Partial<Record<FieldName, string | boolean>>;
  fixed?: Readonly<Record<string, string | boolean>>;
  eventTypes?: readonly string[];
  maxPerSecond?: number;
}

/** What a kind may start from; the first is what it starts from unasked. */
export const PRESETS: Readonly<Record<TargetKind, readonly Preset[]>> = {
  http: [
    {
      name: 'service',
      fields: [
        text('url', { needed: true }),
        { name: 'signingSecret', form: 'secret' },
        flag('allowDownlinkResponse'),
        ...TLS,
      ],
    },
    { name: 'nodeRed', fields: [text('url', { needed: true }), ...TLS] },
    { name: 'ntfy', fields: [text('url', { needed: true }), ...TLS], eventTypes: ['alert'] },
  ],
  mqtt: [
    {
      name: 'broker',
      fields: [
        ...[
          BROKER,
          ...LOGIN,
          { name: 'layout', form: 'layout', more: true } as const,
          text('topicPrefix', { more: true }),
        ],
        ...[
          flag('enableCommands'),
          text('clientId', { more: true }),
          ...TLS,
          ...CLIENT.map(of => ({ ...of, more: true })),
        ],
      ],
    },
    {
      name: 'box',
      fields: [flag('enableCommands'), text('topicPrefix', { more: true })],
      fixed: { brokerUrl: BOX_BROKER },
    },
    {
      name: 'aws',
      fields: [
        BROKER,
        text('clientId', { needed: true }),
        ...CLIENT.map(of => ({ ...of, needed: true })),
        text('topicPrefix', { more: true }),
      ],
      values: { brokerUrl: 'mqtts://<endpoint>:8883', clientId: '<thing>' },
      maxPerSecond: 80,
    },
    {
      name: 'azure',
      fields: [
        BROKER,
        text('clientId', { needed: true }),
        ...LOGIN.map(of => ({ ...of, needed: true })),
        text('eventTopic', { needed: true }),
      ],
      values: {
        brokerUrl: 'mqtts://<hub>.azure-devices.net:8883',
        clientId: '<device>',
        username: '<hub>.azure-devices.net/<device>/?api-version=2021-04-12',
        eventTopic: 'devices/<device>/messages/events/ep={ep_eui}&event={event}',
      },
      fixed: { layout: 'custom' },
    },
  ],
  home_assistant: [
    {
      name: 'box',
      fields: [text('discoveryPrefix', { more: true })],
      fixed: { brokerUrl: BOX_BROKER, layout: 'home_assistant' },
    },
    {
      name: 'broker',
      fields: [BROKER, ...LOGIN, text('discoveryPrefix', { more: true }), ...TLS],
      fixed: { layout: 'home_assistant' },
    },
  ],
  influx: [
    {
      name: 'v2',
      fields: [
        text('url', { needed: true }),
        text('org', { needed: true }),
        text('bucket', { needed: true }),
        { name: 'token', form: 'secret' },
        ...TLS,
      ],
      fixed: { flavour: 'v2' },
    },
    {
      name: 'v3',
      fields: [
        text('url', { needed: true }),
        text('database', { needed: true }),
        { name: 'token', form: 'secret' },
        ...TLS,
      ],
      fixed: { flavour: 'v3' },
    },
    {
      name: 'v1',
      fields: [text('url', { needed: true }), text('database', { needed: true }), ...LOGIN, ...TLS],
      fixed: { flavour: 'v1' },
    },
  ],
  nats: [
    {
      name: 'password',
      fields: [text('servers', { needed: true }), ...LOGIN, flag('manageStreams'), flag('enableCommands'), ...TLS],
    },
    {
      name: 'creds',
      fields: [
        text('servers', { needed: true }),
        { name: 'creds', form: 'secret-pem', needed: true },
        flag('manageStreams'),
        flag('enableCommands'),
        ...TLS,
      ],
    },
  ],
};

export const configKind = (kind: TargetKind): ConfigKind => (kind === 'home_assistant' ? 'mqtt' : kind);

/** As it is shown, of what the API says. */
export function targetKind({ kind, layout }: { kind: string; layout: string | undefined }): TargetKind {
  if (kind === 'mqtt' && layout === 'home_assistant') return 'home_assistant';
  return TARGET_KINDS.find(known => known === kind) ?? 'http';
}

/** What gets through unless it is chosen. */
export const USUAL_EVENTS = [
  'up',
  'attach',
  'detach',
  'downlink_queued',
  'downlink_rejected',
  'downlink_result',
] as const;
export const EVENTS = [
  ...USUAL_EVENTS,
  'basestation_online',
  'basestation_offline',
  'basestation_status',
  'event',
  'alert',
] as const;
export type EventName = (typeof EVENTS)[number];
