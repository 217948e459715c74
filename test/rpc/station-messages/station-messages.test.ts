import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { START } from '../caller.ts';
import { at, BS, EP, openTraffic, type Traffic } from '../traffic.ts';

const RX = BigInt(START - 60_000) * 1_000_000n;
const bs_eui = BS[1];

async function someTraffic({ hear, receive }: Traffic) {
  await hear(
    {
      packetCnt: 1,
      rxTime: RX,
      userData: Buffer.from('00deadbeef', 'hex'),
      flags: 1,
      more: { profile: '=EU1', eqSnr: 4 },
    },
    { packetCnt: 1, rxTime: RX + 9n, station: 2 },
    { ep: 2, packetCnt: 2, rxTime: RX + 1_000_000n, format: 3, more: { snr: 20, rssi: -70, mode: 'ulp' } },
    { ep: 3, packetCnt: 3, rxTime: RX + 2_000_000n, userData: Buffer.from('00deadbeef', 'hex') },
    { packetCnt: 4, rxTime: RX + 3_000_000n, station: 2 },
  );
  await receive({ packetCnt: 4, rxTime: RX - 5n });
}

t.test("a station's lines are its own copies, newest first", async t => {
  const traffic = await openTraffic(t);
  await someTraffic(traffic);
  const { call, advance } = traffic;
  const list = async (more: Partial<Parameters<typeof call<'ListBaseStationMessages'>>[1]>) => {
    advance(11_000);
    const { messages, total_count } = await call('ListBaseStationMessages', { bs_eui, ...more });
    t.equal(total_count, messages.length, JSON.stringify(more));
    return messages.map(({ seq }) => seq);
  };
  t.same(await list({}), ['3', '2', '1', '5']);
  t.same(await list({ order_by: 'occurred_at asc' }), ['5', '1', '2', '3']);
  t.same(await list({ ep_eui: EP[1] }), ['1', '5']);
  t.same(await list({ ep_eui: EP[3] }), [], "another organization's endpoint is not found");
  t.same(await list({ dl_open: true }), ['1']);
  t.same(await list({ duplicate: true }), []);
  t.same(await list({ direction: 'uplink', start_time: at(START - 60_000) }), ['3', '2', '1']);
  t.same(await list({ end_time: at(START - 60_000) }), ['5']);
  t.same(await list({ direction: 'downlink' }), []);
  const pages: string[] = [];
  let page_token = '';
  do {
    const page = await call('ListBaseStationMessages', { bs_eui, page_size: 3, page_token });
    pages.push(...page.messages.map(({ seq }) => seq));
    page_token = page.next_page_token;
  } while (page_token);
  t.same(pages, ['3', '2', '1', '5']);
});

t.test('one line shows the values of this station, also when it was not the best', async t => {
  const traffic = await openTraffic(t);
  await someTraffic(traffic);
  const { call, refusal } = traffic;
  const { messages } = await call('ListBaseStationMessages', { bs_eui });
  const late = messages[3];
  t.match(await call('GetBaseStationMessage', { bs_eui, id: late?.id ?? '' }), {
    id: late?.id,
    seq: '5',
    bs_eui,
    packet_cnt: 4,
    rx_time: String(RX - 5n),
    receivers: 2,
    que_id: '0',
    tx_time: '0',
  });
  t.equal(await refusal('GetBaseStationMessage', { bs_eui: BS[2], id: messages[1]?.id ?? '' }), 'MessageNotFound');
  t.equal(await refusal('GetBaseStationMessage', { bs_eui, id: bs_eui }), 'InvalidIDFormat');
  t.equal(await refusal('GetBaseStationMessage', { bs_eui: BS[3], id: late?.id ?? '' }), 'BaseStationNotFound');
});

t.test('statistics of a station count its copies in the window', async t => {
  const traffic = await openTraffic(t);
  await someTraffic(traffic);
  const { call, refusal } = traffic;
  t.match(await call('GetBaseStationMessageStats', { bs_eui }), {
    total: '4',
    uplinks: '4',
    downlinks: '0',
    unique_endpoints: 3,
    duplicates: '0',
    avg_snr: 12.5,
    avg_eq_snr: 4,
    min_rssi: -90,
    max_rssi: -70,
    by_profile: { '=EU1': '1' },
    by_mode: { ulp: '1' },
    payload_bytes: '12',
    last_message_at: { seconds: String(START / 1000 - 60), nanos: 2_000_000 },
  });
  const none = await call('GetBaseStationMessageStats', { bs_eui, end_time: at(START - HOUR_MS) });
  t.match(none, { total: '0', first_message_at: null, last_message_at: null });
  t.equal(none.avg_snr, undefined);
  const start_time = at(START - 400 * DAY_MS);
  t.equal(await refusal('GetBaseStationMessageStats', { bs_eui, start_time }), 'TimeRangeTooLarge');
});

t.test('search words must all match what the caller may see', async t => {
  const traffic = await openTraffic(t);
  await someTraffic(traffic);
  const { call, refusal } = traffic;
  const find = async (query: string) => {
    const { messages, total_count } = await call('SearchBaseStationMessages', { bs_eui, query });
    t.equal(total_count, messages.length, query);
    return messages.map(({ seq }) => seq);
  };
  t.same(await find('DEADBEEF'), ['1'], 'not the payload of another organization');
  t.same(await find('0e102'), ['2']);
  t.same(await find('meter'), ['2', '1', '5']);
  t.same(await find('cnt:4'), ['5']);
  t.same(await find('fmt:3'), ['2']);
  t.same(await find('op:3'), ['3']);
  t.same(await find('que:42'), []);
  t.same(await find('meter cnt:1'), ['1']);
  t.same(await find('meter op:3'), []);
  t.equal(await refusal('SearchBaseStationMessages', { bs_eui, query: ' a ' }), 'QueryRequired');
  t.equal(await refusal('SearchBaseStationMessages', { bs_eui, query: 'ab', direction: 'x' }), 'InvalidDirection');
  t.equal(await refusal('SearchBaseStationMessages', { bs_eui: BS[3], query: 'ab' }), 'BaseStationNotFound');
});

t.test('exports hold the same rows in every format', async t => {
  const traffic = await openTraffic(t);
  await someTraffic(traffic);
  const { call, refusal } = traffic;
  const csv = await call('ExportBaseStationMessages', { bs_eui });
  t.match(csv, { row_count: 4, truncated: false, next_page_token: '', content_type: 'text/csv; charset=utf-8' });
  t.equal(csv.filename, `bs-${bs_eui}-20260303T123000Z-20260304T123000Z.csv`);
  const lines = Buffer.from(csv.content).toString().split('\r\n');
  t.equal(
    lines[0],
    'id,seq,direction,opId,epEui,bsEui,rxTime,txTime,packetCnt,snr,rssi,eqSnr,profile,mode,format,dlOpen,responseExp,dlAck,duplicate,userData,decodeStatus,decoded,queId,result',
  );
  t.match(lines[2], new RegExp(`,1,uplink,1,${EP[1]},${bs_eui},2026-03-04T12:29:00.000000000Z,,1,10,-90,4,'=EU1,`));
  t.match(lines[4], /,3,,ff00000000000b51,/, 'no endpoint of another organization');
  t.notOk(lines[4]?.includes('deadbeef'));
  const json = await call('ExportBaseStationMessages', { bs_eui, format: 'json', gzip: true });
  t.match(json, { content_type: 'application/gzip', filename: /\.json\.gz$/ });
  const rows = JSON.parse(gunzipSync(json.content).toString());
  t.match(rows[1], {
    seq: '1',
    opId: '1',
    userData: '00deadbeef',
    rssi: -90,
    dlOpen: true,
    queId: null,
    profile: '=EU1',
  });
  const ndjson = await call('ExportBaseStationMessages', { bs_eui, format: 'ndjson' });
  t.same(
    Buffer.from(ndjson.content)
      .toString()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
    rows,
  );
  const none = await call('ExportBaseStationMessages', { bs_eui, format: 'json', direction: 'downlink' });
  t.equal(Buffer.from(none.content).toString(), '[]');
  t.equal(await refusal('ExportBaseStationMessages', { bs_eui, format: 'xml' }), 'InvalidExportFormat');
  t.equal(await refusal('ExportBaseStationMessages', { bs_eui, direction: 'x' }), 'InvalidDirection');
  t.equal(await refusal('ExportBaseStationMessages', { bs_eui, page_token: 'x' }), 'InvalidPageToken');
});

t.test('an export that is too large for one answer goes on where it ended', async t => {
  const { hear, call, advance } = await openTraffic(t);
  const payload = Buffer.alloc(200, 1);
  for (let n = 0; n < 8000; n += 2000) {
    await hear(
      ...Array.from({ length: 2000 }, (_, k) => ({ packetCnt: n + k, rxTime: RX + BigInt(n + k), userData: payload })),
    );
  }
  const seqs: string[] = [];
  let page_token = '';
  do {
    const part = await call('ExportBaseStationMessages', { bs_eui, format: 'ndjson', page_token });
    t.ok(part.content.length <= 3.5 * 1024 * 1024);
    t.equal(part.truncated, part.next_page_token !== '');
    const rows = Buffer.from(part.content).toString().trimEnd().split('\n');
    t.equal(rows.length, part.row_count);
    seqs.push(...rows.map(row => JSON.parse(row).seq as string));
    page_token = part.next_page_token;
    advance(HOUR_MS);
  } while (page_token);
  t.equal(seqs.length, 8000);
  t.equal(new Set(seqs).size, 8000);
});

t.test('activity joins events and lines in one order', async t => {
  const traffic = await openTraffic(t);
  await someTraffic(traffic);
  const { store, call, refusal } = traffic;
  const event = { type: 'basestation.connected', org: 1, station: 1, bsEui: bs_eui } as const;
  for (const ms of [-60_000, -60_000, -59_999, -59_998, -1])
    await store.write.events.raise({ ...event, at: START + ms, storedAt: START, data: { ms } });
  const whole = await call('ListBaseStationActivity', { bs_eui, page_size: 100 });
  // With the first telegrams of two endpoints.
  t.match(whole, { total_count: 11, next_page_token: '' });
  const name = ({ event: e, message: m }: (typeof whole.items)[number]) => e?.id ?? m?.id;
  const times = whole.items.map(
    ({ occurred_at: o }) => BigInt(o?.seconds ?? 0) * 1_000_000_000n + BigInt(o?.nanos ?? 0),
  );
  t.ok(times.every((time, n) => n === 0 || time <= (times[n - 1] ?? 0n)));
  const connected = whole.items.find(({ event: e }) => e?.event_type === 'basestation.connected');
  t.match(connected?.event, { severity: 'info', bs_eui, count: 1 });
  for (const page_size of [1, 2, 4]) {
    const names: unknown[] = [];
    let page_token = '';
    do {
      const page = await call('ListBaseStationActivity', { bs_eui, page_size, page_token });
      names.push(...page.items.map(name));
      page_token = page.next_page_token;
    } while (page_token);
    t.same(names, whole.items.map(name), `pages of ${page_size}`);
  }
  t.equal((await call('ListBaseStationActivity', { bs_eui, kinds: ['event'] })).total_count, 7);
  t.equal((await call('ListBaseStationActivity', { bs_eui, kinds: ['message'] })).total_count, 4);
  t.equal((await call('ListBaseStationActivity', { bs_eui, severity: 'error' })).total_count, 0);
  t.equal(await refusal('ListBaseStationActivity', { bs_eui, kinds: ['x'] }), 'InvalidEnumValue');
  t.equal(await refusal('ListBaseStationActivity', { bs_eui, severity: 'x' }), 'InvalidSeverity');
});

t.test('many events of one millisecond have one order in the activity, however pages cut them', async t => {
  const { store, call } = await openTraffic(t);
  const event = { type: 'basestation.connected', org: 1, station: 1, bsEui: bs_eui } as const;
  for (let n = 0; n < 15; n++) {
    await store.write.events.raise({ ...event, at: START + Math.floor(n / 12), storedAt: START + 1, data: { n } });
  }
  const pages = async (page_size: number) => {
    const ids: string[] = [];
    let page_token = '';
    do {
      const page = await call('ListBaseStationActivity', { bs_eui, page_size, page_token });
      ids.push(...page.items.map(item => `${item.occurred_at?.nanos} ${item.event?.id}`));
      page_token = page.next_page_token;
    } while (page_token);
    return ids;
  };
  const whole = await pages(100);
  t.equal(whole.length, 15);
  t.same(whole, whole.toSorted().reverse());
  for (const size of [1, 2, 4, 11]) t.same(await pages(size), whole, `pages of ${size}`);
});

t.test('activity shows what an event that is still counted has come to', async t => {
  const { store, call, lineFeed, now } = await openTraffic(t);
  store.newsTo(news => lineFeed.tell(news));
  const event = { type: 'basestation.protocol_error', org: 1, station: 1, bsEui: bs_eui, data: { code: 71 } } as const;
  for (let count = 1; count <= 7; count++) {
    await store.write.events.raise({ ...event, at: now(), storedAt: now() });
    const { items } = await call('ListBaseStationActivity', { bs_eui });
    t.match(items, [{ event: { event_type: event.type, count } }]);
  }
});
