// Whatever a program can do, a page does too, or it is named here why not.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '../..');

/** What no page calls, by operation, and why; the first row that fits counts. */
const REASONS: readonly (readonly [operations: RegExp, why: string])[] = [
  [
    /^(listAlerts|listApiKeys|createApiKey|getApiKey|deleteApiKey|listEvents|streamEvents|streamMessages|getSystemStatus)$/,
    'REST by the side of an RPC that a page calls',
  ],
  [/^(list|create|get|update|delete)Integrations?$/, 'REST by the side of an RPC that a page calls'],
  [
    /^(Login|Logout|RefreshTokens|ExchangeOIDC|ExchangeOAuth2)$/,
    'signing in goes by /auth/session, which keeps the token from scripts',
  ],
  [/^(createStreamTicket|streamTelemetry)$/, 'for programs that cannot send headers; a page streams by its session'],
  [/^\w+(\.v\d)?\.\w+Service\./, 'another form of operations that have REST, for programs that were made for it'],
  [/^OrganizationsService\./, 'another form of operations that have REST, for programs that were made for it'],
  [
    /^(listConnect(ors|ions)|getConnect(or|ion)|(create|update|delete)Connection)$/,
    'for programs that expect connections; the box has one, its own',
  ],
  [
    /(Device|Sensors?|Sensor[A-Z]\w*|ConnectorKeys|Commands?|Media|DeviceTelemetry\w*|Devices)$|^(list|link|get|send)\w*Device\w*$/,
    'digital devices are for programs; the console shows endpoints',
  ],
  [/(Dashboards?|Widget|WidgetData)$/, 'no page of dashboards yet'],
  [
    /^(Create|Update|Delete|Get|List|SetDefault|Submit)\w*(Blueprint\w*|DeviceModel\w*|Manufacturers?)$/,
    'no page of the catalog yet; waystation blueprint does it',
  ],
  [
    /User|Organization|Member|Org|Profile|Account|Password|OwnSession/,
    'no pages of users and organizations yet; waystation admin does it',
  ],
  [/^(reportRadio|GetActivityAnalytics|GetStatistics)$/, 'no page of the radio yet; waystation report radio prints it'],
  [
    /^(exportAudit|listSubscriptions)$/,
    'no page of the audit and of subscriptions yet; events with category:audit are on the page of events',
  ],
  [/^(getSystemUpdate|requestSystemUpdate)$/, 'no page of updates yet; waystation update does it'],
  [
    /^(DownloadCertificate|GenerateServerCertificates)$/,
    'no page of the server certificates yet; waystation certs does it',
  ],
  [
    /^(ExportBaseStationMessages|SearchBaseStationMessages|StreamBaseStation\w+|GetBaseStationMessage(Stats)?|ListBaseStationActivity)$/,
    'the tab Traffic of a station shows the last lines; search, export and streams of it are not there yet',
  ],
  [/^StreamEndPointEvents$/, 'the timeline of an endpoint asks every ten seconds'],
  [/^(QueryDLRXStatus|GetDLRXStatus(Queries)?)$/, 'asked with a downlink; by itself from no page yet'],
  [/^SendULTransmit$/, 'for tests of a base station, by a program'],
  [/^(GetScaciSession|GetApiKey|getAlert|getSilence)$/, 'the list has every field of one'],
];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** By method and path, parameters without their names: `GET /api/v2/rules/{}`. */
function operations(): Map<string, string> {
  const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as Document;
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId === undefined
          ? []
          : [[`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`, operationId] as const],
      ),
    ),
  );
}

const source = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter(file => /^(data|app|pages)\/.*\.tsx?$/.test(file.replaceAll('\\', '/')))
  .map(file => readFileSync(join(root, 'web', file), 'utf8'));

/** Methods of PlatformService and operations of REST that the console calls. */
function called(): Set<string> {
  const rpcs = source.flatMap(text =>
    [...text.matchAll(/\bclient\s*\.\s*([a-z]\w+)\(/g)].map(
      ([, name = '']) => `POST /platform.api.v1.PlatformService/${name[0]?.toUpperCase()}${name.slice(1)}`,
    ),
  );
  const rests = source.flatMap(text => [
    ...[...text.matchAll(/\brest(?:<[^()]*>)?\(\s*'([A-Z]+)',\s*(path|[`'][^`'?]*)/g)].map(
      ({ 1: method = '', 2: path = '', index }) => `${method} ${pathOf(path, text.slice(0, index))}`,
    ),
    ...[...text.matchAll(/\brestFile\(\s*'([A-Z]+)',\s*([`'][^`'?]*)/g)].map(
      ([, method = '', path = '']) => `${method} ${pathOf(path, '')}`,
    ),
  ]);
  return new Set([...rpcs, ...rests]);
}

/** @param before the text in front of it, where a path that has a name was made */
function pathOf(path: string, before: string): string {
  const made = path === 'path' ? ([...before.matchAll(/const path = ([`'][^`'?]*)/g)].at(-1)?.[1] ?? '') : path;
  return `/api/v2${made.slice(1).replace(/\$\{[^}]*\}/g, '{}')}`;
}

t.test('every call of the console is an operation of the API', async t => {
  const known = operations();
  const wrong = [...called()].filter(operation => !known.has(operation));
  t.same(wrong, []);
});

t.test('every operation is reached from a page, or it is named why not', async t => {
  const reached = called();
  const unreached = [...operations()].filter(([operation]) => !reached.has(operation)).map(([, id]) => id);
  const rows = new Set<RegExp>();
  for (const id of unreached) {
    const row = REASONS.find(([pattern]) => pattern.test(id));
    if (row) rows.add(row[0]);
    else t.fail(`${id} is reached from no page, and no reason is named`);
  }
  for (const [pattern] of REASONS) t.ok(rows.has(pattern), `${pattern} still says something`);
  t.ok(reached.size > 80, 'it sees the calls');
});
