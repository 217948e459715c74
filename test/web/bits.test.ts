import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openDocument } from '../../src/domain/blueprint/documents.ts';
import { bitGrid, type TraceLine } from '../../web/model/bits.ts';
import { layoutsOf, ruleOf } from '../../web/model/blueprint.ts';

const line = (name: string, bitOffset: number, bitSize: number): TraceLine => ({
  ...{ name, bitOffset, bitSize },
  raw: '1',
  value: '1',
});

t.test('each bit has the field that it was read for, and what no field reads is named', async t => {
  const payload = Uint8Array.from([0x10, 0xd6, 0x00]);
  const { bytes, fields, rest } = bitGrid(payload, [line('protocol', 0, 3), line('temperature', 4, 12)]);
  t.same(
    bytes.map(({ hex }) => hex),
    ['10', 'D6', '00'],
  );
  t.same(
    bytes[0]?.cells.map(({ field }) => field),
    [0, 0, 0, undefined, 1, 1, 1, 1],
  );
  t.same(
    bytes[0]?.cells.map(({ run }) => run),
    [3, undefined, undefined, 1, 4, undefined, undefined, undefined],
  );
  t.equal(bytes[1]?.cells[0]?.run, undefined, 'a field that goes on has one name');
  t.same(rest, [
    { from: 3, to: 3 },
    { from: 16, to: 23 },
  ]);
  t.equal(fields[1]?.bits, '0000 1101 0110');
  t.same(fields[1]?.span, { from: 4, to: 15 });
});

t.test('what is computed has no bits, and a field beyond the end of the payload has those that are there', async t => {
  const { fields, bytes, rest } = bitGrid(Uint8Array.from([0xff]), [line('state', 0, 12), line('dew point', 12, 0)]);
  t.equal(fields[0]?.bits, '1111 1111');
  t.equal(fields[1]?.span, undefined);
  t.ok(bytes[0]?.cells.every(({ field }) => field === 0));
  t.same(rest, []);
  t.same(bitGrid(new Uint8Array(), []), { bytes: [], fields: [], rest: [] });
});

t.test('of every blueprint of the catalog each line of the trace has its bits and its rule', async t => {
  const folder = join(import.meta.dirname, '../../catalog');
  let lines = 0;
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    if (!/v[^/]*\.json$/.test(file)) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const payload = new Uint8Array(32).fill(0x5a);
    for (const { format, elements } of layoutsOf(text, 'uplink')) {
      const { trace } = openDocument(text).trace({ direction: 'uplink', format, payload });
      const grid = bitGrid(payload, trace);
      for (const { name, span, bits } of grid.fields) {
        lines++;
        if (span === undefined) continue;
        t.equal(bits.replaceAll(' ', '').length, Math.min(32, span.to - span.from + 1) + (bits.endsWith('…') ? 1 : 0));
        const element = elements.find(one => one.name === name);
        t.match(
          element && ruleOf(element),
          element?.type === 'bool' ? 'bool' : String(element?.size),
          `${file} ${name}`,
        );
      }
    }
  }
  t.ok(lines > 20, `${lines} lines`);
});

t.test('a rule is written as the blueprint says it', async t => {
  const spec = {
    component: { tenth: { type: 'int', size: 12, func: '$ / 10', unit: '°C' } },
    uplink: [
      {
        payload: [
          { name: 'temperature', component: 'tenth' },
          { name: 'low', type: 'bool', size: 1 },
        ],
      },
    ],
  };
  const [layout] = layoutsOf(JSON.stringify({ spec }), 'uplink');
  t.same(layout?.elements.map(ruleOf), ['int 12, $ / 10', 'bool']);
  t.equal(layout?.elements[0]?.unit, '°C');
  t.same(layoutsOf('{', 'uplink'), []);
  t.same(layoutsOf('[]', 'downlink'), []);
});
