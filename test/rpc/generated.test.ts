import t from 'tap';
import { staleFiles } from '../../scripts/generate.ts';
import type { EndPointOut, MessageOut, Methods } from '../../src/rpc/schema.gen.ts';

t.test('every generated file is fresh', async t => {
  t.strictSame(staleFiles(), []);
});

t.test('a response with a misspelt or mistyped field does not compile', async t => {
  const response: Methods['GetEndPoint']['response'] = {
    ep_eui: '70b3d59cd0000001',
    message_count: 3,
    created_at: { seconds: '1700000000', nanos: 0 },
    sh_addr: undefined,
  };
  // @ts-expect-error the field is ep_eui
  const misspelt: EndPointOut = { epEui: '70b3d59cd0000001' };
  // @ts-expect-error a packet counter is a number
  const mistyped: MessageOut = { packet_cnt: '7' };
  // @ts-expect-error one reception in a list is checked like a message on its own
  const nested: MessageOut = { base_stations: [{ bsEui: '70b3d59cd0000001' }] };
  t.ok(response && misspelt && mistyped && nested);
  const streams: [Methods['StreamMessages']['stream'], Methods['GetMessage']['stream']] = [true, false];
  t.strictSame(streams, [true, false]);
});
