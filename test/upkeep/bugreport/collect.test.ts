import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Config, configFrom } from '../../../src/config/load.ts';
import { isSetting, schema, settings } from '../../../src/config/schema.ts';
import { type Db, openDb } from '../../../src/database/driver.ts';
import { tablesOf } from '../../../src/database/snapshot/snapshot.ts';
import { SimulatedEndpoint } from '../../../src/simulate/endpoint.ts';
import { covered, settingTexts } from '../../../src/upkeep/bugreport/allowed.ts';
import { collect, type LiveFacts } from '../../../src/upkeep/bugreport/collect.ts';
import { archived } from '../../../src/upkeep/bugreport/write.ts';
import { Center, until } from '../../peers/center.ts';
import { METER } from '../../peers/telegrams.ts';

const STATION = '70b3d59cd0000001';
const CENTER = '70b3d59cd00000a1';
const KEY = 'c4a5a7100c4a5a7100c4a5a7100c4a57';
/** What is planted begins so; keys and tokens look like that. */
const canary = (n: number) => `${KEY}${n.toString(16).padStart(8, '0')}`;

function spellings(): string[] {
  const bytes = Buffer.from(KEY, 'hex');
  return [
    KEY,
    KEY.toUpperCase(),
    bytes.toString('latin1'),
    bytes.toString('base64').slice(0, 20),
    [...bytes].join(','),
  ];
}

/** Writes a canary into every text and every blob of every row, whatever table and column there will be. */
function plant(db: Db): string[] {
  const planted: string[] = [];
  db.exec('PRAGMA foreign_keys = OFF');
  db.exec('PRAGMA ignore_check_constraints = ON');
  let n = 0;
  for (const table of tablesOf(db)) {
    const columns = db.prepare('SELECT name, type FROM pragma_table_info(?)').all(table) as {
      name: string;
      type: string;
    }[];
    for (const { name, type } of columns) {
      if (type !== 'TEXT' && type !== 'BLOB') continue;
      const value = type === 'TEXT' ? `'${canary(++n)}'` : `x'${canary(++n)}'`;
      const { changes } = db.prepare(`UPDATE OR IGNORE ${table} SET ${name} = ${value}`).run();
      if (changes > 0) planted.push(`${table}.${name}`);
    }
  }
  const data = {
    ...{
      token: canary(1),
      password: canary(2),
      message: `login https://user:${canary(3)}@host failed`,
      reason: canary(4),
    },
    ...{ epEui: canary(5), opId: canary(6), nested: { key: canary(7) }, code: `x ${canary(8)}`, fields: [canary(9)] },
  };
  db.prepare('UPDATE event SET data = ?').run(JSON.stringify(data));
  return planted;
}

/** A configuration whose every text is a canary, but for those that name folders and hosts. */
function planted(config: Config): Config {
  const copy = structuredClone(config) as unknown as Record<string, unknown>;
  let n = 0;
  for (const [name, { kind, secret }] of settings) {
    const isText = /\b(text|path|URL|mail|list of texts|addresses)\b/.test(kind);
    if (settingTexts.has(name) || (!secret && !isText)) continue;
    const path = name.split('.');
    const last = path.pop() ?? '';
    const section = path.reduce((all, part) => all[part] as Record<string, unknown>, copy);
    section[last] = kind.startsWith('a list of') ? [canary(++n)] : canary(++n);
  }
  t.ok(n > 10, 'there were settings');
  return copy as unknown as Config;
}

const live: LiveFacts = {
  log: [
    JSON.stringify({ level: 30, time: 1, msg: 'rpc', password: canary(1), key: canary(2), data: { token: canary(3) } }),
    JSON.stringify({ level: 30, time: 1, msg: `sent to https://user:${canary(4)}@host/ with key=${canary(5)}` }),
    JSON.stringify({ level: 30, time: 1, msg: 'token: "short-one" and password=short-two' }),
    JSON.stringify({ level: 50, time: 1, msg: 'x', reason: canary(6), bsEui: canary(7), command: canary(8) }),
    JSON.stringify({
      level: 50,
      ...{ time: 1, msg: 'rpc failed' },
      err: { type: 'Error', message: canary(9), stack: `Error: ${canary(10)}\n    at f (/a/b.ts:1:2)\n ${canary(11)}` },
    }),
    `no JSON ${canary(12)}`,
  ],
  metrics: `# HELP waystation_uplinks_total Uplinks\nwaystation_uplinks_total{outcome="new"} 3\nsecret_thing ${canary(13)}\n`,
  health: [
    {
      ...{ name: 'database', healthy: false },
      findings: [{ check: 'database', level: 'fail', text: `mail https://me:${canary(14)}@x`, todo: canary(15) }],
    },
  ],
  ...{ stations: 1, centers: 1, startedAt: 0 },
};

t.test('whatever holds a secret, a report holds none', async t => {
  const dir = join(t.testdir(), 'data');
  const center = await Center.start({ dir });
  const station = await center.baseStation({ bsEui: STATION });
  await center.applicationCenter({ acEui: CENTER });
  const nwkKey = await center.endpoint({ ep_eui: METER, app_key: KEY });
  const meter = new SimulatedEndpoint({ epEui: METER, nwkKey, clock: center.clock });
  await meter.attach([{ station }]);
  await meter.uplink([{ station }]);
  await center.clock.advance(1000);
  await until(async () => (await center.visible()) === 1);
  await center.api.call('GenerateCertificate', { bs_eui: STATION });
  const { raw_key: apiKey } = await center.api.call('CreateApiKey', { api_key: { name: 'Kevin', scopes: ['*'] } });
  const http = { url: 'https://hooks.example/', headers: { Authorization: KEY }, insecure_skip_verify: true };
  await center.api.call('CreateIntegration', { integration: { name: 'Hook', kind: 'http', http } });
  await center.stop();
  const db = openDb(center.database, { engine: 'better-sqlite3', mode: 'upkeep' });
  const columns = plant(db);
  db.close();
  for (const column of [
    'endpoint.nwk_key',
    'endpoint.name',
    'event.data',
    'base_station.name',
    'session.sn_bs_uuid',
    'certificate.private_key',
    'integration.settings',
    'integration.secrets',
    'integration_progress.last_error',
    'meta.value',
    'api_key.hash',
    'api_key.name',
  ])
    t.ok(columns.includes(column), column);
  const config = configFrom({ data_dir: dir, store: { path: center.database } });
  const files = collect({
    config: { ...planted(config), data_dir: dir, store: { ...config.store, path: center.database } },
    ...{ now: 0, versions: { version: '1.0.0' }, live },
    findings: [{ check: 'x', level: 'warn', text: `key ${canary(16)}`, todo: `see https://a:${canary(17)}@b` }],
  });
  for (const [name, text] of files) {
    for (const spelling of spellings()) t.notOk(text.includes(spelling), `none in ${name}`);
    t.notOk(text.includes(apiKey.slice(9)), `no API key in ${name}`);
    t.notMatch(text, /PRIVATE KEY|short-one|short-two|not_readable/, name);
    t.notOk(text.includes(nwkKey.toString('hex')), `no key of an endpoint in ${name}`);
    t.notOk(text.includes(readFileSync(join(dir, 'master.key')).toString('hex')), `no master key in ${name}`);
  }
  t.match(files.get('log.ndjson'), /"msg":"rpc failed","err":\{"type":"Error","frames":\["at f \(\/a\/b.ts:1:2\)"\]\}/);
  t.match(
    files.get('metrics.txt'),
    /^# HELP waystation_uplinks_total.*\nwaystation_uplinks_total\{outcome="new"\} 3\n$/m,
  );
  t.match(files.get('events.ndjson'), /"seq":1,"timestamp_at":/);
  t.match(files.get('configuration.json'), /"bssci_port": 5000/);
  t.match(files.get('database.json'), /"endpoint": 1/);
  t.match(files.get('pki.json'), /"not_after"/);
  const bytes = await archived(files);
  const { unzipSync } = await import('fflate');
  t.same(Object.keys(unzipSync(bytes)), ['README.txt', ...files.keys()]);
});

t.test('of an API key a report tells what happened to it, not what it is called or opens', async t => {
  const lines: string[] = [];
  await using center = await Center.start({ dir: join(t.testdir(), 'data') });
  const asked = { name: 'Kevin', scopes: ['messages:read'] };
  const { api_key, raw_key } = await center.api.call('CreateApiKey', { api_key: asked });
  lines.push(JSON.stringify({ level: 30, time: 1, msg: `refused ${raw_key}`, reason: raw_key, name: raw_key }));
  await center.api.call('DeleteApiKey', { id: api_key?.id ?? '' });
  const config = configFrom({ data_dir: center.dir, store: { path: center.database } });
  const files = collect({ config, now: 0, versions: {}, live: { ...live, log: lines }, findings: [] });
  const text = [...files.values()].join('');
  t.match(
    files.get('events.ndjson'),
    /"event_type":"api_key\.created".*"event_type":"api_key\.deleted"|deleted".*created"/s,
  );
  t.match(files.get('log.ndjson'), /"msg":"refused \*\*\*"/);
  t.notOk(text.includes(raw_key.slice(9)));
  t.notMatch(text, /Kevin/);
});

t.test('a report tells EUIs, times, figures and words of what happened', async t => {
  await using center = await Center.start({ dir: join(t.testdir(), 'data') });
  await using station = await center.baseStation({ bsEui: STATION });
  await center.api.call('UpdateBaseStation', {
    base_station: { bs_eui: STATION, name: 'Roof of the town hall' },
    update_mask: { paths: ['name'] },
  });
  const config = configFrom({ data_dir: center.dir, store: { path: center.database } });
  const files = collect({ config, now: 0, versions: {}, live: undefined, findings: [] });
  const lines = (name: string) =>
    (files.get(name) ?? '')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object);
  t.match(
    lines('events.ndjson').find(event => 'event_type' in event && event.event_type === 'basestation.connected'),
    { bs_eui: STATION, severity: 'info', data: { resumed: false, bidi: true } },
  );
  t.match(lines('base_station.ndjson'), [{ eui: STATION }]);
  t.match(lines('session.ndjson'), [{ state: 'active' }]);
  t.notMatch([...files.values()].join(''), /town hall/);
  t.same(station.complaints, []);
});

t.test('sentences are covered where they may hold a secret, and stay readable', t => {
  t.equal(
    covered('connect to 70b3d59cd0000001 failed after 200 ms'),
    'connect to 70b3d59cd0000001 failed after 200 ms',
  );
  t.equal(covered('mqtt://me:secret@host:1883/x'), '***@host:1883/x');
  t.equal(covered('password=hunter2 rest'), 'password=*** rest');
  t.equal(covered(`key ${KEY}`), 'key ***');
  t.equal(covered('the certificate of bssci ends in 20 days'), 'the certificate of bssci ends in 20 days');
  t.ok(Object.values(schema).some(node => !isSetting(node)));
  t.end();
});
