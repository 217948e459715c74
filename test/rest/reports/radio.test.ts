import t from 'tap';
import type { Eui } from '../../../src/kit/eui.ts';
import { uplink } from '../../peers/telegrams.ts';
import { RestBox } from '../box.ts';

t.setTimeout(120_000);

const PATH = '/api/v2/reports/radio';
const STATION = '70b3d59cd0000001';
const METER = 'fe00000000000001' as Eui;

t.test('the radio report is JSON, or a page that is printed', async t => {
  await using box = await RestBox.start(t.testdir());
  await using station = await box.center.baseStation({ bsEui: STATION });
  for (const [ep_eui, name, floor] of [
    [METER, 'Cellar <script>', '1'],
    ['fe00000000000002', 'Attic', '2'],
  ]) {
    const endpoint = { ep_eui, name, tags: { floor }, pre_attach: true, nwk_key: '01'.repeat(16) };
    await box.platform('CreateEndPoint', { endpoint });
  }
  await station.start(
    'ulData',
    uplink({ epEui: METER, packetCnt: 1, snr: 7, rxTime: BigInt(box.center.clock.now()) * 1_000_000n }),
  );
  await box.center.clock.advance(2000);
  const { status, json } = await box.get(PATH);
  t.equal(status, 200);
  t.match(json, {
    baseStations: [{ bsEui: STATION, messages: 1, endpoints: 1, onlyMessages: 1, onlyEndpoints: 1 }],
    endpoints: [{ epEui: METER, messages: 1, baseStations: [{ bsEui: STATION, share: 1 }] }],
    silent: [{ epEui: 'fe00000000000002', name: 'Attic' }],
  });
  t.equal(Date.parse(json.to) - Date.parse(json.from), 7 * 86_400_000);
  t.same((await box.get(PATH, { query: { tag: 'floor=2' } })).json.endpoints, []);

  const page = await box.get(PATH, { query: { format: 'html' } });
  t.match(page.headers['content-type'], /^text\/html/);
  t.ok(page.bytes.includes('Cellar &lt;script&gt;'));
  t.notOk(page.bytes.includes('<script>'));
  t.match(page.headers, { 'x-content-type-options': 'nosniff' });

  t.match(await box.get(PATH, { query: { tag: 'floor' } }), { status: 400, token: 'InvalidTags' });
  t.match(await box.get(PATH, { query: { from: '2020-01-01T00:00:00Z' } }), { status: 400, token: 'InvalidTimeRange' });
  const { key } = await box.key(['events:read']);
  t.equal((await box.as(key).get(PATH)).token, 'ScopeRequired');
});
