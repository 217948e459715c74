import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tokenOf } from '../../../src/cli/api.ts';
import { newAuthority } from '../../../src/pki/authority.ts';
import { Center, until } from '../../peers/center.ts';
import { dataOf, health, LOOK_MS, logged, status } from '../../peers/certificate-scene.ts';
import { dial, operatorPair, putPair, shownBy } from '../../peers/operator-pair.ts';

const NEAR = '70b3d59cd0000001';
/** Less than a look at the parts may take: no answer of one is missed because its time has been wound away. */
const STEP_MS = 500;

t.test("the operator's files are used, watched and never renewed by us", async t => {
  const dir = t.testdir();
  const first = await operatorPair(100);
  const { ca: _, ...given } = putPair(dir, first);
  await using center = await Center.start({ dir, settings: { bssci_tls: given } });
  t.equal(await shownBy(center.ports.bssci), first.fingerprint);
  const own = center.app.pki.server().fingerprint;
  t.equal(await shownBy(center.ports.scaci ?? 0), own);
  await using station = await center.baseStation({ bsEui: NEAR, ca: first.ca });

  const second = await operatorPair(200);
  writeFileSync(given.key, second.key);
  await center.clock.advance(LOOK_MS);
  t.equal(await shownBy(center.ports.bssci), first.fingerprint, 'half of a new pair is not loaded');
  writeFileSync(given.cert, second.cert);
  await center.clock.advance(LOOK_MS);
  t.equal(await shownBy(center.ports.bssci), second.fingerprint);
  await station.settled();
  const third = await operatorPair(300);
  putPair(dir, third);
  center.app.reload();
  t.equal(await shownBy(center.ports.bssci), third.fingerprint, 'a signal makes it look at once');

  rmSync(given.cert);
  await center.clock.advance(3 * LOOK_MS);
  t.equal(await shownBy(center.ports.bssci), third.fingerprint, 'files that vanish leave what is in use');
  t.equal(logged(center, `${given.cert} is missing`), 1);
  await until(async () => {
    await center.clock.advance(STEP_MS);
    return (await health(center)).status === 'degraded';
  });
  t.match(await health(center), {
    code: 200,
    status: 'degraded',
    components: [{}, { name: 'bssci', detail: /certificate of bssci until .*, \d+ days left; .*is missing/ }],
  });

  const wound = async (type: string) => {
    await until(async () => {
      await center.clock.advance(STEP_MS);
      return center.events().includes(type);
    });
    return dataOf(center, type);
  };
  const failed = { name: 'bssci', port: center.ports.bssci, message: /is missing/ };
  t.match(await wound('system.listener_failed'), [failed]);
  putPair(dir, third);
  t.match(await wound('system.listener_recovered'), [{ name: 'bssci' }]);
  t.equal(dataOf(center, 'system.listener_failed').length, 1);

  const renewed = await center.api.call('RenewServerCertificates', {});
  t.match(renewed, { externally_managed: false, auto_renew: true });
  t.equal(await shownBy(center.ports.bssci), third.fingerprint, 'the own one is that of the other listener');
  t.equal(await shownBy(center.ports.scaci ?? 0), renewed.server?.fingerprint);
});

t.test('with files of the operator everywhere nothing is renewed, and their end is told', async t => {
  const dir = t.testdir();
  const pair = await operatorPair(20);
  const { ca: _, ...given } = putPair(dir, pair);
  const files = { bssci_tls: given, scaci_tls: given };
  await using center = await Center.start({ dir, settings: files });
  t.match(await status(center), {
    server: { fingerprint: pair.fingerprint, status: 'expiring', days_until_expiry: 19 },
    externally_managed: true,
    auto_renew: false,
    auto_renew_at: null,
    renewal_names: [],
  });
  for (const method of ['RenewServerCertificates', 'GenerateServerCertificates'] as const) {
    t.equal(await center.api.call(method, {}).catch(tokenOf), 'ErrTokenExternallyManagedCertificate');
  }
  t.match(await health(center), {
    code: 200,
    status: 'degraded',
    components: [{}, { detail: /certificate of bssci .* 19 days left/ }],
  });
  t.equal((await center.api.call('GetSystemStatus', {})).status, 'degraded');
  const metrics = await (await fetch(`http://127.0.0.1:${center.ports.health_core}/metrics`)).text();
  const [, end = ''] =
    /waystation_certificate_expiry_timestamp_seconds\{listener="bssci"\} (\S+)\n/.exec(metrics) ?? [];
  t.equal(Math.floor((Number(end) - center.clock.now() / 1000) / 86_400), 19);
  await until(() => center.events().includes('certificate.expiring'));
  t.match(dataOf(center, 'certificate.expiring'), [{ subject: 'CN=localhost', daysLeft: 19 }]);

  const ending = await operatorPair(10 / 86_400, center.clock.now());
  putPair(dir, ending);
  await center.clock.advance(60_000);
  await until(async () => {
    // what a look before the end has found is kept for a while
    await center.clock.advance(STEP_MS);
    return (await health(center)).code === 503;
  });
  t.match(await health(center), {
    status: 'unhealthy',
    components: [{}, { detail: /certificate of bssci has expired on / }],
  });
});

t.test('the port of application centers opens when its files are there, everything else waits for nothing', async t => {
  const dir = t.testdir();
  const pair = await operatorPair(100);
  const files = { cert: join(dir, 'operator.crt'), key: join(dir, 'operator.key'), ca: join(dir, 'operator-ca.crt') };
  await using center = await Center.start({ dir, settings: { scaci_tls: files } });
  t.equal(center.ports.scaci, null);
  t.match((await status(center)).listeners, [{ name: 'bssci' }, { name: 'scaci', port: 0, fingerprint: '' }]);
  t.equal((await health(center)).status, 'degraded');
  t.equal((await center.api.call('GetScaciStatus', {})).service_online, false);
  await using station = await center.baseStation({ bsEui: NEAR });
  await station.settled();
  putPair(dir, pair);
  await center.clock.advance(LOOK_MS);
  await until(() => center.ports.scaci !== null);
  t.equal(await shownBy(center.ports.scaci ?? 0), pair.fingerprint);
  t.equal((await center.api.call('GetScaciStatus', {})).service_online, true);
});

t.test('missing files of the base stations, and files that do not fit, end the start with one sentence', async t => {
  const dir = t.testdir();
  const [one, other] = [await operatorPair(10), await operatorPair(10)];
  const missing = { cert: join(dir, 'none.crt'), key: join(dir, 'none.key') };
  await t.rejects(Center.start({ dir, settings: { bssci_tls: missing } }), {
    message: /^bssci_tls: .*none.crt is missing/,
  });
  const { ca: _, ...files } = putPair(dir, { ...one, key: other.key });
  await t.rejects(Center.start({ dir, settings: { scaci_tls: files } }), {
    message: /operator.key does not belong to/,
  });
});

t.test('application centers get the suites that are configured, and no others', async t => {
  const settings = { scaci_tls: { ciphers: ['TLS_CHACHA20_POLY1305_SHA256'] } };
  await using center = await Center.start({ dir: t.testdir(), settings });
  const socket = await dial(center.ports.scaci ?? 0);
  t.equal(socket.getCipher().name, 'TLS_CHACHA20_POLY1305_SHA256');
  socket.destroy();
  await center.api.call('RenewServerCertificates', {});
  const again = await dial(center.ports.scaci ?? 0);
  t.equal(again.getCipher().name, 'TLS_CHACHA20_POLY1305_SHA256', 'also after a renewal');
  again.destroy();
});

t.test('a client authority of the operator that has ended lets no peer in, which is no healthy state', async t => {
  const dir = t.testdir();
  const ca = join(dir, 'clients.crt');
  const ended = await newAuthority({ keyType: 'ec-p256', days: 10 / 86_400 }, Date.now());
  writeFileSync(ca, ended.pem);
  await using center = await Center.start({ dir, settings: { bssci_tls: { ca } } });
  t.equal((await health(center)).code, 200);
  await until(async () => {
    await center.clock.advance(STEP_MS);
    return /no authority/.test((await health(center)).components[1]?.detail ?? '');
  });
  t.match(await health(center), {
    code: 503,
    components: [{}, { detail: /no authority of clients is valid/ }],
  });
});
