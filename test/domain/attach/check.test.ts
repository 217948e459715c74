import t from 'tap';
import type { AttachState } from '../../../src/domain/attach/attach-records.ts';
import { judgeAttach } from '../../../src/domain/attach/check.ts';
import { attachBlock, cmac } from '../../../src/domain/attach/signature.ts';
import type { Eui } from '../../../src/kit/eui.ts';

const EP = 'fe0000000000e101' as Eui;
const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
const NONCE = Uint8Array.of(1, 2, 3, 4);
const NOW = 1_000_000_000;

const state = (changes: Partial<AttachState> = {}): AttachState => ({
  ...{ id: 1, org: 1, eui: EP, nwkKey: null, sessionKey: null, shAddr: null, suspended: false, skipCheck: false },
  ...{ generation: 0, updatedAt: 0, attachCnt: null, nonce: null, sign: null, attachShAddr: null, answeredAt: null },
  ...changes,
});
const telegram = (attachCnt: number, nonce = NONCE) => ({
  ...{ epEui: EP, attachCnt, nonce },
  sign: new Uint8Array(cmac(KEY, attachBlock(EP, attachCnt)).subarray(0, 4)),
});
const judge = (endpoint: AttachState | undefined, cnt: number, open = false, key: Uint8Array | undefined = KEY) =>
  judgeAttach(endpoint, key, telegram(cnt), open, NOW, 300_000);

t.test('who may attach', async t => {
  t.same(judge(undefined, 5), { kind: 'refuse', code: 71, reason: 'unknown_endpoint' });
  t.same(judge(state({ suspended: true }), 5), { kind: 'refuse', code: 71, reason: 'suspended' });
  t.same(judge(state(), 5, false, Uint8Array.of(1)), { kind: 'refuse', code: 5, reason: 'no_key' });
  t.same(judgeAttach(state(), undefined, telegram(5), false, NOW, 1), { kind: 'refuse', code: 5, reason: 'no_key' });
  t.same(judge(state(), 5), { kind: 'accept' });
});

t.test('the attach counter only goes up, except over the end of its 24 bits', async t => {
  const replay = { kind: 'refuse', code: 71, reason: 'counter_replay' };
  t.same(judge(state(), 0), { kind: 'accept' }, 'any value the first time');
  t.same(judge(state({ attachCnt: 5 }), 6), { kind: 'accept' });
  t.same(judge(state({ attachCnt: 5 }), 5), replay);
  t.same(judge(state({ attachCnt: 5 }), 4), replay);
  t.same(judge(state({ attachCnt: 0xffff01 }), 0xff), { kind: 'accept' });
  t.same(judge(state({ attachCnt: 0xffff01 }), 0x100), replay);
  t.same(judge(state({ attachCnt: 0xffff00 }), 0xff), replay);
});

t.test('a wrong signature is refused unless the endpoint is excused from the check', async t => {
  const wrong = { ...telegram(5), sign: Uint8Array.of(0, 0, 0, 0) };
  const { kind } = judgeAttach(state(), KEY, wrong, false, NOW, 300_000);
  t.equal(kind, 'refuse');
  t.same(judgeAttach(state({ skipCheck: true }), KEY, wrong, false, NOW, 300_000), { kind: 'accept' });
  t.match(judgeAttach(state({ skipCheck: true, attachCnt: 5 }), KEY, wrong, false, NOW, 300_000), { kind: 'refuse' });
});

t.test('the telegram accepted last is a repetition for five minutes, or as long as its operation is open', async t => {
  const { nonce, sign } = telegram(5);
  const last = (ageMs: number) => state({ attachCnt: 5, nonce, sign, answeredAt: NOW - ageMs });
  t.same(judge(last(299_999), 5), { kind: 'repeat' });
  t.match(judge(last(300_000), 5), { kind: 'refuse', reason: 'counter_replay' });
  t.same(judge(last(300_000), 5, true), { kind: 'repeat' });
  const other = judgeAttach(last(10), KEY, telegram(5, Uint8Array.of(9, 9, 9, 9)), false, NOW, 300_000);
  t.match(other, { kind: 'refuse', reason: 'counter_replay' }, 'same counter, other nonce');
});
