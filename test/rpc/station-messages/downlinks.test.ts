import t, { type Test } from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import type { ClientMethods } from '../../../src/rpc/schema.gen.ts';
import { Center, until } from '../../peers/center.ts';
import { DownlinkEndings, type Ending, stepsOf } from '../../peers/ended-downlinks.ts';
import { METER, uplink } from '../../peers/telegrams.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const AT = START - 60_000;
const RX = BigInt(AT) * 1_000_000n;
const bs_eui = BS[1];
const DEADBEEF = { userData: [Buffer.from('00deadbeef', 'hex')] };

/** Endpoints that listen, and what ends downlinks at stations. */
async function opened(t: Test, rows = '') {
  const traffic = await openTraffic(t, `UPDATE endpoint SET ep_class = 'A'; ${rows}`);
  const endings = new DownlinkEndings(stepsOf(traffic.store));
  return {
    ...traffic,
    end(ending: Pick<Ending, 'how'> & Partial<Ending>): Promise<number> {
      const { endpoint = 1 } = ending;
      const org = endpoint === 3 ? 2 : 1;
      return endings.end({ station: 1, at: AT, org, ...ending, endpoint, epEui: EP[endpoint] as Eui });
    },
  };
}

/** Nine lines of station 1, the first six at the same nanosecond. Downlink n has queue id n. */
async function someTraffic({ hear, end }: Awaited<ReturnType<typeof opened>>) {
  await hear({ packetCnt: 1, rxTime: RX, flags: 1 }, { ep: 2, packetCnt: 2, rxTime: RX });
  await end({ how: 'sent', at: AT + 5000, txTime: RX, packetCnt: 1, content: { ...DEADBEEF, format: 9 } });
  await end({ how: 'expired', endpoint: 2 });
  await end({ how: 'refused', content: { responseExp: true } });
  await hear({ packetCnt: 3, rxTime: RX });
  await end({ how: 'sent', at: AT + 5000, endpoint: 3, txTime: RX + 1n, packetCnt: 7, content: DEADBEEF });
  await end({ how: 'revoked', at: AT + 1 });
  await end({ how: 'invalid', at: AT + 2, station: 2 });
  await end({ how: 'overdue', at: AT + 3 });
}

t.test("a station's lines are what it heard, sent and dropped, newest first", async t => {
  const traffic = await opened(t);
  await someTraffic(traffic);
  const { call, advance } = traffic;
  const list = async (more: Partial<ClientMethods['ListBaseStationMessages']['request']>) => {
    advance(11_000);
    const { messages, total_count } = await call('ListBaseStationMessages', { bs_eui, ...more });
    t.equal(total_count, messages.length, JSON.stringify(more));
    return messages.map(({ seq }) => Number(seq));
  };
  t.same(await list({}), [10, 8, 7, 6, 5, 4, 3, 2, 1]);
  t.same(await list({ order_by: 'occurred_at asc' }), [1, 2, 3, 4, 5, 6, 7, 8, 10]);
  t.same(await list({ direction: 'uplink' }), [6, 2, 1]);
  t.same(await list({ direction: 'downlink' }), [10, 8, 7, 5, 4, 3]);
  t.same(await list({ direction: 'downlink', bs_eui: BS[2] }), [9]);
  t.same(await list({ ep_eui: EP[2] }), [4, 2]);
  t.same(await list({ ep_eui: EP[3] }), [], "another organization's endpoint is not found");
  t.same(await list({ duplicate: true }), []);
  t.same(await list({ dl_open: true }), [1]);
  t.same(await list({ dl_open: false, direction: 'downlink' }), [10, 8, 7, 5, 4, 3]);
  t.same(await list({ start_time: at(AT + 1), end_time: at(AT + 3) }), [8]);
  t.same(await list({ end_time: at(AT + 1) }), [7, 6, 5, 4, 3, 2, 1]);
  for (const order_by of ['occurred_at desc', 'occurred_at asc']) {
    const whole = await list({ order_by });
    for (const page_size of [1, 2, 4]) {
      const seqs: number[] = [];
      let page_token = '';
      do {
        const page = await call('ListBaseStationMessages', { bs_eui, order_by, page_size, page_token });
        t.equal(page.total_count, 9);
        seqs.push(...page.messages.map(({ seq }) => Number(seq)));
        page_token = page.next_page_token;
      } while (page_token);
      t.same(seqs, whole, `${order_by}, pages of ${page_size}`);
    }
  }
});

t.test('one line shows a downlink as its station had it', async t => {
  const traffic = await opened(t);
  await someTraffic(traffic);
  const { call, refusal } = traffic;
  const { messages } = await call('ListBaseStationMessages', { bs_eui, direction: 'downlink' });
  const one = async (seq: string) => {
    const id = messages.find(message => message.seq === seq)?.id ?? '';
    const line = await call('GetBaseStationMessage', { bs_eui, id });
    t.equal(line.id, id);
    t.match(line, { seq, bs_eui, direction: 'downlink', rx_time: '0', receivers: 0, dl_open: false, duplicate: false });
    t.equal(line.snr, undefined);
    return line;
  };
  const sent = await one('3');
  t.match(sent, {
    ...{ ep_eui: EP[1], que_id: '1', op_id: '-1', result: 'sent', packet_cnt: 1, format: 9, tx_time: String(RX) },
    ...{ occurred_at: { seconds: String(AT / 1000), nanos: 0 }, response_exp: false, decode_status: '' },
  });
  t.equal(Buffer.from(sent.user_data).toString('hex'), '00deadbeef');
  const refused = await one('5');
  t.match(refused, { que_id: '3', result: 'invalid', tx_time: '0', response_exp: true, ep_eui: EP[1] });
  t.match(refused.occurred_at, { seconds: String(AT / 1000) });
  t.equal(refused.packet_cnt, undefined);
  t.match(await one('4'), { result: 'expired' });
  t.match(await one('8'), { result: 'revoked', que_id: '5' });
  t.match(await one('10'), { result: 'expired', occurred_at: { nanos: 3_000_000 } });
  const foreign = await one('7');
  t.match(foreign, { ep_eui: '', format: 0, que_id: '4', result: 'sent', tx_time: String(RX + 1n) });
  t.equal(foreign.packet_cnt, undefined);
  t.equal(foreign.user_data.length, 0);
  t.equal(await refusal('GetBaseStationMessage', { bs_eui: BS[2], id: sent.id }), 'MessageNotFound');
  t.equal(await refusal('GetMessage', { id: sent.id }), 'MessageNotFound');
});

t.test('an acknowledged downlink was sent', async t => {
  const { call, hear, end } = await opened(t);
  await end({ how: 'sent', txTime: RX, packetCnt: 4 });
  await hear({ packetCnt: 5, flags: 4 });
  t.equal((await call('GetDownlinkResults', { status: 'acknowledged' })).total_count, 1);
  const { messages } = await call('ListBaseStationMessages', { bs_eui, direction: 'downlink' });
  t.match(messages, [{ seq: '1', result: 'sent', tx_time: String(RX) }]);
});

t.test('statistics count downlinks where they were sent and where they failed', async t => {
  const traffic = await opened(t);
  await someTraffic(traffic);
  const { call } = traffic;
  t.match(await call('GetBaseStationMessageStats', { bs_eui }), {
    ...{ total: '9', uplinks: '3', downlinks: '6', unique_endpoints: 3, payload_bytes: '3' },
    first_message_at: { seconds: String(AT / 1000), nanos: 0 },
    last_message_at: { seconds: String(AT / 1000), nanos: 3_000_000 },
  });
  const other = await call('GetBaseStationMessageStats', { bs_eui: BS[2] });
  t.match(other, { total: '1', uplinks: '0', downlinks: '1', unique_endpoints: 1 });
  t.match(other.last_message_at, { nanos: 2_000_000 });
  const before = await call('GetBaseStationMessageStats', { bs_eui, end_time: at(AT + 3) });
  t.equal(before.downlinks, '5', 'the end is exclusive');
  const stats = await call('GetBaseStationStats', { bs_eui, start_time: at(AT - HOUR_MS), granularity: 'hour' });
  t.match(stats, { uplinks: '3', downlinks_sent: '2', downlinks_failed: '3' });
  t.same(
    stats.buckets.map(({ downlinks }) => downlinks),
    ['0', '2'],
  );
  const days = await call('GetBaseStationStats', { bs_eui, start_time: at(AT + 1), granularity: 'day' });
  t.match(days, { downlinks_sent: '0', downlinks_failed: '1', buckets: [{ downlinks: '0' }] });
});

t.test('search finds downlinks by what the caller may see', async t => {
  const traffic = await opened(t);
  await someTraffic(traffic);
  const { call } = traffic;
  const find = async (query: string, more: object = {}) => {
    const { messages, total_count } = await call('SearchBaseStationMessages', { bs_eui, query, ...more });
    t.equal(total_count, messages.length, query);
    return messages.map(({ seq }) => Number(seq));
  };
  t.same(await find('que:1'), [3]);
  t.same(await find('que:4'), [7], 'the queue id is not hidden');
  t.same(await find('op:-1'), [3]);
  t.same(await find('op:1'), [1]);
  t.same(await find('cnt:1'), [3, 1]);
  t.same(await find('cnt:1', { direction: 'downlink' }), [3]);
  t.same(await find('cnt:7'), [], 'not the counter of another organization');
  t.same(await find('fmt:9'), [3]);
  t.same(await find('adbee'), [3], 'not the payload of another organization');
  t.same(await find('e102'), [4, 2]);
  t.same(await find('meter 2'), [4, 2]);
  t.same(await find('meter', { direction: 'downlink', ep_eui: EP[1] }), [10, 8, 5, 3]);
  t.same(await find('meter que:3'), [5]);
  t.same(await find('que:3 cnt:1'), []);
  t.same(await find('que:6'), [], 'of another station');
});

t.test('exports hold both kinds with the columns of each', async t => {
  const traffic = await opened(t);
  await someTraffic(traffic);
  const { call } = traffic;
  const csv = await call('ExportBaseStationMessages', { bs_eui });
  t.match(csv, { row_count: 9, truncated: false });
  const [head = '', ...rows] = Buffer.from(csv.content).toString().trimEnd().split('\r\n');
  const columns = head.split(',');
  const cells = rows.map(row => Object.fromEntries(row.split(',').map((cell, n) => [columns[n], cell])));
  t.same(
    cells.map(({ seq }) => Number(seq)),
    [1, 2, 3, 4, 5, 6, 7, 8, 10],
  );
  t.match(cells[0], {
    direction: 'uplink',
    rxTime: '2026-03-04T12:29:00.000000000Z',
    txTime: '',
    queId: '',
    result: '',
  });
  t.match(cells[2], {
    ...{ direction: 'downlink', opId: '-1', epEui: EP[1], rxTime: '', txTime: '2026-03-04T12:29:00.000000000Z' },
    ...{ packetCnt: '1', snr: '', profile: '', format: '9', dlOpen: 'false', userData: '00deadbeef', queId: '1' },
    ...{ result: 'sent', decodeStatus: '', decoded: '' },
  });
  t.match(cells[4], { txTime: '', packetCnt: '', responseExp: 'true', queId: '3', result: 'invalid' });
  t.match(cells[6], { epEui: '', packetCnt: '', format: '', userData: '', queId: '4', result: 'sent' });
  const ndjson = async (more: object) => {
    const { content } = await call('ExportBaseStationMessages', { bs_eui, format: 'ndjson', ...more });
    const lines = Buffer.from(content).toString().trimEnd().split('\n');
    return lines.map(line => JSON.parse(line) as Record<string, unknown>);
  };
  t.match(await ndjson({ direction: 'downlink', ep_eui: EP[2] }), [
    { seq: '4', direction: 'downlink', queId: '2', result: 'expired', txTime: null, packetCnt: null, rxTime: null },
  ]);
  const json = await call('ExportBaseStationMessages', { bs_eui, format: 'json' });
  t.same(JSON.parse(Buffer.from(json.content).toString()), await ndjson({}));
  t.equal((await call('ExportBaseStationMessages', { bs_eui, direction: 'uplink' })).row_count, 3);
});

t.test('an export too large for one answer goes on at the line where it ended, of whichever kind', async t => {
  const { hear, end, call, advance } = await opened(t);
  const payload = Buffer.alloc(200, 1);
  for (let n = 0; n < 6000; n += 2000) {
    await hear(
      ...Array.from({ length: 2000 }, (_, k) => ({ packetCnt: n + k, rxTime: RX + BigInt(n + k), userData: payload })),
    );
  }
  for (let n = 0; n < 60; n++) await end({ how: 'sent', txTime: RX + BigInt(n * 100), packetCnt: n });
  const seqs: string[] = [];
  let parts = 0;
  let page_token = '';
  do {
    const part = await call('ExportBaseStationMessages', { bs_eui, format: 'ndjson', page_token });
    const rows = Buffer.from(part.content).toString().trimEnd().split('\n');
    t.equal(rows.length, part.row_count);
    seqs.push(...rows.map(row => JSON.parse(row).seq as string));
    page_token = part.next_page_token;
    parts++;
    advance(HOUR_MS);
  } while (page_token);
  t.ok(parts > 1);
  t.equal(seqs.length, 6060);
  t.equal(new Set(seqs).size, 6060);
});

t.test('a stream wakes for downlinks, and resumes behind a cursor or at a time', async t => {
  const traffic = await opened(t);
  const { stream, end, hear } = traffic;
  const live = await stream('StreamBaseStationMessages', { bs_eui });
  const first = live.next();
  await end({ how: 'sent', txTime: RX, packetCnt: 1 });
  t.match(await first, { seq: '1', direction: 'downlink', result: 'sent', que_id: '1', ep_eui: EP[1] });
  await end({ how: 'expired', station: 2 });
  await hear({ packetCnt: 1 });
  await end({ how: 'overdue', endpoint: 3, at: START + 1000 });
  t.match(
    [await live.next(), await live.next()],
    [
      { seq: '3', direction: 'uplink' },
      { seq: '4', ep_eui: '' },
    ],
  );
  const seqsOf = async (start: object, count: number) => {
    const opened = await stream('StreamBaseStationMessages', { bs_eui, ...start });
    const seqs: string[] = [];
    while (seqs.length < count) seqs.push((await opened.next()).seq);
    opened.cancel();
    return seqs;
  };
  t.same(await seqsOf({ after_seq: '1' }, 2), ['3', '4']);
  t.same(await seqsOf({ start_time: at(AT) }, 3), ['1', '3', '4']);
  t.same(await seqsOf({ start_time: at(START + 1000) }, 1), ['4']);
  const down = await stream('StreamBaseStationMessages', { bs_eui, after_seq: '1', direction: 'downlink' });
  t.equal((await down.next()).seq, '4');
  const up = await stream('StreamBaseStationMessages', { bs_eui, start_time: at(AT), direction: 'uplink' });
  t.equal((await up.next()).seq, '3');
  const mine = await stream('StreamBaseStationMessages', { bs_eui, after_seq: '3', ep_eui: EP[1] });
  await end({ how: 'invalid' });
  t.match(await mine.next(), { seq: '5', result: 'invalid' });
  t.match([await down.next(), await live.next()], [{ seq: '5' }, { seq: '5' }]);
});

t.test('a stream of messages is not held up by downlinks', async t => {
  const { stream, end, hear } = await opened(t);
  const live = await stream('StreamMessages', {});
  for (let n = 0; n < 3; n++) await end({ how: 'invalid' });
  await hear({ packetCnt: 1 });
  t.equal((await live.next()).seq, '4');
});

t.test('a backlog of downlinks only is too old after a week, too', async t => {
  const { streamRefusal, stream, end, advance } = await opened(t);
  for (let n = 0; n < 2; n++) await end({ how: 'invalid', at: START });
  advance(7 * DAY_MS + 1);
  await end({ how: 'invalid', at: START + 7 * DAY_MS });
  for (const start of [{ after_seq: '1' }, { start_time: at(START) }]) {
    t.match(await streamRefusal('StreamBaseStationMessages', { bs_eui, ...start }), {
      token: 'StreamCursorTooOld',
      about: { oldest_seq: '3' },
    });
  }
  const live = await stream('StreamBaseStationMessages', { bs_eui, after_seq: '2' });
  t.equal((await live.next()).seq, '3');
});

t.test('activity shows every event and line of one millisecond once', async t => {
  // Ids below and above those of the lines: such events come behind and before them.
  const prefix = AT.toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-');
  const ids = ['7000', '7001', '7fff'].map(group => `${prefix}-${group}-8000-000000000000`);
  const { call, end } = await opened(
    t,
    `INSERT INTO event (uuid, event_type, category, severity, title, source_type, source_id, org, station, bs_eui, timestamp_at, stored_at, data)
     SELECT value, 'basestation.connected', 'connection', 'info', '', '', '', 1, 1, '${bs_eui}', ${AT}, ${AT}, '{}'
     FROM json_each('${JSON.stringify(ids)}')`,
  );
  for (let n = 0; n < 3; n++) await end({ how: 'invalid', at: AT - 1 });
  for (let n = 0; n < 30; n++) await end({ how: 'expired', endpoint: 1 + (n % 2) });
  const start_time = at(AT - 1);
  const whole = await call('ListBaseStationActivity', { bs_eui, page_size: 100, start_time });
  const lines = whole.items.flatMap(({ message }) => message ?? []);
  t.same(
    lines.map(({ seq }) => Number(seq)),
    Array.from({ length: 33 }, (_, n) => 33 - n),
  );
  t.equal(whole.total_count, whole.items.length);
  const name = ({ event: e, message: m }: (typeof whole.items)[number]) => e?.id ?? m?.id ?? '';
  const names = whole.items.map(name);
  t.strictSame(names, names.toSorted().reverse(), 'ids begin with the time, and decide within it');
  t.ok(ids.every(id => names.includes(id)));
  for (const page_size of [1, 4, 7, 20]) {
    const paged: string[] = [];
    let page_token = '';
    do {
      const page = await call('ListBaseStationActivity', { bs_eui, page_size, page_token, start_time });
      paged.push(...page.items.map(name));
      page_token = page.next_page_token;
    } while (page_token);
    t.strictSame(paged, names, `pages of ${page_size}`);
  }
  t.equal((await call('ListBaseStationActivity', { bs_eui, kinds: ['message'] })).total_count, 33);
});

t.test('a stream goes through a backlog in which every batch is full of downlinks', async t => {
  const { hear, end, stream } = await opened(t);
  await hear({ packetCnt: 1 });
  for (let n = 0; n < 250; n++) await end({ how: 'expired' });
  const live = await stream('StreamBaseStationMessages', { bs_eui, start_time: at(START - HOUR_MS) });
  const seqs: number[] = [];
  while (seqs.length < 251) seqs.push(Number((await live.next()).seq));
  t.same(
    seqs,
    Array.from({ length: 251 }, (_, n) => n + 1),
  );
});

t.test("a station's stream goes on behind its cursor over a restart", async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const before = await center.baseStation({ bsEui: bs_eui });
  await center.endpoint({ ep_eui: METER, ep_class: 'A', pre_attach: true, nwk_sn_key: '01'.repeat(16) });
  await before.next('attPrp');
  const seen: string[] = [];
  const follow = (start: { after_seq: string } | { start_time: { seconds: number } }) => {
    const lines: string[] = [];
    const stream = center.api.stream('StreamBaseStationMessages', { bs_eui, ...start });
    stream.on('data', ({ seq, direction, result }: ClientMethods['StreamBaseStationMessages']['response']) =>
      lines.push(`${seq} ${direction} ${result}`),
    );
    stream.on('error', () => {});
    return { lines, cancel: () => stream.cancel() };
  };
  const window = async (station: typeof before, packetCnt: number) => {
    await center.api.call('SendDownlink', { ep_eui: METER });
    await station.hear(uplink({ packetCnt, dlOpen: true }));
    await station.reported();
  };
  const first = follow({ start_time: { seconds: Math.floor(center.clock.now() / 1000) - 1 } });
  await window(before, 1);
  await until(() => first.lines.length === 1);
  seen.push(...first.lines);
  await window(before, 2);
  // A stop may wind the clock, and what it closes would have its place then or not.
  await center.clock.advance(500);
  await until(async () => (await center.visible()) === 2);
  await center.stop();
  await center.begin();
  await using after = await center.baseStation({ bsEui: bs_eui, register: false, session: before.session });
  const second = follow({ after_seq: '1' });
  await until(() => second.lines.length === 3);
  await window(after, 3);
  await until(() => second.lines.length === 4);
  await center.clock.advance(500);
  await until(() => second.lines.length === 5);
  t.same(
    [...seen, ...second.lines],
    ['1 downlink sent', '2 downlink sent', '3 uplink ', '4 uplink ', '5 downlink sent', '6 uplink '],
  );
  second.cancel();
  t.same(after.complaints, []);
});
