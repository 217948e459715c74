import type { KindParts } from './kind.ts';
import { checkTls, tls } from './pem.ts';
import { flag, oneOf, optionalText, password, text, textOr, type ValuesOf } from './setting.ts';
import { SettingsTable } from './table.ts';
import { hostIn, MAX_URL, urlOf } from './urls.ts';

const MAX_NAME = 256;
const MAX_TOKEN = 4096;
const LINES = 5000;
const LINES_WAIT_MS = 250;

const settings = {
  // The path of the flavour is appended, and the query is ours.
  url: text(MAX_URL, urlOf({ schemes: ['http', 'https'], path: true }, 'InvalidURL')),
  flavour: oneOf(['v2', 'v1', 'v3']),
  org: text(MAX_NAME),
  bucket: text(MAX_NAME),
  database: text(MAX_NAME),
  retentionPolicy: text(MAX_NAME),
  username: optionalText(MAX_NAME),
  password: password(MAX_TOKEN),
  token: password(MAX_TOKEN),
  ...tls,
  measurement: textOr('mioty', MAX_NAME),
  includeRadio: flag(true),
};

export type InfluxSettings = ValuesOf<typeof settings>;

const table = new SettingsTable<InfluxSettings>(settings, {
  events: ['up'],

  check(settings, at) {
    const { url, flavour, bucket, database } = settings;
    if (url === '') at('url').refuse('presence', 'InvalidURL', { reason: 'it is missing' });
    if (flavour === 'v2' && bucket === '') at('bucket').refuse('presence', 'IntegrationConfigRequired');
    if (flavour !== 'v2' && database === '') at('database').refuse('presence', 'IntegrationConfigRequired');
    checkTls(settings, at);
  },

  hosts: ({ url }) => [{ wire: 'url', host: hostIn(url) }],
});

export const influx: KindParts<InfluxSettings> = {
  settings: table,
  // What was written twice is the same point: a batch is repeated as a whole.
  window: 1,
  ahead: LINES,
  batch: () => ({ items: LINES, waitMs: LINES_WAIT_MS }),
};
