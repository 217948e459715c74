import t from 'tap';
import { METER, uplink } from '../../peers/telegrams.ts';
import { ask } from '../../web/http.ts';
import { RestBox } from '../box.ts';

const NEAR = '70b3d59cd0000001';
const PATH = '/api/v2/discovered/endpoints';

t.test('what is heard and not registered is listed, ignored and adopted', async t => {
  await using box = await RestBox.start(t.testdir());
  await using near = await box.center.baseStation({ bsEui: NEAR });
  await near.start('ulData', uplink({ packetCnt: 1, snr: 4 }));
  const first = await box.get(PATH);
  t.match(first.json, {
    total: 1,
    endpoints: [{ epEui: METER, bestBsEui: NEAR, snr: 4, stations: 1, ignored: false }],
  });
  t.equal((await box.get(`${PATH}?search=00000000ffff`)).json.total, 0);
  t.equal((await box.get(`${PATH}?sort=-count`)).status, 200);
  t.equal((await box.get(`${PATH}?sort=color`)).token, 'InvalidOrderBy');

  t.match((await box.post(`${PATH}/${METER}/ignore`, { ignored: true })).json, { epEui: METER, ignored: true });
  t.equal((await box.get(PATH)).json.total, 0);
  t.equal((await box.get(`${PATH}?ignored=true`)).json.total, 1);
  t.equal((await box.post(`${PATH}/fe000000000fffff/ignore`, { ignored: true })).token, 'EndPointNotFound');
  const { key } = await box.key(['events:read']);
  t.equal((await box.as(key).post(`${PATH}/${METER}/ignore`, { ignored: false })).token, 'ScopeRequired');

  const once = { headers: { 'idempotency-key': '0192f000-0000-7000-8000-0000000000aa' } };
  const shown = () => box.post(`${PATH}/${METER}/ignore`, { ignored: false }, once);
  t.match(await shown(), { status: 200, headers: { 'idempotency-replayed': undefined } });
  await box.post(`${PATH}/${METER}/ignore`, { ignored: true });
  t.match(await shown(), { status: 200, headers: { 'idempotency-replayed': 'true' } });
  t.equal((await box.get(PATH)).json.total, 0, 'a call that is repeated does nothing');
  await box.post(`${PATH}/${METER}/ignore`, { ignored: false });
  await box.center.endpoint({ ep_eui: METER });
  t.equal((await box.get(PATH)).json.total, 0, 'it is registered');
});

t.test('a station that dials and is refused is listed once for each reason', async t => {
  await using box = await RestBox.start(t.testdir());
  const [registered, stranger] = [NEAR, '70b3d59cd0000009'];
  await box.center.api.call('CreateBaseStation', { base_station: { bs_eui: registered } });
  const dial = async (bsEui: string, certificateOf = bsEui) =>
    t.rejects(box.center.baseStation({ bsEui, register: false, certificateOf }));
  await dial(stranger);
  await dial(stranger);
  await dial(registered, stranger);
  const key = await box.get('/api/v2/discovered/base-stations');
  t.match(key.json, { total: 1, baseStations: [{ bsEui: registered }] }, 'a key sees those of its organization');
  const { gateway: port } = box.center.ports;
  const ours = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const session = await ask(port, 'POST', '/auth/session', ours, '{}');
  const { csrf } = JSON.parse(session.body.toString()) as { csrf: string };
  const cookie = session.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const asOperator = async (more = '') => {
    const path = `/api/v2/discovered/base-stations?organizationId=${box.organizationId}${more}`;
    const answer = await ask(port, 'GET', path, { cookie, 'x-csrf-token': csrf });
    return JSON.parse(answer.body.toString());
  };
  const json = await asOperator();
  t.equal(json.total, 2);
  const of = (eui: string) => json.baseStations.find(({ bsEui }: { bsEui: string }) => bsEui === eui);
  t.match(of(stranger), { reason: 'unknown_station', registered: false, remoteAddress: /^(::ffff:)?127\.0\.0\.1/ });
  t.match(of(registered), { reason: 'certificate_mismatch', registered: true, count: 1 });
  const page = await asOperator('&limit=1&offset=1');
  t.equal(page.baseStations.length, 1);
});
