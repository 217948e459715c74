import t from 'tap';
import { HOUR_MS } from '../../../src/kit/units.ts';
import { START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const RX = BigInt(START) * 1_000_000n + 123_456n;
const NOWHERE = '0192f000-0000-7000-8000-0000000000aa';

t.test('a message shows all its receptions, best first, with every digit', async t => {
  const { hear, call, refusal } = await openTraffic(t);
  const subpackets = { snr: [1], rssi: [2], frequency: [868.5], phase: undefined };
  await hear(
    {
      packetCnt: 0xffff_ffff,
      rxTime: RX,
      flags: 3,
      format: 7,
      more: { snr: 3, eqSnr: 2.5, profile: 'EU1', subpackets, rxDuration: 5n },
    },
    { packetCnt: 0xffff_ffff, rxTime: RX + 9n, station: 3, more: { snr: 12, rssi: -70, mode: 'x', opId: 2 ** 40 } },
    { packetCnt: 0xffff_ffff, rxTime: RX + 5n, station: 2, more: { snr: 12, rssi: -80 } },
    { ep: 3, packetCnt: 1 },
  );
  const { messages, total_count } = await call('ListMessages', { ep_eui: EP[1].toUpperCase() });
  t.equal(total_count, 1);
  const [listed] = messages;
  const { id } = listed ?? { id: '' };
  const message = await call('GetMessage', { id });
  t.match(message, {
    id,
    seq: '1',
    organization_id: ORGANIZATION,
    ep_eui: EP[1],
    ep_name: 'Meter 1',
    packet_cnt: 4_294_967_295,
    format: 7,
    rx_time: String(RX),
    received_at: { seconds: String(START / 1000), nanos: 123_456 },
    rx_duration: '5',
    bs_eui: BS[3],
    snr: 12,
    rssi: -70,
    dl_open: true,
    response_exp: true,
    dl_ack: false,
    decode_status: 'skipped',
    stored_at: { seconds: String(START / 1000) },
  });
  t.equal(message.eq_snr, undefined, 'the best reception has none');
  t.match(message.base_stations, [
    { bs_eui: BS[3], bs_name: '', op_id: '1099511627776', first: false, mode: 'x' },
    { bs_eui: BS[2], bs_name: 'Roof 2', first: false },
    { bs_eui: BS[1], bs_name: 'Roof 1', first: true, eq_snr: 2.5, subpackets: { frequency: [868.5] } },
  ]);
  t.equal(listed?.base_stations[2]?.subpackets, null, 'lists leave sub-packets out');
  const [full] = (await call('ListMessages', { include_subpackets: true })).messages;
  t.match(full?.base_stations[2]?.subpackets, { snr: [1], rssi: [2] });

  t.equal(await refusal('GetMessage', {}), 'IDRequired');
  t.equal(await refusal('GetMessage', { id: 'x' }), 'InvalidIDFormat');
  t.equal(await refusal('GetMessage', { id: NOWHERE }), 'MessageNotFound');
  const foreign = id.replace(/1$/, '2');
  t.equal(await refusal('GetMessage', { id: foreign }), 'MessageNotFound', 'of another organization');
});

t.test('pages go on where they ended while messages come in', async t => {
  const { hear, call } = await openTraffic(t);
  await hear(...Array.from({ length: 45 }, (_, n) => ({ packetCnt: n, rxTime: RX + BigInt(n % 7) })));
  const seen: string[] = [];
  let page_token = '';
  do {
    const page = await call('ListMessages', { page_size: 20, page_token });
    seen.push(...page.messages.map(({ seq }) => seq));
    page_token = page.next_page_token;
    await hear({ ep: 2, packetCnt: 100 + seen.length, rxTime: RX + 50n });
  } while (page_token);
  t.equal(new Set(seen).size, 45);
  t.equal(seen.length, 45);
  const exact = await call('ListMessages', { page_size: 100 });
  t.match(exact, { total_count: 48, next_page_token: '' });
  t.equal((await call('ListMessages', { page_size: 48 })).next_page_token, '', 'the last page says so');
  const ordered = async (order_by: string) =>
    (await call('ListMessages', { page_size: 3, order_by })).messages.map(({ seq }) => seq);
  t.same(await ordered('seq asc'), ['1', '2', '3']);
  t.same(await ordered('seq desc'), ['48', '47', '46']);
  t.same(await ordered('received_at asc'), ['1', '8', '15']);
});

t.test('filters are joined, and what does not exist gives an empty list', async t => {
  const { hear, call, advance } = await openTraffic(t);
  await hear(
    { packetCnt: 1, rxTime: RX, flags: 1, format: 1, more: { profile: 'EU1', mode: 'ulp' } },
    { packetCnt: 1, rxTime: RX + 5n, station: 2 },
    { ep: 2, packetCnt: 2, rxTime: RX + 1_000_000_000n, station: 2, more: { profile: 'EU2' } },
  );
  await hear({ ep: 2, packetCnt: 2, rxTime: RX, station: 3 });
  const seqs = async (request: Parameters<typeof call<'ListMessages'>>[1]) => {
    advance(11_000);
    const { messages, total_count } = await call('ListMessages', request);
    t.equal(total_count, messages.length, JSON.stringify(request));
    return messages.map(({ seq }) => seq);
  };
  t.same(await seqs({ bs_eui: BS[2] }), ['2', '1']);
  t.same(await seqs({ bs_eui: BS[3] }), ['2'], 'also a copy that came late');
  t.same(await seqs({ bs_eui: BS[2], ep_eui: EP[1] }), ['1']);
  t.same(await seqs({ ep_eui: 'fe000000000000ee' }), []);
  t.same(await seqs({ ep_eui: EP[3] }), []);
  t.same(await seqs({ bs_eui: 'fe000000000000ee' }), []);
  t.same(await seqs({ format: 1 }), ['1']);
  t.same(await seqs({ format: 0 }), ['2']);
  t.same(await seqs({ dl_open: false }), ['2']);
  t.same(await seqs({ duplicate: false, dl_open: true }), ['1']);
  t.same(await seqs({ profile: 'EU2' }), ['2']);
  t.same(await seqs({ profile: 'EU1', mode: 'ulp' }), ['1']);
  t.same(await seqs({ decode_status: 'skipped' }), ['2', '1']);
  t.same(await seqs({ decode_status: 'success' }), []);
  t.same(await seqs({ device_model_id: NOWHERE }), []);
  t.same(await seqs({ start_time: at(START + 1000) }), ['2']);
  t.same(await seqs({ end_time: at(START + 1000) }), ['1']);
  const farAhead = { seconds: 95_617_584_000 };
  t.same(await seqs({ end_time: farAhead }), await seqs({}), 'a time no database can hold is after everything');
  t.same(await seqs({ start_time: farAhead }), []);
  t.match(await call('ListEndpointMessages', { ep_eui: EP[2] }), { total_count: 1, messages: [{ seq: '2' }] });
  t.match(await call('ListEndpointMessages', { ep_eui: EP[2], format: 1 }), { total_count: 0, messages: [] });
});

t.test('a wrong request is refused with its token', async t => {
  const { refusal, call, hear } = await openTraffic(t);
  await hear({ packetCnt: 1 }, { packetCnt: 2 });
  const { next_page_token: page_token } = await call('ListMessages', { page_size: 1 });
  const cases: [Parameters<typeof call<'ListMessages'>>[1], string][] = [
    [{ page_size: -1 }, 'InvalidPageSize'],
    [{ page_token: 'x' }, 'InvalidPageToken'],
    [{ page_token, format: 1 }, 'InvalidPageToken'],
    [{ ep_eui: 'x' }, 'InvalidEUIFormat'],
    [{ bs_eui: '0000000000000000' }, 'InvalidEUIFormat'],
    [{ decode_status: 'x' }, 'InvalidEnumValue'],
    [{ format: 256 }, 'FieldOutOfRange'],
    [{ order_by: 'name' }, 'InvalidOrderBy'],
    [{ device_model_id: 'x' }, 'InvalidIDFormat'],
    [{ start_time: at(START), end_time: at(START - HOUR_MS) }, 'InvalidTimeRange'],
    [{ start_time: { seconds: 0 } }, 'InvalidTimeRange'],
  ];
  for (const [request, token] of cases) t.equal(await refusal('ListMessages', request), token, JSON.stringify(request));
  t.equal(await refusal('ListEndpointMessages', {}), 'EUIRequired');
  t.equal(await refusal('ListEndpointMessages', { ep_eui: EP[3] }), 'EndPointNotFound');
  t.equal(await refusal('ListEndpointMessages', { ep_eui: EP[1], page_token }), 'InvalidPageToken', 'of another RPC');
});
