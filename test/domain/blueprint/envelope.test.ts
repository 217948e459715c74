import { readdirSync } from 'node:fs';
import t from 'tap';
import { envelopeText, registryPath } from '../../../src/domain/blueprint/envelope.ts';
import { catalogFolder, catalogText } from './codec/catalog.ts';

const TIME = /("(?:created|updated)_at": )"[^"]*"/g;
const files = readdirSync(catalogFolder, { recursive: true, encoding: 'utf8' })
  .map(String)
  .filter(name => /\/.*\.json$/.test(name));

interface Envelope {
  readonly created_at: string;
  readonly updated_at: string;
  readonly device_model_code: string;
  readonly device_model_id: string;
  readonly device_model_name: string;
  readonly id: string;
  readonly is_default: boolean;
  readonly manufacturer_name: string;
  readonly spec: { readonly typeEui: string };
  readonly version: string;
}

const factsOf = (envelope: Envelope) => ({
  createdAt: Date.parse(envelope.created_at),
  updatedAt: Date.parse(envelope.updated_at),
  modelCode: envelope.device_model_code,
  modelId: envelope.device_model_id,
  modelName: envelope.device_model_name,
  id: envelope.id,
  isDefault: envelope.is_default,
  manufacturerName: envelope.manufacturer_name,
  typeEui: envelope.spec.typeEui.toLowerCase(),
  version: envelope.version,
});

const FACTS = {
  createdAt: Date.UTC(2026, 2, 4, 12, 30, 0, 120),
  updatedAt: Date.UTC(2026, 2, 4),
  modelCode: 'model',
  modelId: '0192f000-0000-7000-8000-000000000001',
  modelName: 'R&D <1>',
  id: '0192f000-0000-7000-8000-000000000002',
  isDefault: false,
  manufacturerName: 'Maker',
  typeEui: '70b3d56770ff0001',
  version: '1+a',
};

t.test('the files of a registry are written as they are there, byte for byte', async t => {
  let written = 0;
  for (const file of files) {
    const text = catalogText(file);
    const envelope = JSON.parse(text) as Envelope;
    if (envelope.spec === undefined) continue;
    written++;
    // Some have times of more digits than a clock of milliseconds has.
    const times = (of: string) => of.replace(TIME, (_, key: string) => `${key}"a time"`);
    t.equal(times(envelopeText(text, factsOf(envelope))), times(text), file);
    t.equal(envelopeText(text, factsOf(envelope)).endsWith('}'), true, 'no line feed at the end');
    t.equal(registryPath(file.split('/')[0] ?? '', envelope.device_model_code, envelope.version), file);
  }
  t.ok(written > 10);
});

t.test('a spec keeps its order, its numbers and its escapes, in other lines', async t => {
  const spec =
    '{"uplink":[{"payload":[],"x":{}}],"enum":{"10":"a","2":"b"},"n":1.50,"big":9007199254740993,"s":"\\u00e9 \\"{&<>}\\""}';
  const expected = `{
  "created_at": "2026-03-04T12:30:00.12Z",
  "device_model_code": "model",
  "device_model_id": "0192f000-0000-7000-8000-000000000001",
  "device_model_name": "R\\u0026D \\u003c1\\u003e",
  "id": "0192f000-0000-7000-8000-000000000002",
  "is_default": false,
  "manufacturer_name": "Maker",
  "spec": {
    "uplink": [
      {
        "payload": [],
        "x": {}
      }
    ],
    "enum": {
      "10": "a",
      "2": "b"
    },
    "n": 1.50,
    "big": 9007199254740993,
    "s": "\\u00e9 \\"{\\u0026\\u003c\\u003e}\\""
  },
  "type_eui": "70B3D56770FF0001",
  "updated_at": "2026-03-04T00:00:00Z",
  "version": "1+a"
}`;
  t.equal(envelopeText(spec, FACTS), expected);
  t.equal(
    envelopeText(`\ufeff\n{ "version":\t"9", "spe\\u0063" : ${spec}, "z": [1, {}] }`, FACTS),
    expected,
    'of an envelope',
  );
  const bare = '{"spec":{"a":1},"uplink":[]}';
  t.same(JSON.parse(envelopeText(bare, FACTS)).spec, JSON.parse(bare), 'a spec may have a key of that name');
});

t.test('a path is made of a version only if nothing has to be altered', async t => {
  const path = (version: string) => registryPath('maker', 'model', version);
  t.equal(path('1.0.0'), 'maker/model/v1.0.0.json');
  t.equal(path('V2-RC_1'), 'maker/model/v2-rc_1.json');
  for (const version of ['1+2', '1..2', 'vv1', 'v', '', 'a/b', 'ä']) t.equal(path(version), undefined, version);
});
