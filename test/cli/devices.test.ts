// Long: for CI and `npm test -- --long`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { csvLine, readCsv } from '../../src/cli/devices/csv.ts';
import { messageLine } from '../../src/cli/devices/follow.ts';
import { endpoints, rowOf } from '../../src/cli/devices/noun.ts';
import { Center } from '../peers/center.ts';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(240_000);

const KEY = '000102030405060708090a0b0c0d0e0f';

t.test('a table is read as spreadsheets write it, each row with its line', async t => {
  t.same(readCsv('\ufeffeui;name\r\n1; a "b" ;\r\n\r\n"2";"c;""d""\ne"\r\n3'), [
    { line: 1, cells: ['eui', 'name'] },
    { line: 2, cells: ['1', 'a "b"', ''] },
    { line: 4, cells: ['2', 'c;"d"\ne'] },
    { line: 6, cells: ['3'] },
  ]);
  t.same(readCsv(''), []);
  t.throws(() => readCsv('a,b\n1,"2'), /line 2: a quote is opened/);
  t.throws(() => readCsv('a,b\n1,"2"3'), /line 2: something stands behind/);
  for (const cells of [
    ['a,b', '"', ' x', ''],
    ['line\nend', "o'k"],
  ]) {
    t.same(readCsv(`h\n${csvLine(cells)}`)[1]?.cells, cells);
  }
});

t.test('what is given of an endpoint is held to what the service is held to', async t => {
  const problems = (eui: string, given: Record<string, string>) =>
    rowOf(endpoints, eui, new Map(Object.entries(given)), [{ id: 'abc1', name: 'M' }]).problems.join('; ');
  t.equal(problems('fe0000000000e101', { name: 'a', class: 'A', network_key: KEY, device_model: '' }), '');
  t.match(problems('1', { class: 'Q' }), /^eui is no EUI.*; class must be one of/);
  t.match(problems('fe0000000000e101', { network_key: '00' }), /network_key is no key, which has 32 hex digits/);
  t.notMatch(problems('fe0000000000e101', { network_key: 'c0ffee' }), /c0ffee/, 'a key that is mistyped is not shown');
  t.match(problems('fe0000000000e101', { suspended: 'maybe', tags: 'x' }), /suspended has to be.*; tags have to be/);
  t.match(problems('fe0000000000e101', { device_model: 'N' }), /names no device model, N/);
  t.match(problems('fe0000000000e101', { latitude: '95', longitude: '1' }), /latitude/);
});

t.test('a message is a line: when, who, what with units, and how it was heard', async t => {
  const message = {
    ...{ epEui: 'fe0000000000e101', epName: 'meter', packetCnt: 7, rssi: -97, receivedAt: '2026-11-24T18:47:27.5Z' },
    ...{ baseStations: [{}, {}], userData: Buffer.from('0a0b', 'hex').toString('base64'), decodeStatus: 'success' },
    ...{ decoded: { temperature: 20.25 }, decodedMeta: { temperature: { unit: '°C' } } },
  };
  const line = (more: object) => messageLine({ ...message, ...more } as never);
  t.equal(line({}), '18:47:27  fe0000000000e101 meter  20.25 °C  (#7, -97.0 dBm, 2 stations)');
  const none = { decoded: undefined, epName: '', baseStations: [{}] };
  t.equal(line({ ...none, decodeStatus: 'none' }), '18:47:27  fe0000000000e101  0a0b  (#7, -97.0 dBm, 1 station)');
  t.match(line({ ...none, decodeStatus: 'failed' }), /0a0b does not decode {2}/);
});

t.test('sensors and stations are added, changed, listed, exported and removed', async t => {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  const run = (args: string[], input = '') => waystation(cwd, args, {}, input);
  await using center = await Center.start({ dir });

  const added = await run(
    ['endpoints', 'add', 'FE-00-00-00-00-00-E1-01', '--name', 'meter', '--class', 'A', '--network-key-file', '-'],
    `${KEY}\n`,
  );
  t.same(added, { code: 0, stdout: 'added fe0000000000e101 meter\n', stderr: '' });
  t.match(await center.api.call('GetEndPoint', { ep_eui: 'fe0000000000e101' }), { nwk_key_set: true, ep_class: 'A' });
  t.match(await run(['endpoints', 'add', 'fe0000000000e101']), { code: 1, stderr: /EndPointEUIExists/ });
  t.match(await run(['endpoints', 'add', 'nothing']), { code: 2, stderr: /An EUI-64 has 16 hex digits/ });
  t.match(await run(['endpoints', 'add', 'fe0000000000e102', '--network-key', KEY]), { code: 2 }, 'no key there');
  t.match(await run(['endpoints', 'set', 'fe0000000000e101', '--name', '', '--tags', 'site=north']), { code: 0 });
  t.match(JSON.parse((await run(['endpoints', 'show', 'fe0000000000e101', '--json'])).stdout), {
    ...{ name: 'fe0000000000e101', epClass: 'A', tags: { site: 'north' } },
  });
  t.match(await run(['base-stations', 'add', '70b3d59cd0000001', '--name', 'roof']), { code: 0 });
  t.match(await run(['base-stations', 'list']), { stdout: /70b3d59cd0000001 +roof +never_connected/ });

  writeFileSync(
    join(cwd, 'bad.csv'),
    'eui,class,tags\nfe0000000000e102,A,\nfe0000000000e1,Q,\nfe0000000000e102,A,\nfe0000000000e101,A,\n',
  );
  const refused = await run(['endpoints', 'import', 'bad.csv']);
  t.equal(refused.code, 1);
  t.match(
    refused.stderr,
    /^line 3: eui is no EUI.*\nline 3: class must.*\nline 4: fe0000000000e102 stands in line 2.*\nline 5: fe0000000000e101 is registered.*\nnothing was stored\n$/,
  );
  t.match(await center.api.call('ListEndPoints', {}), { total_count: 1 });
  const good =
    'EUI,name,network key\nfe0000000000e101,one,\nfe0000000000e102,"two, too",000102030405060708090a0b0c0d0e0f\n';
  t.match(await run(['endpoints', 'import', '-', '--update', '--check'], good), {
    code: 0,
    stdout: /1 new, 1 to change/,
  });
  t.match(await center.api.call('ListEndPoints', {}), { total_count: 1 });
  t.match(await run(['endpoints', 'import', '-', '--update'], good), { stdout: '1 endpoint added, 1 changed\n' });
  t.match(await center.api.call('GetEndPoint', { ep_eui: 'fe0000000000e101' }), { name: 'one', nwk_key_set: true });
  const exported = await run(['endpoints', 'export']);
  t.match(
    exported.stdout,
    /^eui,name,class,.*,tags\nfe0000000000e101,one,A,.*site=north\nfe0000000000e102,"two, too",/,
  );
  t.notMatch(exported.stdout, KEY);
  t.match(await run(['endpoints', 'import', '-', '--update'], exported.stdout), {
    stdout: /0 endpoints added, 2 changed/,
  });

  t.match(await run(['endpoints', 'remove', 'fe0000000000e101']), { code: 1, stderr: /nobody can be asked/ });
  t.match(await run(['endpoints', 'remove', 'fe0000000000e101', 'fe0000000000e1ff', '--yes']), { code: 1 });
  t.match(await center.api.call('ListEndPoints', {}), { total_count: 2 }, 'none goes unless all are known');
  t.match(await run(['endpoints', 'remove', 'fe0000000000e101', '--yes']), { code: 0 });
  t.match(await run(['status']), { code: 0, stdout: /endpoints +0 of 1 active/ });
  t.match(await run(['device-models', 'list']), { code: 0 });
  t.match(await run(['blueprints', 'list']), { code: 0 });
});

const rowsOf = (count: number, name = 'meter') =>
  `eui,name\n${Array.from({ length: count }, (_, n) => `fe00000000${(0x10_0000 + n).toString(16)},${name} ${n}\n`).join('')}`;

t.test('an import that ends in the middle says what is stored, and goes on from there', async t => {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  await using center = await Center.start({ dir, settings: { limits: { endpoints: 3 } } });
  const run = (args: string[], input: string) => waystation(cwd, args, {}, input);
  t.match(await run(['endpoints', 'import', '-'], rowsOf(5)), {
    code: 1,
    stderr:
      /line 5: .*EndPointLimitReached.*; the 3 before it are stored \(3 added, 0 changed\), this one and those behind it are not: the same file with --update goes on\n$/,
  });
  t.match(await center.api.call('ListEndPoints', {}), { total_count: 3 });
  t.match(await run(['endpoints', 'import', '-', '--update'], rowsOf(3, 'other')), {
    code: 0,
    stdout: '0 endpoints added, 3 changed\n',
  });
});

t.test('of two imports of one file at once each line is stored once, and both end well', async t => {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  await using center = await Center.start({ dir });
  const run = () => waystation(cwd, ['endpoints', 'import', '-', '--update', '--json'], {}, rowsOf(60));
  const both = await Promise.all([run(), run()]);
  t.same(
    both.map(({ code, stderr }) => [code, stderr]),
    [
      [0, ''],
      [0, ''],
    ],
  );
  t.match(await center.api.call('ListEndPoints', {}), { total_count: 60 });
});
