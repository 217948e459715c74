import t from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { AnnouncementLedger } from './announcement-ledger.ts';

const EP = 'fe000000e0000001' as Eui;
const OTHER = 'fe000000e0000002' as Eui;
const KEY = Buffer.alloc(16, 1);
const FLAGS = { dualChan: false, repetition: false, wideCarrOff: false, longBlkDist: false };

function attPrp(epEui: Eui, more: { nwkSnKey?: Buffer; lastPacketCnt?: number; shAddr?: number } = {}) {
  return { epEui, bidi: false, nwkSnKey: KEY, shAddr: 1, lastPacketCnt: 0, ...FLAGS, ...more };
}

/** A station that was told of one endpoint by -1, and has answered. */
function toldOfOne(touched = () => false): AnnouncementLedger {
  const highest = (_: Eui, key: string) => (key === KEY.toString('hex') ? 5 : undefined);
  const ledger = new AnnouncementLedger('station', { touchedSince: touched, highest });
  ledger.begin(false);
  take(ledger, -1, attPrp(EP));
  return ledger;
}

function take(ledger: AnnouncementLedger, opId: number, message: ReturnType<typeof attPrp>): void {
  const verdict = ledger.request('attPrp', opId, Buffer.from(JSON.stringify(message)), message.epEui);
  if (verdict === 'carry out' && !ledger.known.get(message.epEui)?.from.endsWith(String(opId))) {
    ledger.announced(opId, message);
    ledger.learn(opId, message);
  }
  ledger.answered(opId, 'response');
}

function takeAll(ledger: AnnouncementLedger, ...announcements: [opId: number, epEui: Eui][]): void {
  for (const [opId, epEui] of announcements) take(ledger, opId, attPrp(epEui));
}

t.test('a ledger finds nothing wrong with what is right', async t => {
  const ledger = toldOfOne();
  ledger.completed('attPrpCmp', -1);
  take(ledger, -4, attPrp(OTHER, { lastPacketCnt: 5 }));
  ledger.begin(true);
  take(ledger, -4, attPrp(OTHER, { lastPacketCnt: 5 }));
  take(ledger, -5, attPrp(EP, { shAddr: 2 }));
  for (const opId of [-4, -5]) ledger.completed('attPrpCmp', opId);
  t.strictSame(ledger.faults, []);
  t.strictSame(ledger.unfinished(), []);
  t.match(ledger.counts, { announced: 3, repeated: 1, repeatedCompleted: 0, newSessions: 1, resumed: 1 });
  t.match(ledger.known.get(EP), { shAddr: 2, from: 'attPrp -5' });
});

t.test('a ledger notices what is against the rules', async t => {
  const rules: [what: string, fault: RegExp, act: (ledger: AnnouncementLedger) => void][] = [
    ['an id used again', /other content/, ledger => ledger.request('attPrp', -1, Buffer.of(0), OTHER)],
    ['other content in a repetition', /other content/, ledger => take(ledger, -1, attPrp(EP, { lastPacketCnt: 1 }))],
    ['an id that rises', /is new, but/, ledger => takeAll(ledger, [-7, OTHER], [-6, OTHER])],
    ['an old id behind a new one', /comes behind/, ledger => takeAll(ledger, [-2, OTHER], [-1, EP])],
    ['the same again', /without any reason/, ledger => take(ledger, -2, attPrp(EP))],
    [
      'the same again with another counter',
      /without any/,
      ledger => take(ledger, -2, attPrp(EP, { lastPacketCnt: 3 })),
    ],
    ['a counter that nobody sent', /only 5 was sent/, ledger => take(ledger, -2, attPrp(OTHER, { lastPacketCnt: 6 }))],
    ['a key of nobody', /nobody has set/, ledger => take(ledger, -2, attPrp(OTHER, { nwkSnKey: Buffer.alloc(16) }))],
    ['a completion of nothing', /completes nothing/, ledger => ledger.completed('attPrpCmp', -9)],
  ];
  for (const [what, fault, act] of rules) {
    const ledger = toldOfOne();
    ledger.begin(true);
    act(ledger);
    t.match(ledger.faults.join('\n'), fault, what);
  }
});

t.test('a ledger counts what is announced again with a reason', async t => {
  const touched = toldOfOne(() => true);
  take(touched, -2, attPrp(EP));
  t.match(touched.counts, { againTouched: 1 });
  const refused = toldOfOne();
  refused.answered(-1, 'error');
  t.ok(refused.refused.has(EP));
  take(refused, -2, attPrp(EP));
  t.match(refused.counts, { againRefused: 1 });
  t.notOk(refused.refused.has(EP));
  t.strictSame([...touched.faults, ...refused.faults], []);
});

t.test('a ledger misses announcements that are not repeated, or not completed', async t => {
  const open = toldOfOne();
  t.match(open.unfinished(), [/never completed/]);
  const unanswered = toldOfOne();
  unanswered.request('detPrp', -2, Buffer.of(1), EP);
  t.match(unanswered.unfinished(), [/never completed/, /has no answer/]);
  unanswered.begin(true);
  t.match(unanswered.unfinished(), [/-2 of .* never came again/]);
});
