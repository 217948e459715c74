import t from 'tap';
import { ProtocolError } from '../../src/protocol/errors.ts';
import { SimulatedStation } from '../../src/simulate/base-station.ts';
import { Center } from '../peers/center.ts';

const STATION = '70b3d59cd0000001';
const OTHER = '70b3d59cd0000002';

t.test('who may not connect learns nothing about the reason', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: STATION } });
  const refusal = async (bsEui: string, certificateOf?: string) => {
    const dialled = center.baseStation({ bsEui, register: false, ...(certificateOf && { certificateOf }) });
    try {
      await (await dialled).close();
    } catch (cause) {
      if (cause instanceof ProtocolError) return { code: cause.code, text: cause.message };
      throw cause;
    }
    throw new Error('the station was let in');
  };
  const foreign = await refusal(STATION, OTHER);
  const unregistered = await refusal(OTHER);
  await center.api.call('UpdateBaseStation', {
    base_station: { bs_eui: STATION, disabled: true },
    update_mask: { paths: ['disabled'] },
  });
  const disabled = await refusal(STATION);
  t.equal(foreign.code, 1);
  t.same(unregistered, foreign);
  t.same(disabled, foreign);
  await center.stop();
  const reasons = center.rows("SELECT data FROM event WHERE event_type = 'basestation.connect_refused' ORDER BY seq");
  t.same(
    reasons.map(({ data }) => JSON.parse(String(data)).reason),
    ['certificate_mismatch', 'unknown_station', 'disabled'],
    'the operator learns it',
  );
});

t.test('a station without a certificate gets no connection', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: STATION } });
  const { bssci: port } = center.ports;
  const ca = center.app.pki.caPem();
  await t.rejects(SimulatedStation.connect({ host: '127.0.0.1', port, ca, bsEui: STATION }), {
    name: 'ConnectionLost',
  });
  t.match(await center.api.call('GetBaseStation', { bs_eui: STATION }), { status: 'never_connected' });
});

t.test('a deleted station is disconnected', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using station = await center.baseStation({ bsEui: STATION });
  await using other = await center.baseStation({ bsEui: OTHER });
  await center.api.call('DeleteBaseStation', { bs_eui: STATION });
  t.equal((await station.closed).by, 'peer');
  await other.settled();
  await t.rejects(center.baseStation({ bsEui: STATION, register: false }), { code: 1 });
});

t.test('a disabled station is disconnected and comes back when it is enabled', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await using station = await center.baseStation({ bsEui: STATION });
  const set = (disabled: boolean) =>
    center.api.call('UpdateBaseStation', {
      base_station: { bs_eui: STATION, disabled },
      update_mask: { paths: ['disabled'] },
    });
  await set(true);
  t.equal((await station.closed).by, 'peer');
  await set(false);
  await using back = await center.baseStation({ bsEui: STATION, register: false, session: station.session });
  t.match(await center.api.call('GetBaseStation', { bs_eui: STATION }), { status: 'online' });
  t.equal(back.connected?.snResume, true);
});
