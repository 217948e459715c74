import t from 'tap';
import { layoutsOf } from '../../web/model/blueprint.ts';
import { bytesOf, downlinkFields, enteredValue, isBytes, mistakeOf, objectOf } from '../../web/model/downlink-form.ts';
import { type Waiting, waitOf } from '../../web/model/downlink-wait.ts';
import { uuidOf } from '../../web/model/text/uuid.ts';

const spec = {
  downlink: [
    {
      id: 1,
      payload: [
        { name: 'interval', type: 'uint', size: 16, unit: 'min' },
        { name: 'report', type: 'bool', size: 1 },
        { name: 'mode', type: 'enum', size: 2, enum: { 0: 'off', 1: 'eco' } },
        { name: 'offset', type: 'int', size: 8, scale: 0.1 },
        { name: 'target', type: 'int', size: 8, func: '$ / 2', condition: '$mode == 1' },
        { name: 'name', type: 'string', size: 32 },
        { name: 'raw', type: 'bytes', size: 16 },
        { name: 'pad', type: 'uint', size: 5, hidden: true },
      ],
    },
  ],
};
const fields = downlinkFields(layoutsOf(JSON.stringify(spec), 'downlink')[0]?.elements ?? []);
const of = (name: string) => fields.find(field => field.name === name) as (typeof fields)[number];

t.test('each element is the control of its type, and what is not given is not shown', async t => {
  t.same(
    fields.map(({ name, kind }) => `${name} ${kind}`),
    ['interval number', 'report switch', 'mode choice', 'offset number', 'target number', 'name text', 'raw hex'],
  );
  t.same(of('interval').range, { low: 0, high: 65_535 });
  t.same(of('offset').range, { low: -12.8, high: 12.7 });
  t.equal(of('target').range, undefined, 'what a formula does is not guessed');
  t.same(of('mode').options, ['off', 'eco']);
});

t.test('a mistake is named as it is typed, and only what is right is sent', async t => {
  t.same(mistakeOf(of('interval'), '70000'), { kind: 'range', low: 0, high: 65_535 });
  t.same(mistakeOf(of('interval'), '1.5'), { kind: 'whole' });
  t.same(mistakeOf(of('interval'), 'ten'), { kind: 'number' });
  t.equal(mistakeOf(of('interval'), ''), undefined, 'what is not there yet is no mistake');
  t.equal(enteredValue(of('offset'), '1,5'), 1.5, 'as it is written in German');
  t.same(mistakeOf(of('raw'), '0A 1'), { kind: 'hex' });
  const texts = new Map([
    ['interval', '10'],
    ['report', 'true'],
    ['offset', '99'],
    ['raw', '0A-1F'],
  ]);
  t.same(objectOf(fields, texts), { interval: 10, report: true, raw: '0a1f' });
});

t.test('hex is taken however it is written', async t => {
  t.same([...bytesOf('0A:1f 00')], [10, 31, 0]);
  t.ok(isBytes(''));
  t.notOk(isBytes('0x1'));
  t.match(uuidOf(new Uint8Array(16).fill(0xff)), /^ffffffff-ffff-4fff-bfff-ffffffffffff$/);
});

t.test('why a downlink waits', async t => {
  const one = (queId: string, more: Partial<Waiting> = {}): Waiting => ({
    ...{ queId, status: 'pending', prio: 0, bsEui: '' },
    ...more,
  });
  const way = (servingBsEui: string, online: readonly string[]) => ({
    servingBsEui,
    isOnline: (eui: string) => online.includes(eui),
  });
  const [first, second] = [one('1'), one('2')];
  t.same(waitOf(first, [first, second], way('', [])), { kind: 'unheard' });
  t.same(waitOf(first, [first, second], way('a', [])), { kind: 'offline', station: 'a' });
  t.same(waitOf(first, [first, second], way('a', ['a'])), { kind: 'window' });
  t.same(waitOf(second, [first, second], way('a', ['a'])), { kind: 'behind' });
  const urgent = one('3', { prio: 1 });
  t.same(waitOf(first, [first, urgent], way('a', ['a'])), { kind: 'behind' }, 'a higher priority goes first');
  t.same(waitOf(urgent, [first, urgent], way('a', ['a'])), { kind: 'window' });
  t.same(waitOf(one('4', { status: 'queued', bsEui: 'b' }), [], way('', [])), { kind: 'handed', station: 'b' });
  t.same(waitOf(one('5', { status: 'revoking', bsEui: 'b' }), [], way('', [])), { kind: 'revoking', station: 'b' });
});
