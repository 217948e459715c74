import fc from 'fast-check';
import t from 'tap';
import { PacketMeter } from '../../../src/integrations/broker/meter.ts';
import { matches, mayReceive, maySubscribe, ownerOf, publishRefusal } from '../../../src/integrations/broker/rights.ts';

const OWN = '0198c0de-0000-7000-8000-0000000000aa';
const OTHER = '0198c0de-0000-7000-8000-0000000000bb';
const all = { organizationId: OWN, scopes: ['messages:read', 'downlinks:write'] };
const guest = { organizationId: OTHER, scopes: ['*'] };

t.test('a topic belongs to the organization that it names, else to the default one', async t => {
  t.equal(ownerOf(`mioty/${OTHER}/device/x/event/up`, OWN), OTHER);
  t.equal(ownerOf(`mioty/${OTHER.toUpperCase()}/x`, OWN), OTHER);
  for (const topic of ['homeassistant/device/ws_1/config', 'mioty', 'a/b/c', '', `x/y/${OTHER}`]) {
    t.equal(ownerOf(topic, OWN), OWN, topic);
  }
});

t.test('who may subscribe to what', async t => {
  const cases: [filter: string, own: boolean, other: boolean][] = [
    [`mioty/${OWN}/#`, true, false],
    [`mioty/${OTHER}/#`, false, true],
    [`+/${OTHER}/device/+/event/up`, false, true],
    ['mioty/+/device/+/event/up', true, true],
    ['#', true, true],
    ['homeassistant/#', true, true],
    ['$SYS/#', false, false],
  ];
  for (const [filter, own, other] of cases) {
    t.equal(maySubscribe(all, filter), own, filter);
    t.equal(maySubscribe(guest, filter), other, filter);
    t.notOk(maySubscribe({ ...all, scopes: ['downlinks:write'] }, filter), 'to write is not to read');
  }
});

t.test('a message goes to its organization only, and a command to no client', async t => {
  t.ok(mayReceive(all, `mioty/${OWN}/device/x/event/up`, OWN));
  t.notOk(mayReceive(guest, `mioty/${OWN}/device/x/event/up`, OWN));
  t.notOk(mayReceive(guest, 'homeassistant/device/x/config', OWN));
  t.ok(mayReceive(all, 'homeassistant/device/x/config', OWN));
  for (const topic of [`mioty/${OWN}/device/x/command/down`, 'mioty/x/v1/y/downlink', '$SYS/x']) {
    t.notOk(mayReceive(all, topic, OWN), topic);
  }
});

t.test('who may publish what', async t => {
  const down = `mioty/${OWN}/device/x/command/down`;
  t.equal(publishRefusal(all, down, OWN), undefined);
  t.match(publishRefusal({ ...all, scopes: ['messages:read'] }, down, OWN), /downlinks:write/);
  t.equal(publishRefusal({ ...all, scopes: ['*'] }, down, OWN), undefined);
  t.match(publishRefusal(guest, down, OWN), /another organization/);
  t.match(publishRefusal(all, `mioty/${OWN}/device/x/event/up`, OWN), /only commands/);
  t.match(publishRefusal(all, '$SYS/command', OWN), /another organization/);
  t.equal(publishRefusal({ ...all, scopes: [] }, 'homeassistant/status', OWN), undefined);
  t.match(publishRefusal(guest, 'homeassistant/status', OWN), /another organization/);
  t.match(publishRefusal(all, 'a/b/status', OWN), /only commands/);
});

t.test('filters', async t => {
  const cases: [filter: string, topic: string, expected: boolean][] = [
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['a/b/c', 'a/b', false],
    ['a/+/c', 'a/b/c', true],
    ['a/+', 'a/b/c', false],
    ['a/#', 'a/b/c', true],
    ['a/#', 'a', true],
    ['#', 'a', true],
    ['+', '', true],
    ['a/b', 'a/B', false],
  ];
  for (const [filter, topic, expected] of cases) t.equal(matches(filter, topic), expected, `${filter} and ${topic}`);
});

t.test('packets are measured wherever the stream is cut', async t => {
  const packet = (length: number) => {
    const head = [0x30];
    for (let rest = length; ; ) {
      head.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
      rest >>= 7;
      if (rest === 0) break;
    }
    return Buffer.concat([Buffer.from(head), Buffer.alloc(length, 0xff)]);
  };
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(127, 128, 16_383, 16_384, 20_000)), {
        maxLength: 8,
      }),
      fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 30 }),
      fc.boolean(),
      (lengths, cuts, tooLong) => {
        const meter = new PacketMeter(20_000);
        const stream = Buffer.concat([...lengths, ...(tooLong ? [20_001] : [])].map(packet));
        let at = 0;
        let passes = true;
        for (const cut of [...cuts, stream.length]) {
          passes = passes && meter.passes(stream.subarray(at, at + cut));
          at += cut;
        }
        return passes === !tooLong;
      },
    ),
    { numRuns: 300, seed: 16 },
  );
  t.notOk(new PacketMeter(100).passes(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01])), 'a length without end');
});
