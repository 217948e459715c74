// Long: for CI and `npm test -- --long`.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import t, { type Test } from 'tap';
import { Center } from '../peers/center.ts';
import { envelope, MUNIA, spec, TYPE } from './blueprints.ts';
import { waystation } from './waystation.ts';

t.setTimeout(120_000);

/** A data folder with a database, on which no server runs. */
async function stopped(t: Test): Promise<string> {
  const dir = t.testdir();
  const center = await Center.start({ dir: join(dir, 'data') });
  await center.stop();
  return dir;
}

const importing =
  (cwd: string) =>
  async (...args: string[]) => {
    const { code, stdout, stderr } = await waystation(cwd, ['blueprint', 'import', ...args]);
    return { code, lines: stdout.trimEnd().split('\n'), stderr };
  };

function folderOf(cwd: string, name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(cwd, name, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
  }
  return name;
}

t.test(
  'an import shows first what it would create, then does it, and creates nothing twice: no server runs',
  async t => {
    const cwd = await stopped(t);
    const run = importing(cwd);
    folderOf(cwd, 'registry', {
      'blueprints/maker/sensor/v1.0.json': envelope(),
      'blueprints/maker/sensor/v1.10.json': envelope({ version: '1.10' }),
      'blueprints/maker/sensor/v1.9.json': envelope({ version: '1.9', unit: 'K' }),
      'blueprints/maker/sensor/v2.json': envelope({ version: '2', isDefault: false }),
      'blueprints/maker/other/v1.json': envelope({ model: 'Other', typeEui: TYPE }),
      'maker/broken/v1.json': '{"spec": 1',
      'package.json': '{}',
      '.git/config.json': '{}',
    });
    const shown = await run('registry');
    t.equal(shown.code, 1, 'one of them is broken');
    t.same(shown.lines.slice(0, 1), [
      'create   Maker Other, version 1.0 (new manufacturer, new model, default): blueprints/maker/other/v1.json',
    ]);
    t.same(
      shown.lines.slice(1, 5).map(line => line.slice(0, 8)),
      ['refused ', 'refused ', 'refused ', 'refused '],
      'a Type EUI belongs to one model',
    );
    t.match(shown.lines[5], /^refused {2}maker\/broken\/v1\.json:1:11 \/ invalid_json: /);
    t.same(shown.lines.slice(6), [
      '1 to create, 0 there already, 5 refused, 1 other files ignored',
      'nothing was changed; --apply creates them',
    ]);
    const again = await run('registry');
    t.same(again, shown, 'nothing was changed');
    const done = await run('registry', '--apply');
    t.equal(done.code, 1);
    t.match(done.lines[0], /^created {2}Maker Other/);
    t.equal(done.lines.at(-1), '1 created, 0 there already, 5 refused, 1 other files ignored');
  },
);

t.test('what the plan says is what is done; repeated, nothing is new: a server runs', async t => {
  const cwd = t.testdir();
  await using center = await Center.start({ dir: join(cwd, 'data'), withCatalog: true });
  const run = importing(cwd);
  folderOf(cwd, 'registry', {
    'maker/sensor/v1.0.json': envelope(),
    'maker/sensor/v1.10.json': envelope({ version: '1.10' }),
    'maker/sensor/v1.9.json': envelope({ version: '1.9' }),
    'maker/sensor/v2.json': envelope({ version: '2', isDefault: false }),
    'maker/sensor/vcopy.json': envelope(),
    'maker/sensor/vother.json': envelope({ unit: 'K' }),
    'weptech/munia-m/v1.json': '',
  });
  copyFileSync(MUNIA, join(cwd, 'registry/weptech/munia-m/v1.json'));
  const shown = await run('registry');
  t.equal(shown.code, 1);
  t.same(shown.lines.slice(0, 5), [
    'create   Maker Sensor, version 1.10 (new manufacturer, new model, default): maker/sensor/v1.10.json',
    'create   Maker Sensor, version 1.9 (not the default): maker/sensor/v1.9.json',
    'create   Maker Sensor, version 1.0 (not the default): maker/sensor/v1.0.json',
    'there    Maker Sensor, version 1.0: maker/sensor/vcopy.json',
    'refused  maker/sensor/vother.json: the device model already has a blueprint of this version',
  ]);
  t.same(shown.lines.slice(5, 7), [
    'create   Maker Sensor, version 2 (not the default): maker/sensor/v2.json',
    'there    WepTech Munia-M, version 1: weptech/munia-m/v1.json',
  ]);
  t.equal((await center.api.call('ListBlueprints', { scope: 'custom' })).total_count, 0);
  const done = await run('registry', '--apply');
  t.same(
    done.lines.slice(0, 7),
    shown.lines.slice(0, 7).map(line => line.replace('create  ', 'created ')),
  );
  const { blueprints } = await center.api.call('ListBlueprints', { scope: 'custom' });
  t.same(
    blueprints
      .map(({ version, is_default, registry_state }) => `${version} ${is_default} ${registry_state}`)
      .toSorted(),
    ['1.0 false imported', '1.10 true imported', '1.9 false imported', '2 false imported'],
  );
  t.ok(center.events().includes('blueprint.created'));
  const again = await run('registry', '--apply');
  t.equal(again.lines.at(-1), '0 created, 6 there already, 1 refused');
  t.equal((await center.api.call('ListBlueprints', { scope: 'custom' })).total_count, 4);
  const json = JSON.parse((await run('registry/maker/sensor/v1.0.json', '--json')).lines.join(''));
  t.match(json, {
    applied: false,
    files: [{ outcome: 'there', manufacturer: 'Maker', model: 'Sensor', version: '1.0' }],
  });

  const [first] = blueprints;
  const decoded = await waystation(cwd, ['blueprint', 'decode', first?.id ?? '', '--hex', '00d620']);
  t.match(decoded, { code: 0, stdout: /^temperature {2}21\.4 °C\nlow {10}true\n/ });
  const unknown = await waystation(cwd, ['blueprint', 'decode', '0192f000-0000-7000-8000-0000000000ff', '--hex', '00']);
  t.match(unknown, { code: 1, stderr: /no such blueprint/ });
});

t.test('rows of the system keep the ids of the file', async t => {
  const cwd = await stopped(t);
  const run = importing(cwd);
  const id = '0192f000-0000-7000-8000-00000000b001';
  const device_model_id = '0192f000-0000-7000-8000-00000000a001';
  writeFileSync(join(cwd, 'a.json'), JSON.stringify({ ...JSON.parse(envelope()), id, device_model_id }));
  writeFileSync(
    join(cwd, 'bare.json'),
    JSON.stringify({ ...spec({ version: '7' }), meta: { vendor: 'Maker', name: 'Sensor' } }),
  );
  t.match(await run('a.json', '--system', '--apply'), {
    code: 0,
    lines: [/^created .*default\): a\.json/, /^1 created/],
  });
  t.match(await run('a.json', '--system', '--apply'), { code: 0, lines: [/^there/, /^0 created, 1 there/] });
  t.match(
    await run('a.json', '--apply'),
    { code: 0, lines: [/^there/, /^0 created, 1 there/] },
    'seen by every organization',
  );
  t.match(await run('bare.json', '--apply', '--json'), { code: 0 });
  await using center = await Center.start({ dir: join(cwd, 'data') });
  t.match(await center.api.call('GetBlueprint', { id }), {
    is_system: true,
    device_model_id,
    registry_state: 'imported',
  });
  const { blueprints } = await center.api.call('ListBlueprints', { scope: 'custom' });
  t.match(blueprints, [{ version: '7', is_system: false, is_default: true, registry_state: '' }]);
  const model = await center.api.call('GetDeviceModel', { id: blueprints[0]?.device_model_id });
  t.match(model, { is_system: false, manufacturer_name: 'Maker' });
  const { manufacturers } = await center.api.call('ListManufacturers', { search: 'Maker' });
  t.equal(manufacturers.length, 1, 'a model of an organization below the manufacturer of the system');
});

t.test('two imports at once create everything once', async t => {
  const cwd = t.testdir();
  await using center = await Center.start({ dir: join(cwd, 'data') });
  const files: Record<string, string> = {};
  for (let at = 0; at < 20; at++) {
    files[`maker/sensor-${at}/v1.json`] = envelope({ model: `Sensor-${at}`, typeEui: `70b3d56770ff00${at + 10}` });
  }
  folderOf(cwd, 'registry', files);
  const run = importing(cwd);
  const both = await Promise.all([run('registry', '--apply'), run('registry', '--apply')]);
  t.same(
    both.map(({ code }) => code),
    [0, 0],
  );
  const created = both.flatMap(({ lines }) => lines.filter(line => line.startsWith('created')));
  t.equal(created.length, 20);
  t.equal(new Set(created.map(line => line.split(': ').at(-1))).size, 20);
  t.equal(created.filter(line => line.includes('new manufacturer')).length, 1);
  t.equal((await center.api.call('ListBlueprints', { scope: 'custom' })).total_count, 20);
});

t.test('the paths in a ZIP are only shown, and what is no blueprint keeps no other back', async t => {
  const cwd = await stopped(t);
  const run = importing(cwd);
  const zip = (name: string, files: Readonly<Record<string, Uint8Array>>) => {
    writeFileSync(join(cwd, name), zipSync(files, { level: 1 }));
    return name;
  };
  const good = strToU8(envelope());
  const mixed = zip('mixed.zip', {
    'registry-main/blueprints/maker/sensor/v1.0.json': good,
    '../../maker/escape/v1.json': strToU8(envelope({ model: 'Escape', typeEui: '70b3d56770ff0002' })),
    'registry-main/maker/bomb/v1.json': new Uint8Array(300 * 1024),
    'registry-main/maker/binary/v1.json': Buffer.of(0x7b, 0xff),
    'registry-main/README.md': strToU8('# read me'),
    'registry-main/maker/': new Uint8Array(),
  });
  const { code, lines } = await run(mixed, '--apply');
  t.equal(code, 1);
  t.same(lines, [
    'created  Maker Escape, version 1.0 (new manufacturer, new model, default): ../../maker/escape/v1.json',
    'created  Maker Sensor, version 1.0 (new model, default): registry-main/blueprints/maker/sensor/v1.0.json',
    'refused  registry-main/maker/binary/v1.json: it is no UTF-8 text',
    'refused  registry-main/maker/bomb/v1.json: it has more than 256 KiB',
    '2 created, 0 there already, 2 refused, 1 other files ignored',
  ]);
  t.match(await run(zip('empty.zip', {})), { code: 1, stderr: /there is no blueprint in empty\.zip/ });
  t.match(await run('none.zip'), { code: 1, stderr: /none\.zip does not exist/ });
});

t.test('an import needs data, and a database', async t => {
  const cwd = t.testdir({ 'a.json': envelope(), data: {} });
  t.match(await waystation(cwd, ['blueprint', 'import', 'a.json', '--data-dir', 'nowhere']), {
    code: 1,
    stderr: /there is no data in .*nowhere/,
  });
  t.match(await waystation(cwd, ['blueprint', 'import', 'a.json']), {
    code: 1,
    stderr: /there is no database .*start the service once/,
  });
});
