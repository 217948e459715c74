import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type TestAuthority, testAuthority } from '../peers/certificates.ts';
import { agree, bareCenter, type Script } from './bare-center.ts';

const main = new URL('../../src/cli/program.ts', import.meta.url).href;
const script = `const { run } = await import(${JSON.stringify(main)}); process.exitCode = await run(process.argv.slice(1));`;

function simulate(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const all = ['--input-type=module', '-e', script, 'simulate', 'base-station', ...args];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', text => (out += text));
  child.stderr.on('data', text => (err += text));
  return new Promise(resolve => child.on('close', code => resolve({ code, out, err })));
}

const authority = await testAuthority();

async function bundle(dir: string, from: TestAuthority, commonName: string): Promise<string> {
  const { cert, key } = await from.client(commonName);
  for (const [name, content] of Object.entries({ 'ca.crt': from.ca, 'client.crt': cert, 'client.key': key })) {
    writeFileSync(join(dir, name), content);
  }
  return dir;
}

t.test('the command reports uplinks of the station its certificate names, and prints totals', async t => {
  await using center = await bareCenter(authority);
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const { code, out, err } = await simulate(
    ...[
      '--bundle',
      dir,
      '--port',
      String(center.port),
      '--window',
      '8',
      '--count',
      '50',
      '--payload',
      '0180ff',
      '--json',
    ],
  );
  t.equal(err, '');
  t.equal(code, 0);
  t.match(JSON.parse(out), { sent: 50, acknowledged: 50, lost: 0 });
  t.match(await center.lines[0]?.seen('con'), { bsEui: 0x70b3d59cd0000001n });
  t.match(await center.lines[0]?.seen('ulData'), { epEui: 0xfe0000000000e101n, userData: [1, 128, 255] });
});

t.test('unless told otherwise it sends at the pace of a sensor', async t => {
  await using center = await bareCenter(authority);
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const { code, out } = await simulate(
    ...['--bundle', dir, '--port', String(center.port), '--endpoints', '3', '--duration', '0.2', '--json'],
  );
  t.equal(code, 0);
  t.match(JSON.parse(out), { sent: 1, acknowledged: 1 });
});

t.test('a refused uplink is exit code 1', async t => {
  await using center = await bareCenter(authority, m =>
    m.command === 'ulData' ? { command: 'error', opId: m.opId, code: 71, message: 'no' } : agree(m),
  );
  const dir = await bundle(t.testdir(), authority, 'shared');
  const { code, out } = await simulate(
    ...['--bundle', dir, '--port', String(center.port), '--eui', '70b3d59cd0000001', '--window', '8', '--count', '2'],
  );
  t.equal(code, 1);
  t.match(out, '2 refused');
});

/** Queues a downlink with the number of the uplink, for every window. */
function generous(): Script {
  let lastSc = 0;
  return (m, line) => {
    const { epEui, packetCnt } = m;
    const queue = { epEui, queId: packetCnt, cntDepend: false, userData: [[1, 255]] };
    if (m.command === 'ulData' && m.dlOpen) line.send({ command: 'dlDataQue', opId: --lastSc, ...queue });
    return agree(m);
  };
}
const attached = ['--attach', '--network-key', '000102030405060708090a0b0c0d0e0f'];

t.test('a line per downlink says what became of it', async t => {
  await using center = await bareCenter(authority, generous());
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const usual = ['--bundle', dir, '--port', String(center.port), '--count', '4', '--window', '1', ...attached];
  const { code, out, err } = await simulate(...usual, '--listen-every', '2');
  t.equal(err, '');
  t.equal(code, 0);
  const [station, endpoint] = ['70b3d59cd0000001', 'fe0000000000e101'];
  const lines = out.trim().split('\n');
  t.strictSame(
    lines.slice(0, -1).map(line => line.replace(/^\d\d:\d\d:\d\d/, 'at')),
    [2, 4].flatMap(counter => [
      `at  downlink  ${endpoint}  id ${counter} taken by ${station}`,
      `at  downlink  ${endpoint}  id ${counter} sent by ${station} in the window of #${counter}: 01ff`,
    ]),
  );
  t.match(lines.at(-1), '4 sent, 4 acknowledged');
  const acknowledging = center.lines[0]?.messages.filter(m => m.dlAck).map(m => m.packetCnt);
  t.strictSame(acknowledging, [3]);
});

t.test('downlinks are spoilt as asked, and told to programs', async t => {
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const told = async (...flags: string[]) => {
    await using center = await bareCenter(authority, generous());
    const usual = ['--bundle', dir, '--port', String(center.port), '--count', '1', '--listen-every', '1', '--json'];
    const { code, out } = await simulate(...usual, ...attached, ...flags);
    t.equal(code, 0);
    const lines = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    return { news: lines.slice(0, -1), totals: lines.at(-1) };
  };
  const lost = await told('--lose-downlinks');
  t.match(lost.news, [{ downlink: 'taken', queId: 1, epEui: 'fe0000000000e101' }, { downlink: 'lost' }]);
  const refused = await told('--refuse-downlinks', '11');
  t.match(refused.news, [{ downlink: 'refused', code: 11, bsEui: '70b3d59cd0000001' }]);
  const vanished = await told('--vanish', 'new');
  t.match(vanished.news, [
    { downlink: 'taken', queId: 1 },
    { downlink: 'dropped', queId: 1 },
  ]);
  t.match(vanished.totals, { sent: 1, acknowledged: 1, reconnects: 1, resumed: 0 });
});

t.test('wrong usage is exit code 2 and says what is missing', async t => {
  const [nothing, noKey] = await Promise.all([simulate(), simulate('--bundle', '.', '--attach')]);
  t.equal(nothing.code, 2);
  t.match(nothing.err, '--bundle');
  t.equal(noKey.code, 2);
  t.match(noKey.err, '--network-key');
  const deaf = await simulate('--bundle', 'x', '--lose-downlinks');
  t.equal(deaf.code, 2);
  t.match(deaf.err, '--listen-every');
});

t.test('with a blueprint the endpoints send its values, and downlinks are told with theirs', async t => {
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const blueprint = join(dir, 'valve.json');
  const payload = [{ name: 'setpoint', size: 16, type: 'int', func: '$/10', unit: '°C' }];
  const uplink = [{ id: 3, payload: [{ name: 'temperature', size: 8, type: 'int', unit: '°C' }] }];
  const spec = { version: '1', typeEui: '70b3d56770ff0001', uplink, downlink: [{ payload }] };
  writeFileSync(blueprint, JSON.stringify(spec));
  const told = async (...more: string[]) => {
    await using center = await bareCenter(authority, generous());
    const usual = ['--bundle', dir, '--port', String(center.port), '--blueprint', blueprint, '--count', '1'];
    const { code, out, err } = await simulate(...usual, '--listen-every', '1', '--window', '1', ...attached, ...more);
    t.equal(err, '');
    t.equal(code, 0);
    const uplink = await center.lines[0]?.seen('ulData');
    t.match(uplink, { format: 3, userData: [Number] });
    t.ok((uplink?.userData as number[] | undefined)?.every(celsius => celsius >= 17 && celsius <= 25));
    return out.trim().split('\n');
  };
  t.match((await told())[1], 'in the window of #1: 01ff  51.1 °C');
  t.match(JSON.parse((await told('--json'))[1] ?? ''), {
    downlink: 'sent',
    userData: '01ff',
    values: { setpoint: 51.1 },
  });
});

t.test('a blueprint that ships is named by its path, and a wrong one is exit code 2', async t => {
  await using center = await bareCenter(authority);
  const dir = await bundle(t.testdir(), authority, '70b3d59cd0000001');
  const usual = ['--bundle', dir, '--port', String(center.port), '--window', '1', '--count', '1'];
  const { code } = await simulate(...usual, '--blueprint', 'weptech/munia-m/v1.json');
  t.equal(code, 0);
  t.match((await center.lines[0]?.seen('ulData'))?.userData, [0, Number, Number, Number]);
  writeFileSync(join(dir, 'wrong.json'), '{"version": "1",\n  "typeEui": "x", "uplink": [{"payload": []}]}');
  const wrong: [args: string[], said: string][] = [
    [['--blueprint', join(dir, 'wrong.json')], 'wrong.json:2:3: invalid_type_eui: '],
    [['--blueprint', join(dir, 'none.json')], 'none.json: ENOENT'],
    [['--blueprint', 'nobody/nothing/v1.json'], 'nobody/nothing/v1.json: ENOENT'],
    [['--blueprint', 'weptech/munia-m/v1.json', '--format', '7'], 'no such uplink format; those it has: 0'],
    [['--blueprint', 'weptech/munia-m/v1.json', '--payload', '00'], 'exclude each other'],
    [['--format', '7'], '--format needs --blueprint'],
  ];
  for (const [args, said] of wrong) {
    const { code, err } = await simulate(...usual, ...args);
    t.equal(code, 2, said);
    t.match(err, said);
  }
});
