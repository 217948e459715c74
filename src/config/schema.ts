import { packaged } from '../kit/program.ts';
import { alertRules } from './alerts.ts';
import {
  computed,
  contacts,
  eui,
  flag,
  flagOrAuto,
  follows,
  fraction,
  host,
  list,
  MASTER_KEY_CREDENTIAL,
  mailAddress,
  mailAddresses,
  numbers,
  oneOf,
  path,
  port,
  type Setting,
  secret,
  secretUrl,
  someOf,
  targets,
  text,
  timesOfDay,
  webAddress,
  whole,
  withoutDefault,
} from './kinds.ts';

/** Settings by key; sections nest. */
export interface Section {
  readonly [key: string]: Section | Setting<unknown>;
}

type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : Values<S[K]> };

/** The effective configuration, with the keys of the file: every default filled in, every path absolute. */
export type Config = Values<typeof schema>;

export type DeepPartial<T> = {
  readonly [K in keyof T]?:
    | (T[K] extends readonly unknown[] | string | number | boolean | undefined ? T[K] : DeepPartial<T[K]>)
    | undefined;
};

const anyAddress = (about: string) =>
  computed(host(about, '::'), ':: or 0.0.0.0 where there is no IPv6', machine =>
    machine.addresses.some(address => address.includes(':')) ? '::' : '0.0.0.0',
  );

const tls = (minVersion: '1.2' | '1.3', peer: string) => ({
  cert: path('Certificate chain (PEM) in place of the generated server certificate.', undefined),
  key: path('Private key (PEM) of that certificate.', undefined),
  ca: path(`Certificates (PEM) that ${peer} certificates are checked against, in place of the own CA.`, undefined),
  min_version: oneOf('Oldest TLS version that is accepted.', ['1.2', '1.3'], minVersion),
  bind_certificate: flag(`The EUI in the certificate of the ${peer} must be the one it connects with.`, true),
});

const provider = (protocol: string) => ({
  enabled: flag(`Users may sign in by ${protocol}.`, false),
  client_id: withoutDefault(text('How the provider calls this service center.', undefined), 'none'),
  client_secret: secret('What this service center shows to the provider.'),
  scopes: list('What the provider is asked for.', ['openid', 'profile', 'email']),
  label: text('What the sign-in page calls it.', protocol),
  auto_redirect: flag('Lead to the provider without asking.', false),
  create_users: flag('Who signs in for the first time gets an account.', false),
  domains: list('Domains of e-mail addresses that may sign in; none: all.', []),
  link_by_email: flag('Join an account that has a password by its verified e-mail address.', false),
  trust_email: flag('Take e-mail addresses as verified although the provider does not say so.', false),
  organization_claim: withoutDefault(text('Claim with the external id of the organization.', undefined), 'none'),
  role: oneOf('Role of an account that is created.', ['viewer', 'operator', 'admin'], 'viewer'),
  ca_file: path('Certificates (PEM) that the provider is checked against, beside the public ones.', undefined),
});

/** Every suite of TLS 1.3 has its name from there; all of them are AEAD, as are those of TLS 1.2 below (SCACI 1). */
export const TLS_1_3_SUITES = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
] as const;

/** Every setting there is: the types, the checks, the example file and the names of environment variables come from here. */
export const schema = {
  data_dir: path(
    'Folder of the database, the keys and the snapshots. A relative one starts at the working directory. When installed: /var/lib/waystation.',
    packaged ? '/var/lib/waystation' : './data',
  ),
  log: {
    level: oneOf('How much is logged.', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    format: withoutDefault(
      oneOf('Lines for people or JSON for machines.', ['pretty', 'json'], undefined),
      'pretty on a terminal, else json',
    ),
  },
  auth: {
    enabled: flag('Enterprise edition: users, organizations, tokens.', false),
    access_token_s: whole('Life of an access token, seconds.', 900, { max: 3600 }),
    refresh_token_s: whole('A session that was not used for so long ends, seconds.', 86_400),
    refresh_absolute_s: whole('Every session ends after so long, seconds; not below refresh_token_s.', 2_592_000),
    issuer: withoutDefault(text('Issuer named in access tokens.', undefined), 'sc: and the EUI of the service center'),
    local_login: flag('Users may sign in with a password kept here.', true),
    login_notice: withoutDefault(text('Text shown on the sign-in page.', undefined), 'none'),
    password: {
      min_length: whole('Characters that a password has at least.', 10, { min: 8, max: 128 }),
      deny_common: flag('Refuse passwords that many people use.', true),
    },
    totp: {
      required: flag('Users with a password must have a second factor, and can do nothing else before.', false),
    },
    registration: {
      mode: oneOf(
        'Whether people may register: each with an organization of its own, as viewers of the default one, or after approval.',
        ['off', 'own_organization', 'join_default', 'approval'],
        'off',
      ),
      domains: list('Domains of e-mail addresses that may register; none: all.', []),
    },
    oidc: {
      ...provider('OpenID Connect'),
      issuer: withoutDefault(text('Address of the provider, such as https://login.example.org.', undefined), 'none'),
    },
    oauth2: {
      ...provider('OAuth 2.0'),
      authorize_url: withoutDefault(text('Page of the provider that people sign in at.', undefined), 'none'),
      token_url: withoutDefault(text('Address that gives tokens for codes.', undefined), 'none'),
      userinfo_url: withoutDefault(text('Address that tells who has a token.', undefined), 'none'),
    },
  },
  admin: {
    email: withoutDefault(mailAddress('First administrator; read only while there is no user.', undefined), 'none'),
    password: secret('Password of the first administrator; read only while there is no user.'),
  },
  organizations: {
    self_service: flag('Every user may create organizations.', false),
  },
  org_enforcement_enabled: follows(flag('Callers see only what belongs to their organization.', false), 'auth.enabled'),
  service_center: {
    eui: eui('EUI-64 of this service center.', 'random, locally administered, kept in the database'),
    name: computed(text('Name told to base stations and clients.', ''), 'host name', machine => machine.hostName),
    vendor: text('Vendor told to base stations and clients.', 'Waystation'),
    model: computed(text('Model told to base stations and clients.', ''), 'platform', machine => machine.platform),
  },
  master_key_file: computed(
    path('Key (32 bytes) that encrypts all other secrets. Made at first start when there is none.', ''),
    'systemd credential waystation.master-key, else master.key',
    machine => machine.credential(MASTER_KEY_CREDENTIAL) ?? 'master.key',
  ),
  bssci_host: anyAddress('Address that base stations connect to.'),
  bssci_port: port('Port that base stations connect to; 0 takes any free port, here and below.', 5000),
  bssci_tls: tls('1.2', 'base station'),
  bssci: {
    register_unknown: flag(
      'Register a base station with a valid certificate when it connects for the first time.',
      false,
    ),
    handshake_s: whole('Longest TLS handshake, seconds.', 30),
    con_s: whole('Longest wait for the first message after the handshake, seconds.', 30),
    con_cmp_s: whole('Longest wait for the end of the connect, seconds.', 30),
    write_stall_s: whole('A connection that takes no data for so long is closed, seconds.', 10),
    ping_s: whole('Ping a base station that was silent for so long, seconds.', 30),
    dead_s: whole('Close the connection of a base station that was silent for so long, seconds.', 60),
    ping_answer_s: whole('Longest wait for the answer to a ping, seconds.', 30),
    status_first_s: whole('First status request after a connect, seconds.', 5),
    status_s: whole('Time between status requests, seconds; 0 asks only once.', 60, { min: 0 }),
    answer_s: whole('Longest wait for an answer before an operation counts as timed out, seconds.', 60),
    attach_repeat_s: whole('An attach that is heard again within this time is the same one, seconds.', 300),
    propagate_group: whole('Endpoints announced to a base station at once.', 50),
    propagate_pause_ms: whole('Pause between two such groups, milliseconds.', 100, { min: 0 }),
    session_retention_s: whole('How long a lost session can be resumed, seconds.', 86_400),
    mac_types: numbers(
      'Types of foreign MAC that base stations are to receive, such as 1 for wireless M-Bus; none switches it off.',
      [],
      { min: 0, max: 255 },
    ),
  },
  scaci_host: anyAddress('Address that application centers connect to.'),
  scaci_port: port('Port that application centers connect to.', 5001),
  scaci_tls: {
    ...tls('1.3', 'application center'),
    ciphers: someOf(
      'Cipher suites that are offered. Names that begin with TLS are for TLS 1.3, the others for TLS 1.2.',
      [
        ...TLS_1_3_SUITES,
        'ECDHE-ECDSA-AES128-GCM-SHA256',
        'ECDHE-RSA-AES128-GCM-SHA256',
        'ECDHE-ECDSA-AES256-GCM-SHA384',
        'ECDHE-RSA-AES256-GCM-SHA384',
      ],
    ),
  },
  scaci: {
    enabled: flag('Whether application centers can connect.', true),
    establish_s: whole('Longest time from a TCP connection to the end of its connect, seconds.', 30),
    write_stall_s: whole('A connection that takes no data for so long is closed, seconds.', 10),
    ping_s: whole('Ping an application center that was silent for so long, seconds.', 60),
    ping_answer_s: whole('Longest wait for the answer to a ping, seconds.', 10),
    max_pending: whole('Downlinks that may wait for one application center.', 10_000),
    held_operations: whole(
      'What is held for an application center that is away, in messages; more ends its session.',
      2_000_000,
    ),
    session_retention_s: whole('How long a lost session can be resumed, seconds.', 2_592_000),
    ul_data_tx: flag('Application centers may have base stations transmit uplinks.', true),
    only_registered: flag(
      'Only the application center that registered an endpoint last gets its uplinks and its status; otherwise every one does.',
      false,
    ),
  },
  gateway_host: host('Address of the public API and the web console.', '127.0.0.1'),
  gateway_port: port('Port of the public API and the web console.', 9090),
  gateway_tls: {
    enabled: flagOrAuto('TLS on the public API; auto: with auth.enabled beyond this machine.'),
    cert: path('Certificate chain (PEM) in place of the server certificate.', undefined),
    key: path('Private key (PEM) of that certificate.', undefined),
  },
  gateway: {
    allowed_hosts: list(
      'Further names under which the API may be asked, beside localhost, own addresses and pki.server_names: those of a proxy.',
      [],
    ),
    base_url: withoutDefault(text('Address of the public API as its users see it.', undefined), 'from host and port'),
    trusted_proxies: list('Addresses or networks of proxies whose forwarding headers count.', []),
    reflection: flag('Tell gRPC tools the schema (server reflection), here and at the internal port.', true),
    cors_origins: list('Origins whose web pages may call the API, such as https://example.org.', []),
  },
  security: {
    contact: contacts(
      'Where to report a weakness of this box, as mailto:, https: or tel: addresses; with one /.well-known/security.txt is served.',
    ),
  },
  console: {
    enabled: flag('Serve the web console at / of the public API.', true),
  },
  rest: {
    strict_connections: flag(
      'Refuse devices whose connectionId no connection has, instead of keeping the id as it is.',
      false,
    ),
  },
  core_host: host('Address of the internal gRPC service.', '127.0.0.1'),
  core_port: port('Port of the internal gRPC service.', 50_051),
  core: {
    enabled: flag('Open the port of the internal gRPC service.', true),
    allow_remote: flag('Allow core_host to be an address that other machines reach.', false),
    peer_secret: secret('Shared secret that callers of the internal service must show.'),
  },
  health: {
    host: host('Address of the health pages and metrics.', '127.0.0.1'),
    core_port: port('Port of /health and /metrics of the core.', 8086),
    gateway_port: port('Port of /health of the gateway.', 8087),
  },
  store: {
    path: path('Database file.', 'waystation.db'),
    synchronous: oneOf(
      'full: nothing that was acknowledged is lost at power loss; normal: the last moments may be.',
      ['full', 'normal'],
      'full',
    ),
    engine: oneOf('SQLite library.', ['auto', 'better-sqlite3', 'node:sqlite'], 'auto'),
    low_free_mb: withoutDefault(
      whole('Free disk space below which the oldest delivered messages go, MB; 0: none do.', undefined, { min: 0 }),
      'the smaller of 10 % of the disk and 1024',
    ),
    min_free_mb: withoutDefault(
      whole('Free disk space below which nothing is accepted, MB; 0: only when the disk is full.', undefined, {
        min: 0,
      }),
      'the smaller of 5 % of the disk and 256',
    ),
  },
  backup: {
    dir: path('Folder of the daily snapshots.', 'backups'),
    keep: whole('Daily snapshots to keep; 0 switches them off.', 7, { min: 0 }),
  },
  update: {
    url: withoutDefault(
      webAddress('Web server that has the releases, for waystation update check: signed, so http will do.'),
      'none: releases come by file',
    ),
    auto: oneOf(
      'Which newer releases are asked for by themselves: off tells of them only, security takes those that close a hole, all takes each.',
      ['off', 'security', 'all'],
      'off',
    ),
    window: withoutDefault(
      timesOfDay('Times of day, by the clock of this machine, at which that may begin; may go over midnight.'),
      'any time',
    ),
    defer_days: whole('Days that a release is known before it is taken; one that closes a hole does not wait.', 0, {
      min: 0,
      max: 90,
    }),
    wave_percent: whole(
      'Of all boxes with these settings so many percent take a release, chosen anew for each release; its makers may say fewer.',
      100,
      { min: 1, max: 100 },
    ),
  },
  retention: {
    messages_days: whole('Days that messages are kept; 0 keeps them, here and below.', 90, { min: 0 }),
    events_days: whole('Days that events are kept.', 30, { min: 0 }),
    audit_days: whole('Days that audit and security events are kept.', 730, { min: 0 }),
    alerts_days: whole('Days that resolved alerts are kept.', 365, { min: 0 }),
    value_hours_days: whole(
      'Days that figures of decoded values are kept by the hour, however long their messages are; then by the day.',
      90,
      { min: 0 },
    ),
    figures_days: whole(
      'Days that figures are kept, of traffic and of decoded values, where that is longer than their messages are.',
      1096,
      { min: 0 },
    ),
    max_database_mb: withoutDefault(
      whole(
        'Size of the database above which figures of the long past and the oldest messages go, MB; 0: it may grow.',
        undefined,
        { min: 0 },
      ),
      'the smaller of a quarter of the disk and 2048',
    ),
  },
  alerts: {
    ...alertRules,
    email: {
      host: withoutDefault(
        text('Mail server that takes the notices of alerts; without it none are sent.', undefined),
        'none: no e-mail',
      ),
      port: withoutDefault(
        whole('Port of the mail server.', undefined, { max: 65_535 }),
        'by starttls: 587 required, 465 implicit, 25 none',
      ),
      starttls: oneOf(
        'required: TLS begins with STARTTLS, or nothing is sent; implicit: it begins at once; none: no TLS, for a server on this machine or in a network of its own.',
        ['required', 'implicit', 'none'],
        'required',
      ),
      ca: path(
        'Certificates (PEM) that the mail server is checked against, in place of those of the system.',
        undefined,
      ),
      username: withoutDefault(text('Name to sign in with.', undefined), 'none: no signing in'),
      password: secret('Password to sign in with; some providers want an app password.'),
      from: computed(
        mailAddress('Address that the notices come from; some providers allow only that of the account.', ''),
        'waystation@ and the host name',
        machine => `waystation@${machine.hostName.toLowerCase().replace(/[^a-z0-9.-]+/g, '-') || 'localhost'}`,
      ),
      to: mailAddresses('Addresses that the notices go to.'),
    },
    heartbeat_url: secretUrl(
      'Asked every minute with GET, so that somebody else sees when this box is dead; answers of 200 to 299 are good.',
    ),
  },
  endpoint: {
    activity_window_s: whole('An endpoint heard within this time is active, seconds.', 86_400),
  },
  uplink: {
    reception_window_ms: whole(
      'How long receptions of one telegram by several base stations are collected, milliseconds.',
      500,
      { min: 0, max: 5000 },
    ),
    duplicate_window_s: whole('A telegram that is heard again within this time is a duplicate, seconds.', 300),
  },
  downlink: {
    validity_s: whole('Lifetime of a downlink that names none, seconds.', 86_400),
    hand_over: oneOf(
      'Hand a downlink to the base station when the endpoint listens, or as early as possible.',
      ['window', 'early'],
      'window',
    ),
    max_pending_per_endpoint: whole('Downlinks that may wait for one endpoint.', 100),
    requeue_offline_s: whole(
      'Queue a downlink anew when its base station is gone for so long, seconds; 0 never does.',
      300,
      { min: 0 },
    ),
    sweep_s: whole('Time between two looks for expired downlinks, seconds.', 5),
    rx_query_s: whole('How long the answer to a reception status query is awaited, seconds.', 300),
  },
  integrations: {
    max_age_s: whole(
      'How long messages and events that an integration has not got are kept although room is needed, seconds.',
      604_800,
    ),
    allow_targets: targets(
      'Targets that integrations may reach although they are this host, link-local, multicast or cloud metadata.',
    ),
  },
  mqtt: {
    broker: {
      enabled: flag(
        'A small MQTT broker of its own, for sites without another one; clients sign in with API keys.',
        false,
      ),
      host: host('Address of its port in clear text: keys go over it unprotected.', '127.0.0.1'),
      port: port('Port in clear text.', 1883),
      tls_host: anyAddress('Address of its port with TLS.'),
      tls_port: port('Port with TLS, which shows the server certificate.', 8883),
      max_connections: whole('Clients at a time.', 100, { min: 1, max: 10_000 }),
      max_subscriptions: whole('Subscriptions of one client.', 50, { min: 1, max: 10_000 }),
      max_retained: whole('Topics that have a message for who comes later.', 10_000, { min: 1, max: 1_000_000 }),
    },
  },
  pki: {
    key_type: oneOf('Type of newly made keys.', ['rsa-2048', 'ec-p256'], 'rsa-2048'),
    ca_days: whole('Lifetime of the CA, days.', 7300),
    server_days: whole('Lifetime of server certificates, days.', 397),
    client_days: whole('Lifetime of certificates of base stations and application centers, days.', 3650),
    renew_at: fraction('Renew a server certificate when this part of its lifetime is over.', 0.67, 0.1, 0.95),
    server_names: computed(
      list('Names and addresses in the server certificate: what base stations dial.', []),
      'host name, localhost and all own addresses',
      machine => [...new Set([machine.hostName, 'localhost', ...machine.addresses])],
    ),
  },
  limits: {
    connections: whole('Connections per listener.', 4096),
    handshakes_per_s: whole(
      'TLS handshakes per second and address; ten times as many at once, and unfinished at a time in all.',
      100,
    ),
    connect_frame_bytes: whole('Longest frame of a base station before its connect is complete, bytes.', 65_536, {
      min: 1024,
    }),
    frame_bytes: whole('Longest frame, bytes.', 1_048_576, { min: 1024, max: 67_108_864 }),
    open_operations: whole(
      'Operations of one connection that may wait for our answer before it is no longer read.',
      1024,
    ),
    send_buffer_bytes: whole('Bytes that may wait to be sent on one connection before it is closed.', 4_194_304, {
      min: 65_536,
    }),
    requests_per_s: whole('API requests per second and caller; 0 sets no limit.', 500, { min: 0 }),
    rest_requests_per_s: whole('Requests of the public API per second and API key; 0 sets no limit.', 200, { min: 0 }),
    logins_per_min: whole('Sign-ins with a password per minute and address; 0 sets no limit.', 60, { min: 0 }),
    registrations_per_min: whole('Self-registrations per minute and address; 0 sets no limit.', 10, { min: 0 }),
    refreshes_per_min: whole('Refreshed sessions per minute and address; 0 sets no limit.', 120, { min: 0 }),
    endpoints: whole('Endpoints that may be registered.', undefined, { min: 0 }),
    base_stations: whole('Base stations that may be registered.', undefined, { min: 0 }),
  },
} satisfies Section;

/** Every setting with its key, in the order of the schema. */
export const settings: ReadonlyMap<string, Setting<unknown>> = new Map(flatten(schema, ''));

/** Name of the environment variable of a key. */
export function variableOf(key: string): string {
  return `PLATFORM_${key.toUpperCase().replaceAll('.', '_')}`;
}

export function isSetting(node: Section | Setting<unknown>): node is Setting<unknown> {
  return typeof node.accept === 'function';
}

function flatten(section: Section, prefix: string): [string, Setting<unknown>][] {
  return Object.entries(section).flatMap(([name, node]) =>
    isSetting(node) ? [[prefix + name, node] as [string, Setting<unknown>]] : flatten(node, `${prefix}${name}.`),
  );
}
