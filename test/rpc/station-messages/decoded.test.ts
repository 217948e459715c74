import t from 'tap';
import { EDITOR, newModel, spec } from '../../domain/blueprint/log-catalog.ts';
import { BS, openTraffic } from '../traffic.ts';

const TYPE = '70b3d56770ff0001';
const bs_eui = BS[1];

t.test('what a payload says belongs to who owns the endpoint', async t => {
  const traffic = await openTraffic(t, `UPDATE endpoint SET type_eui = '${TYPE}'`);
  const { call, hear, store, advance } = traffic;
  await store.write.blueprints.insertWithModel(newModel('Meter', spec(), true), EDITOR);
  await hear({ ep: 1, packetCnt: 1, userData: Buffer.of(7) }, { ep: 3, packetCnt: 3, userData: Buffer.of(9) });
  const stored = store.read.messages.after(0, 2).map(message => store.read.messages.decoded(message).status);
  t.same(stored, ['success', 'success']);
  const { messages } = await call('ListBaseStationMessages', { bs_eui, order_by: 'occurred_at asc' });
  const shown = messages.map(({ decode_status, decode_error, decoded }) => ({ decode_status, decode_error, decoded }));
  const own = { decode_status: 'success', decode_error: '', decoded: { fields: { value: { numberValue: 7 } } } };
  t.match(
    shown.find(({ decode_status }) => decode_status !== ''),
    own,
  );
  t.same(
    shown.find(({ decode_status }) => decode_status === ''),
    {
      ...{ decode_status: '', decode_error: '', decoded: null },
    },
  );
  advance(1000);
  const { content } = await call('ExportBaseStationMessages', { bs_eui, format: 'ndjson' });
  const rows = Buffer.from(content).toString().trim().split('\n');
  t.same(
    rows.map(row => JSON.parse(row)).map(({ epEui, decodeStatus, decoded }) => [epEui !== '', decodeStatus, decoded]),
    [
      [true, 'success', { value: 7 }],
      [false, '', null],
    ],
  );
});
