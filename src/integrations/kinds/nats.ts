import { AHEAD, type KindParts, SINGLE } from './kind.ts';
import { checkTls, tls } from './pem.ts';
import { document, flag, oneOf, optionalText, password, secret, textOr, texts, type ValuesOf } from './setting.ts';
import { SettingsTable } from './table.ts';
import { subjectPrefix } from './templates.ts';
import { hostIn, MAX_URL, urlOf } from './urls.ts';

const MAX_SERVERS = 16;
const MAX_NAME = 256;
const MAX_PASSWORD = 4096;
const MAX_CREDS = 16_384;
const MAX_PREFIX = 128;
const SEED = /SU[A-Z2-7]{56}/;
const CREDS =
  /-----BEGIN NATS USER JWT-----\s+[\w.-]+\s+-+END NATS USER JWT-+[\s\S]*-----BEGIN USER NKEY SEED-----\s+SU[A-Z2-7]{56}\s+-+END USER NKEY SEED-+/;

const settings = {
  servers: texts(MAX_SERVERS, MAX_URL, urlOf({ schemes: ['nats', 'tls'] }, 'InvalidBrokerURL')),
  creds: secret(
    document(MAX_CREDS, (given, at) => {
      if (!CREDS.test(given))
        at.refuse('format', 'InvalidArgument', { reason: 'no user JWT and seed as in a .creds file' });
    }),
  ),
  nkeySeed: secret(
    optionalText(MAX_NAME, (given, at) => {
      if (given.replace(SEED, '') !== '')
        at.refuse('format', 'InvalidArgument', { reason: 'no seed of a user, which begins with SU' });
    }),
  ),
  username: optionalText(MAX_NAME),
  password: password(MAX_PASSWORD),
  ...tls,
  subjectPrefix: textOr('mioty', MAX_PREFIX, subjectPrefix),
  manageStreams: flag(),
  msgId: oneOf(['place', 'telegram']),
  enableCommands: flag(),
};

export type NatsSettings = ValuesOf<typeof settings>;

const table = new SettingsTable<NatsSettings>(settings, {
  check(settings, at) {
    const { servers, creds, nkeySeed, username } = settings;
    if (servers.length === 0) at('servers').refuse('presence', 'InvalidBrokerURL', { reason: 'there is none' });
    const ways = { creds, nkey_seed: nkeySeed, username: username ?? settings.password };
    const given = Object.entries(ways).filter(([, value]) => value !== undefined);
    if (given.length > 1)
      at(given[1]?.[0] ?? '').refuse('format', 'MutuallyExclusiveFields', {
        fields: given.map(([name]) => name).join(', '),
      });
    checkTls(settings, at);
  },

  hosts: ({ servers }) => servers.map(url => ({ wire: 'servers', host: hostIn(url) })),
});

export const nats: KindParts<NatsSettings> = {
  settings: table,
  window: 256,
  ahead: AHEAD,
  batch: () => SINGLE,
};
