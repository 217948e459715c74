import t from 'tap';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';

const U8 = { size: 8, type: 'uint' };

const batteryOf = (elements: readonly object[], bytes: readonly number[]) => {
  const text = JSON.stringify({ version: '1', typeEui: '70b3d56770ff0001', uplink: [{ payload: elements }] });
  return readBlueprint(text).judge({ direction: 'uplink', format: 0, payload: Buffer.from(bytes) }).battery;
};

t.test('the value that is named or labelled battery says how full it is', async t => {
  const cases: [what: string, elements: object[], bytes: number[], expected: object | undefined][] = [
    ['percent', [{ name: 'Battery', ...U8, unit: '%' }], [40], { unit: 'percent', value: 40 }],
    ['a label', [{ name: 'b', label: 'Battery level', ...U8, unit: '%' }], [40], { unit: 'percent', value: 40 }],
    ['volts', [{ name: 'battery_voltage', ...U8, func: '$/50', unit: 'V' }], [150], { unit: 'volts', value: 3 }],
    ['millivolts', [{ name: 'batt', ...U8, func: '$*20', unit: 'mV' }], [150], { unit: 'volts', value: 3 }],
    ['volts by name', [{ name: 'Battery_Voltage', ...U8, func: '$/50' }], [150], { unit: 'volts', value: 3 }],
    ['percent by name', [{ name: 'batteryPercent', ...U8 }], [3], { unit: 'percent', value: 3 }],
    [
      'percent before volts',
      [
        { name: 'battery_voltage', ...U8, unit: 'V' },
        { name: 'battery', ...U8, unit: '%' },
      ],
      [3, 90],
      { unit: 'percent', value: 90 },
    ],
    ['a number without a unit', [{ name: 'batt', ...U8 }], [3], undefined],
    ['a flag', [{ name: 'low_batt', size: 1, type: 'bool', unit: '%' }], [0], undefined],
    ['a text for each number', [{ name: 'batt', ...U8, unit: '%', enum: { 0: 'low' } }], [0], undefined],
    ['another unit', [{ name: 'battery', ...U8, unit: '°C' }], [3], undefined],
    ['another value', [{ name: 'level', ...U8, unit: '%' }], [3], undefined],
    ['a hidden value', [{ name: '_battery', ...U8, unit: '%', hidden: true }], [3], undefined],
    [
      'a value that is not in this payload',
      [
        { name: 'kind', ...U8 },
        { name: 'battery', ...U8, unit: '%', condition: '$kind == 1' },
      ],
      [2, 90],
      undefined,
    ],
  ];
  for (const [what, elements, bytes, expected] of cases) t.same(batteryOf(elements, bytes), expected, what);
});

t.test('a payload that cannot be decoded says nothing, whatever the one before has said', async t => {
  const text = JSON.stringify({
    version: '1',
    typeEui: '70b3d56770ff0001',
    uplink: [{ payload: [{ name: 'battery', ...U8, unit: '%' }] }],
  });
  const blueprint = readBlueprint(text);
  const judge = (payload: Uint8Array) => blueprint.judge({ direction: 'uplink', format: 0, payload });
  t.same(judge(Buffer.of(9)), { code: '', battery: { unit: 'percent', value: 9 } });
  t.same(judge(Buffer.alloc(0)), { code: 'payload_too_short', battery: undefined });
});
