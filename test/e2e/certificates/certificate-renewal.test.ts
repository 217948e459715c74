import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { Center, until } from '../../peers/center.ts';
import { commandOn, dataOf, health, LOOK_MS, logged, status } from '../../peers/certificate-scene.ts';
import { shownBy } from '../../peers/operator-pair.ts';

const NEAR = '70b3d59cd0000001';

t.test('the certificate is renewed by itself at its time, and not before', async t => {
  const pki = {
    key_type: 'ec-p256',
    server_days: 1,
    renew_at: 0.52,
    server_names: ['localhost', '127.0.0.1'],
  } as const;
  await using center = await Center.start({ dir: t.testdir(), settings: { pki, downlink: { sweep_s: 3600 } } });
  await using station = await center.baseStation({ bsEui: NEAR });
  const { bssci } = center.ports;
  const before = await shownBy(bssci);
  const { auto_renew_at, server } = await status(center);
  const seconds = (at: { seconds?: unknown } | null | undefined) => Number(at?.seconds);
  const [from, to] = [seconds(server?.not_before), seconds(server?.not_after)];
  t.equal(seconds(auto_renew_at), Math.floor(from + (to - from) * 0.52), 'when this part of its life is over');
  t.equal(seconds(auto_renew_at) * 1000 - center.clock.now() < HOUR_MS, true);
  await center.clock.advance(HOUR_MS - 1);
  t.equal(await shownBy(bssci), before);
  await center.clock.advance(1);
  await until(() => center.events().includes('certificate.server_renewed'));
  t.not(await shownBy(bssci), before);
  t.match(dataOf(center, 'certificate.server_renewed'), [{ user_id: null, names: ['localhost', '127.0.0.1'] }]);
  await station.settled();
  t.equal(center.app.pki.server().notAfter.getTime() - center.clock.now() > 0.9 * DAY_MS, true);
});

t.test('a renewal that fails is told once a day and tried again every hour', async t => {
  const pki = {
    key_type: 'ec-p256',
    server_days: 1,
    renew_at: 0.52,
    server_names: ['localhost', '127.0.0.1'],
  } as const;
  await using center = await Center.start({ dir: t.testdir(), settings: { pki, downlink: { sweep_s: 3600 } } });
  const before = await shownBy(center.ports.bssci);
  const key = join(center.dir, 'pki/ca.key');
  renameSync(key, `${key}.lost`);
  await center.clock.advance(HOUR_MS);
  await until(() => logged(center, 'server certificate not renewed') > 0);
  t.match(await status(center), { last_renewal_error: /ErrTokenCertificateAuthorityMissing/, auto_renew: true });
  t.equal(logged(center, 'server certificate not renewed'), 1);
  await center.clock.advance(HOUR_MS);
  await until(() => logged(center, 'server certificate not renewed') === 2);
  t.match(dataOf(center, 'certificate.renewal_failed'), [{ message: /ErrTokenCertificateAuthorityMissing/ }]);
  t.equal(dataOf(center, 'certificate.renewal_failed').length, 1);
  t.equal(await shownBy(center.ports.bssci), before);
  renameSync(`${key}.lost`, key);
  await center.clock.advance(HOUR_MS);
  await until(async () => (await status(center)).last_renewal_error === '');
  await until(() => center.events().includes('certificate.server_renewed'));
});

t.test('below the time floor certificates are judged at the floor, and none is renewed', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  await center.api.call('CreateBaseStation', { base_station: { bs_eui: NEAR } });
  const certificate = () => readFileSync(join(center.dir, 'pki/server.crt'), 'utf8');
  const before = certificate();
  await center.stop();
  const later = center.clock.now() + 398 * DAY_MS;
  center.sabotage(`UPDATE event SET stored_at = stored_at + ${398 * DAY_MS}`);
  // A station has told the same time then.
  center.sabotage(`UPDATE base_station SET last_status_at = ${later}, system_time_ns = ${later} * 1000000`);
  await center.begin();
  t.match(await status(center), { server: { status: 'expired' }, last_renewal_error: '' });
  t.match(await health(center), {
    code: 503,
    components: [
      { name: 'core', detail: 'clock not set' },
      { name: 'bssci', detail: /certificate of bssci has expired on / },
    ],
  });
  await center.stop();
  t.equal(certificate(), before, 'though it was looked for at the start');
});

t.test('what a command renews beside the running service is used without a signal', async t => {
  await using center = await Center.start({ dir: t.testdir() });
  const command = await commandOn(center);
  await command.renewServer();
  t.not(await shownBy(center.ports.bssci), command.server().fingerprint);
  await center.clock.advance(LOOK_MS);
  for (const port of [center.ports.bssci, center.ports.scaci ?? 0]) {
    t.equal(await shownBy(port), command.server().fingerprint);
  }
  await until(() => center.events().includes('certificate.server_renewed'));

  const half = readFileSync(join(center.dir, 'pki/server.crt'));
  await command.renewServer();
  const whole = readFileSync(join(center.dir, 'pki/server.crt'));
  writeFileSync(join(center.dir, 'pki/server.crt'), half);
  const served = await shownBy(center.ports.bssci);
  await center.clock.advance(LOOK_MS);
  t.equal(await shownBy(center.ports.bssci), served, 'a pair that does not fit is not loaded');
  await center.clock.advance(2 * LOOK_MS);
  t.equal(logged(center, 'do not fit each other'), 1, 'told once');
  writeFileSync(join(center.dir, 'pki/server.crt'), whole);
  await center.clock.advance(LOOK_MS);
  t.equal(await shownBy(center.ports.bssci), command.server().fingerprint);
});
