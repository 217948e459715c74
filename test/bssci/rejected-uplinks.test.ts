import t from 'tap';
import type { Fields } from '../peers/raw-station.ts';
import { BS, Center, EP, ulData } from './center.ts';

const EUI = BigInt(`0x${EP}`);

t.test('an uplink that cannot be taken as it is raises message.rejected', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  center.endpoint(EP);
  const station = await center.connect();
  const bad: readonly [fields: Fields, data: Fields, epEui: string | null][] = [
    [{ userData: Array(201).fill(7) }, { reason: 'payload_too_long', epEui: EP }, EP],
    [{ userData: new Uint8Array(201) }, { reason: 'payload_too_long', epEui: EP }, EP],
    [{ snr: 'loud' }, { reason: 'malformed', epEui: EP }, EP],
    [{ epEui: 'fe' }, { reason: 'malformed' }, null],
    [{ rxTime: 0 }, { reason: 'malformed', epEui: EP }, EP],
    [{ responseExp: true }, { reason: 'malformed', epEui: EP }, EP],
  ];
  for (const [index, [fields, data, epEui]] of bad.entries()) {
    const opId = index + 1;
    // Each for itself: what happens within a minute is one.
    await center.store.write.events.forget();
    station.send(ulData(opId, { epEui: EUI, ...fields }));
    t.match(await station.next(), { command: 'error', opId: opId, code: 71 });
    station.send({ command: 'errorAck', opId: opId });
    await center.stored();
    const [last] = center.rows("SELECT * FROM event WHERE event_type = 'message.rejected' ORDER BY seq DESC LIMIT 1");
    t.match(last, { category: 'message', severity: 'warning', source_id: BS, ep_eui: epEui, bs_eui: BS });
    t.same(JSON.parse(String(last?.data)), { ...data, bsEui: BS, opId: String(opId) });
  }
  t.equal(center.events().filter(type => type === 'basestation.protocol_error').length, bad.length, 'as before');
  t.same(center.reports, []);
});

t.test('other requests that are malformed do not', async t => {
  await using center = await Center.start(t.testdir());
  center.station(BS);
  const station = await center.connect();
  station.send({ command: 'det', opId: 1, epEui: EUI });
  t.match(await station.next(), { command: 'error', opId: 1, code: 71 });
  await center.stored();
  t.notOk(center.events().includes('message.rejected'));
});
