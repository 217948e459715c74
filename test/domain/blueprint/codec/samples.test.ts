import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { decodedJson, metaJson } from '../../../../src/domain/blueprint/codec/values.ts';
import { catalogFolder, catalogSamples, catalogText } from './catalog.ts';

const files = readdirSync(catalogFolder, { recursive: true })
  .map(String)
  .filter(file => /\/.*\.json$/.test(file))
  .sort();

t.test('each sample of the catalog decodes to its values, and those of a downlink encode to it again', async t => {
  for (const sample of catalogSamples) {
    const blueprint = readBlueprint(catalogText(sample.blueprint));
    const payload = Buffer.from(sample.payload_hex, 'hex');
    const what = `${sample.blueprint} ${sample.format}: ${sample.payload_hex || 'nothing'}`;
    const decoded = blueprint.decode({ direction: sample.direction, format: sample.format, payload });
    if (!decoded.ok) {
      t.equal(decoded.code, sample.error, what);
      continue;
    }
    t.equal(sample.error, null, what);
    t.strictSame(JSON.parse(decodedJson(decoded)), sample.expected, what);
    t.strictSame(Object.keys(JSON.parse(decodedJson(decoded))), Object.keys(sample.expected ?? {}), 'in its order');
    t.equal(decoded.unusedBits, sample.trailing_bits, what);
    const units = Object.entries(JSON.parse(metaJson(decoded)) as Record<string, { unit?: string }>);
    t.strictSame(Object.fromEntries(units.flatMap(([name, { unit }]) => (unit ? [[name, unit]] : []))), sample.units);
    if (sample.direction === 'uplink') continue;
    const encoded = blueprint.encode({ format: sample.format, values: { ...sample.expected, ...sample.hidden } });
    t.ok(encoded.ok && payload.equals(encoded.payload), what);
  }
  t.ok(catalogSamples.length >= 32);
});

t.test('each blueprint of the catalog is as its source published it, and has a sample', async t => {
  const sources = readFileSync(join(catalogFolder, 'SOURCES.md'), 'utf8');
  for (const file of files) {
    const checksum = createHash('sha256').update(catalogText(file)).digest('hex');
    t.match(sources, new RegExp(`\\| \`${file}\` .* \`${checksum}\` \\|`), file);
    t.ok(
      catalogSamples.some(({ blueprint }) => blueprint === file),
      file,
    );
  }
  t.equal(files.length, 13);
});

t.test('the odd spellings of the catalog load: extra keys, two versions, either case of a Type EUI', async t => {
  const munia = readBlueprint(catalogText('weptech/munia-m/v1.json'));
  t.strictSame(munia.warnings, [
    {
      code: 'version_differs',
      pointer: '/version',
      line: 51,
      column: 3,
      detail: 'outside "1", inside "1.0": both are kept',
    },
  ]);
  t.strictSame(munia.envelope, {
    id: '8a3cd769-ad49-4694-91db-7c009fd5eb8b',
    deviceModelId: '72372c12-34f3-486c-b9f6-25237d0967ee',
    manufacturerName: 'WepTech',
    deviceModelName: 'Munia-M',
    deviceModelCode: 'munia-m',
    version: '1',
    typeEui: '70b3d59cd0000095',
    isDefault: true,
  });
  t.equal(munia.typeEui, '70b3d59cd0000095');
  t.strictSame(munia.meta, { name: 'MUNIA-M Unidirectional', vendor: 'Weptech' });
  const m3b = readBlueprint(catalogText('swissphone/m3b-demo/v1.0.json'));
  t.strictSame([m3b.uplinkFormats, m3b.downlinkFormats], [[0, 192, 193, 194], [0]]);
  t.strictSame(m3b.warnings, []);
  t.equal(m3b.outputNames.length, new Set(m3b.outputNames).size);
});
