import t from 'tap';
import { BS, Center, conOf } from './center.ts';

t.test('a certificate that is revoked while the connect is being stored does not become a session', async t => {
  let asked = 0;
  // Good at the handshake and with the con; then it is revoked, before the connection could be found.
  await using center = await Center.start(t.testdir(), { revoked: () => ++asked > 2 });
  center.station(BS);
  const station = await center.dial();
  station.send(conOf(BS));
  // A station that is answered is not closed: nothing more is waited for.
  if (!t.equal(await station.next(), undefined, 'closed without a word')) return;
  t.equal(asked, 3);
  t.equal(center.bssci.stations.count, 0);
  t.same(center.rows('SELECT 1 FROM session'), []);
});

t.test('only connections whose certificate is revoked are ended', async t => {
  let revoked = false;
  await using center = await Center.start(t.testdir(), { revoked: () => revoked });
  const id = center.station(BS);
  const station = await center.connect();
  await center.online(id);
  center.bssci.stations.closeRevoked();
  t.ok(center.bssci.stations.connected(id));
  await station.ping(1);
  revoked = true;
  center.bssci.stations.closeRevoked();
  const ping = await station.ping(2).then(
    () => 'answered',
    () => 'cut',
  );
  if (!t.equal(ping, 'cut', 'one that is revoked is ended')) return;
  await center.deserted();
  t.match(center.row('SELECT disconnect_reason FROM base_station'), { disconnect_reason: 'tls_error' });
});
