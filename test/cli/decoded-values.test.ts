import t from 'tap';
import { namedValues, valuesForJson, valuesInWords } from '../../src/cli/decoded-values.ts';
import { readBlueprint } from '../../src/domain/blueprint/codec/read.ts';

const payload = [
  { name: 'temperature', size: 8, type: 'uint', func: '($/10) - 100', unit: '°C' },
  { name: 'door', size: 8, type: 'enum', enum: { 0: 'open' } },
  { name: 'energy', size: 64, type: 'uint', unit: 'Wh' },
  { name: 'level', size: 32, type: 'float' },
  { name: 'note', size: 32, type: 'string' },
];
const blueprint = readBlueprint(
  JSON.stringify({ version: '1', typeEui: '70b3d56770ff0001', uplink: [{ id: 2, payload }] }),
);
const telegram = (userData: string, format = 2) => ({ format, userData: Buffer.from(userData, 'hex') });

t.test('a value is told with its unit, or else its name, in few digits and without what a terminal obeys', t => {
  const values = namedValues(
    blueprint,
    'uplink',
    telegram(`07 00 ffffffffffffffff 3dcccccd 611b5b62`.replaceAll(' ', '')),
  );
  t.equal(valuesInWords(values ?? []), '-99.3 °C  door open  18446744073709551615 Wh  level 0.1  note a[b');
  t.strictSame(valuesForJson(values ?? []), {
    ...{ temperature: -99.3, door: 'open', energy: '18446744073709551615' },
    ...{ level: 0.10000000149011612, note: 'a\u001b[b' },
  });
  const odd = namedValues(blueprint, 'uplink', telegram('0001 0000000000000001 7fc00000 00000000'.replaceAll(' ', '')));
  t.equal(valuesInWords(odd ?? []), '-100 °C  door 1  1 Wh  level ?  note');
  t.end();
});

t.test('nothing is told of what is not decoded', t => {
  t.equal(namedValues(undefined, 'uplink', telegram('00')), undefined);
  t.equal(namedValues(blueprint, 'uplink', telegram('00')), undefined);
  t.equal(namedValues(blueprint, 'uplink', telegram('00', 3)), undefined);
  t.equal(namedValues(blueprint, 'downlink', telegram('00')), undefined);
  t.end();
});
