import t from 'tap';
import { labelledOf } from '../../web/model/text/qr-text.ts';

const epEui = 'fca84a01000012c0';
const key = '000102030405060708090a0b0c0d0e0f';

t.test('the code on a label gives EUI and key, however its maker writes them', async t => {
  t.same(labelledOf('FC-A8-4A-01-00-00-12-C0'), { epEui, key: '' });
  t.same(labelledOf(`${epEui};${key.toUpperCase()}`), { epEui, key });
  t.same(
    labelledOf(`${key} | 0x${epEui}\nsensor of the north wing`),
    { epEui, key },
    'in any order, beside other text',
  );
  t.same(labelledOf(key), { epEui: '', key });
  t.same(labelledOf(JSON.stringify({ epEui: 'FCA84A01 000012C0', nwkKey: key, serial: '1234567890123456' })), {
    epEui,
    key,
  });
  t.same(labelledOf(JSON.stringify({ 'EP-EUI': epEui, typeEui: '70b3d56770000101' })), { epEui, key: '' });
  t.same(labelledOf(JSON.stringify({ eui: epEui })), { epEui, key: '' });
});

t.test('what is no label of an endpoint fills in nothing', async t => {
  for (const text of [
    '',
    'https://example.org/manual',
    `${epEui.slice(1)};${key.slice(1)}`,
    `${epEui};70b3d56770000101`,
    `${key}\n${key.replace('0', '1')}`,
    JSON.stringify({ epEui: 'none', key: 'none' }),
    JSON.stringify({ appEui: epEui, typeEui: '70b3d56770000101' }),
    JSON.stringify([epEui]),
    'null',
    '12',
  ])
    t.equal(labelledOf(text), undefined, text);
});
