import t from 'tap';
import { MUNIA, spec } from './blueprints.ts';
import { waystation } from './waystation.ts';

t.setTimeout(120_000);

t.test('files are checked, each with what it has or with its first mistake', async t => {
  const cwd = t.testdir({
    'good.json': JSON.stringify({ ...spec({}), typeEui: 'ffffffffffffffff', downlink: [{ id: 3, payload: [] }] }),
    'bad.json':
      '{"version": "1", "typeEui": "70b3d56770ff0001",\n "uplink": [{"payload": [{"name": "a", "size": 0, "type": "uint"}]}]}',
    'sample.json': JSON.stringify({ ...spec({}), samples: [{ payload: '00d60', direction: 'uplink', expected: {} }] }),
    'type.json': JSON.stringify({ type_eui: '70b3d56770ff0002', spec: spec({}) }),
    'binary.json': Buffer.of(0x7b, 0xff, 0x7d),
    'large.json': ' '.repeat(256 * 1024 + 1),
  });
  const good = await waystation(cwd, ['blueprint', 'check', 'good.json', MUNIA]);
  t.equal(good.code, 0);
  t.equal(
    good.stdout,
    [
      'ok    good.json: version 1.0, Type EUI ffffffffffffffff',
      '      uplink formats 0',
      '      downlink formats 3',
      '      values temperature, low',
      '      warning good.json:1:18 /typeEui placeholder_type_eui: no device has this Type EUI',
      `ok    ${MUNIA}: version 1.0, Type EUI 70b3d59cd0000095`,
      '      uplink formats 0',
      '      values temperature, humidity',
      `      warning ${MUNIA}:51:3 /version version_differs: outside "1", inside "1.0": both are kept`,
      '',
    ].join('\n'),
  );
  const bad = await waystation(cwd, ['blueprint', 'check', 'bad.json', 'good.json']);
  t.equal(bad.code, 1);
  t.match(bad.stdout, /^fail {2}bad\.json:2:40 \/uplink\/0\/payload\/0\/size invalid_size: .+\nok {4}good\.json/);
  const others = await waystation(cwd, [
    'blueprint',
    'check',
    'sample.json',
    'type.json',
    'binary.json',
    'large.json',
    'none.json',
  ]);
  t.equal(others.code, 1);
  const [sample, type, binary, large, none] = others.stdout.split('\n');
  t.match(sample, /^fail {2}sample\.json:1:\d+ \/samples\/0/);
  t.match(type, /^fail {2}type\.json: type_eui of the envelope is another one/);
  t.equal(binary, 'fail  binary.json: it is no UTF-8 text');
  t.equal(large, 'fail  large.json: it has more than 256 KiB');
  t.match(none, /^fail {2}none\.json does not exist/);
  const json = await waystation(cwd, ['blueprint', 'check', '--json', 'bad.json', 'good.json', 'none.json']);
  t.equal(json.code, 1);
  t.match(JSON.parse(json.stdout), [
    { file: 'bad.json', ok: false, error: 'BlueprintInvalid', reason: 'invalid_size', line: 2, column: 40 },
    {
      file: 'good.json',
      ok: true,
      version: '1.0',
      uplink_formats: [0],
      downlink_formats: [3],
      output_names: ['temperature', 'low'],
    },
    { file: 'none.json', ok: false, problem: /does not exist/ },
  ]);
});

t.test('a payload is decoded by a file, with its trace as a table', async t => {
  const cwd = t.testdir({ 'a.json': JSON.stringify(spec({})), 'broken.json': '{' });
  const run = (...args: string[]) => waystation(cwd, ['blueprint', 'decode', ...args]);
  const good = await run('a.json', '--hex', '00d62f');
  t.equal(good.code, 0);
  t.equal(
    good.stdout,
    [
      'temperature  21.4 °C',
      'low          true',
      '4 bits are left over',
      '',
      'offset  size  name         raw  value',
      '     0    16  temperature  214  21.4',
      '    16     4  flags        2    2',
      '              low               true',
      '',
    ].join('\n'),
  );
  const short = await run('a.json', '--hex', '00d6');
  t.equal(short.code, 1);
  t.match(
    short.stdout,
    /^does not decode: payload_too_short: flags at bit 16.*\n\noffset .*\n +0 +16 +temperature +214 +21\.4\n$/,
  );
  t.match(await run('a.json', '--hex', '00', '--format', '9'), {
    code: 1,
    stdout: /^does not decode: format_not_found: /,
  });
  t.match(await run('a.json', '--hex', '00', '--direction', 'downlink'), { code: 1, stdout: /format_not_found/ });
  t.match(await run('a.json', '--hex', 'xyz'), { code: 2 });
  t.match(await run('a.json', '--hex', '00', '--format', '256'), { code: 2 });
  t.match(await run('broken.json', '--hex', '00'), {
    code: 1,
    stderr: /^waystation: broken\.json:1:\d+ \/ invalid_json: /,
  });
  t.match(JSON.parse((await run('a.json', '--hex', '00d600', '--json')).stdout), {
    version: '1.0',
    format: 0,
    ok: true,
    unusedBits: 4,
    values: [{ name: 'temperature', value: '21.4', unit: '°C' }],
    trace: [{ name: 'temperature', bitOffset: 0, bitSize: 16, raw: '214' }, { name: 'flags' }],
  });
});

t.test('every command has help with an example', async t => {
  for (const command of ['check', 'decode', 'import']) {
    t.match(await waystation(t.testdir(), ['blueprint', command, '--help']), {
      code: 0,
      stdout: /Example:\n {2}\$ waystation blueprint/,
    });
  }
});
