import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { testAuthority } from '../peers/certificates.ts';
import { type Fields, resumed } from './bare-center.ts';
import { agreeTo, bareService, delivery } from './bare-service.ts';

const main = new URL('../../src/main.ts', import.meta.url).pathname;
const authority = await testAuthority();

function simulate(args: readonly string[], input = '') {
  const child = spawn(process.execPath, [main, 'simulate', 'application-center', ...args]);
  let out = '';
  let err = '';
  child.stdout.on('data', text => (out += text));
  child.stderr.on('data', text => (err += text));
  child.stdin.end(input);
  return new Promise<{ code: number | null; out: string; err: string }>(resolve =>
    child.on('close', code => resolve({ code, out, err })),
  );
}

/** A folder as `certs application-center` writes it. */
async function bundle(dir: string, commonName = '70b3d59cd00000a1'): Promise<string> {
  const { cert, key } = await authority.client(commonName);
  for (const [name, content] of Object.entries({ 'ca.crt': authority.ca, 'client.crt': cert, 'client.key': key })) {
    writeFileSync(join(dir, name), content);
  }
  return dir;
}

/** The lines without the time in front. */
const lines = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map(line => line.replace(/^\d\d:\d\d:\d\d {2}/, ''));
const objects = (out: string): Fields[] =>
  out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
const epEui = 0xacde48000000e001n;

t.test('it prints what it is told, a line each, and ends after the count', async t => {
  await using service = await bareService(authority, (m, line) => {
    if (m.command === 'conCmp') {
      line.send({ command: 'epStat', opId: -1, epEui, epStatus: 'attached' });
      line.send({ command: 'ping', opId: -2 });
      line.send(delivery({ opId: -3 }));
      const [best] = delivery().baseStations as Fields[];
      line.send(
        delivery({ opId: -4, baseStations: [best], userData: [], dlOpen: false, dlAck: true, duplicate: true }),
      );
    }
    return agreeTo(m);
  });
  const dir = await bundle(t.testdir());
  const { code, out, err } = await simulate(['--bundle', dir, '--port', String(service.port), '--count', '2']);
  t.equal(code, 0);
  t.equal(err, 'connected to acde480000000001, a new session\n');
  t.strictSame(lines(out), [
    'endpoint  acde48000000e001  attached',
    'uplink  acde48000000e001  #1001  0180ff  -98.3 dBm  12.5 dB  2 stations  listens',
    'uplink  acde48000000e001  #1001  no user data  -98.3 dBm  12.5 dB  1 station  has received a downlink  counter used before',
    '2 uplinks, 1 changes of endpoints; 0 downlinks queued, 0 results, 0 failures',
  ]);
  const [line] = service.lines;
  t.match(await line?.seen('con'), { acEui: 0x70b3d59cd00000a1n });
  await line?.seen('ulDataRsp', -4);
});

t.test('downlinks come from the command line and from standard input', async t => {
  await using service = await bareService(authority, (m, line) => {
    if (m.command === 'dlDataQueCmp' && m.opId === 2) {
      const { queId } = line.messages.find(({ command, opId }) => command === 'dlDataQue' && opId === 1) ?? {};
      line.send({ command: 'dlDataRes', opId: -1, epEui, queId, result: 'expired' });
      line.send(delivery({ opId: -2 }));
    }
    return agreeTo(m);
  });
  const dir = await bundle(t.testdir());
  const { code, out } = await simulate(
    [
      '--bundle',
      dir,
      '--port',
      String(service.port),
      '--count',
      '1',
      '--json',
      '--downlink',
      'acde48000000e001:0102ff',
    ],
    'AC-DE-48-00-00-00-E0-02\n\n',
  );
  t.equal(code, 0);
  const told = objects(out);
  t.match(told, [
    { command: 'dlDataQueRsp', epEui: 'acde48000000e001', userData: '0102ff' },
    { command: 'dlDataQueRsp', epEui: 'acde48000000e002', userData: '' },
    { command: 'dlDataRes', opId: -1, queId: told[0]?.queId, result: 'expired' },
    { command: 'ulData', packetCnt: 1001, userData: '0180ff', baseStations: [{ rxTime: '1767225600123456789' }, {}] },
    { uplinks: 1, queued: 2, results: 1, failed: 0 },
  ]);
  t.match(await service.lines[0]?.seen('dlDataQue', 1), { epEui, cntDepend: false, userData: [[1, 2, 255]] });
  t.match(await service.lines[0]?.seen('dlDataQue', 2), { epEui: epEui + 1n, userData: [[]] });
});

t.test('a refused downlink and a line that is none are exit code 1', async t => {
  await using service = await bareService(authority, (m, line) => {
    if (m.command === 'errorAck') line.send(delivery({ opId: -1 }));
    return m.command === 'dlDataQue' ? { command: 'error', opId: m.opId, code: 2, message: 'unknown' } : agreeTo(m);
  });
  const dir = await bundle(t.testdir(), 'shared');
  const { code, out, err } = await simulate(
    ['--bundle', dir, '--eui', '70b3d59cd00000a1', '--port', String(service.port), '--count', '1'],
    'acde48000000e001 xyz\nacde48000000e001 01\n',
  );
  t.equal(code, 1);
  t.match(lines(out), [
    /^downlink {2}acde48000000e001 {2}id \d+ refused with code 2: unknown$/,
    /^uplink/,
    /2 failures/,
  ]);
  t.match(err, 'no downlink: acde48000000e001 xyz');
});

t.test('it comes back after a loss, and tells what is against the rules', async t => {
  await using service = await bareService(authority, (m, line) => {
    const again = service.lines.length > 1;
    if (m.command === 'conCmp') {
      line.send(delivery({ opId: -1 }));
      if (again) line.send(delivery({ opId: -2, dlOpen: false, responseExp: true }));
    }
    if (m.command === 'ulDataRsp' && !again) line.socket.destroy();
    return m.command === 'con' && again ? { ...agreeTo(m), ...resumed } : agreeTo(m);
  });
  const dir = await bundle(t.testdir());
  const { code, out, err } = await simulate(['--bundle', dir, '--port', String(service.port), '--count', '2']);
  t.equal(code, 1);
  t.match(err.split('\n'), [
    /new session/,
    /connection lost/,
    /the session goes on/,
    /against the rules: .*responseExp/,
  ]);
  t.match(lines(out), [/^uplink/, /^uplink/, /^2 uplinks.* 1 failures; 1 reconnects, 1 came again$/]);
});

t.test('wrong usage is exit code 2, no service center exit code 1, and help has an example', async t => {
  const dir = await bundle(t.testdir());
  const gone = await bareService(authority);
  await gone[Symbol.asyncDispose]();
  const [nothing, noHex, unreachable, help] = await Promise.all([
    simulate([]),
    simulate(['--bundle', dir, '--downlink', 'acde48000000e001']),
    simulate(['--bundle', dir, '--port', String(gone.port)]),
    simulate(['--help']),
  ]);
  t.match(nothing, { code: 2, err: /--bundle/ });
  t.match(noHex, { code: 2, err: /colon/ });
  t.match(unreachable, { code: 1, err: /nothing listens on 127\.0\.0\.1/ });
  t.match(help, { code: 0, out: /\$ waystation simulate application-center --bundle/ });
});

const valve = {
  ...{ version: '1', typeEui: '70b3d56770ff0001' },
  uplink: [{ payload: [{ name: 'temperature', size: 8, type: 'int', unit: '°C' }] }],
  downlink: [
    { id: 3, payload: [{ name: 'setpoint', size: 16, type: 'int', func: '$/10' }] },
    { id: 4, payload: [{ name: 'text', size: 1608, type: 'string' }] },
  ],
};

t.test('with a blueprint it says what uplinks mean, and downlinks are values', async t => {
  await using service = await bareService(authority, (m, line) => {
    if (m.command === 'dlDataQue' && m.format === undefined) line.send(delivery({ opId: -1, userData: [22] }));
    return agreeTo(m);
  });
  const dir = await bundle(t.testdir());
  const file = join(dir, 'valve.json');
  writeFileSync(file, JSON.stringify(valve));
  const usual = ['--bundle', dir, '--port', String(service.port), '--count', '1', '--blueprint', file];
  const { code, out, err } = await simulate(
    [...usual, '--downlink', 'ac:de:48:00:00:00:e0:01:{"setpoint":21.5}'],
    ' acde48000000e001  {"setpoint": -0.1} \nacde48000000e001 {"mode": 1}\nacde48000000e001 {"a\nacde48000000e001 0102\n',
  );
  t.equal(code, 1);
  t.match(err, 'no downlink: acde48000000e001 {"mode": 1}: missing_value for setpoint: ');
  t.match(err, 'no downlink: acde48000000e001 {"a: A JSON object of values.');
  const asked = service.lines[0]?.messages.filter(({ command }) => command === 'dlDataQue') ?? [];
  t.match(
    asked.map(({ userData, format }) => ({ userData, format })),
    [
      { userData: [[0, 215]], format: 3 },
      { userData: [[255, 255]], format: 3 },
      { userData: [[1, 2]], format: undefined },
    ],
  );
  t.match(out, /uplink {2}acde48000000e001 {2}#\d+ {2}16 {2}22 °C {2}-/);
  const inJson = await simulate([...usual, '--json', '--downlink', 'acde48000000e001:0102']);
  t.match(
    objects(inJson.out).find(({ command }) => command === 'ulData'),
    { values: { temperature: 22 } },
  );
  const wrong: [args: string[], said: RegExp][] = [
    [['--downlink', 'acde48000000e001:{"setpoint":21.5}', '--format', '9'], /format_not_found: /],
    [['--downlink', 'acde48000000e001:{"text":""}', '--format', '4'], /201 bytes are more than 200/],
    [['--downlink', 'acde48000000e001:{"setpoint":'], /A JSON object of values/],
    [['--blueprint', 'weptech/munia-m/v1.json', '--downlink', 'acde48000000e001:{}'], /has no downlink format/],
    [['--blueprint', join(dir, 'none.json')], /none\.json: ENOENT/],
  ];
  for (const [args, said] of wrong) t.match(await simulate([...usual, ...args]), { code: 2, err: said });
  const without = ['--bundle', dir, '--downlink', 'acde48000000e001:{"setpoint":1}'];
  t.match(await simulate(without), { code: 2, err: /Values need --blueprint/ });
});
