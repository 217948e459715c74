import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { tokenOf } from '../../src/cli/api.ts';
import { Center, until } from '../peers/center.ts';
import { operatorPair, putPair, shownBy } from '../peers/operator-pair.ts';

const NEAR = '70b3d59cd0000001';
/** Changed files are looked for so often. */
const LOOK_MS = 5000;
/** What was found of the parts is kept for so long. */
const PROBE_MS = 10_000;

const status = (center: Center) => center.api.call('GetServerCertificateStatus', {});
const health = async ({ ports }: Center) => {
  const answer = await fetch(`http://127.0.0.1:${ports.health_core}/health`);
  const page = (await answer.json()) as { status: string; components: { name: string; detail: string }[] };
  return { code: answer.status, ...page };
};
const dataOf = (center: Center, type: string) =>
  center
    .rows(`SELECT data, user_id, source_id FROM event WHERE event_type = '${type}' ORDER BY seq`)
    .map(({ data, ...row }) => ({ ...row, ...(JSON.parse(String(data)) as object) }));
const logged = (center: Center, text: string) => center.log.filter(line => line.includes(text)).length;

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

  rmSync(given.cert);
  await center.clock.advance(3 * LOOK_MS);
  t.equal(await shownBy(center.ports.bssci), second.fingerprint, 'files that vanish leave what is in use');
  t.equal(logged(center, `${given.cert} is missing`), 1);
  await until(async () => {
    // a look at the database that is under way does not keep up with wound time
    await center.clock.advance(PROBE_MS);
    return (await health(center)).status === 'degraded';
  });
  t.match(await health(center), {
    code: 200,
    status: 'degraded',
    components: [{}, { name: 'bssci', detail: /certificate \d+ days, .*is missing/ }],
  });

  const renewed = await center.api.call('RenewServerCertificates', {});
  t.match(renewed, { externally_managed: false, auto_renew: true });
  t.equal(await shownBy(center.ports.bssci), second.fingerprint, 'the own one is that of the other listener');
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
  t.match(await health(center), { code: 200, status: 'degraded', components: [{}, { detail: /certificate 19 days/ }] });
  t.equal((await center.api.call('GetSystemStatus', {})).status, 'degraded');
  const metrics = await (await fetch(`http://127.0.0.1:${center.ports.health_core}/metrics`)).text();
  t.match(metrics, /waystation_certificate_days\{listener="bssci"\} 19\n/);
  await until(() => center.events().includes('certificate.expiring'));
  t.match(dataOf(center, 'certificate.expiring'), [{ subject: 'CN=localhost', daysLeft: 19 }]);

  const ending = await operatorPair(10 / 86_400, center.clock.now());
  putPair(dir, ending);
  await center.clock.advance(60_000);
  await until(async () => (await health(center)).code === 503);
  t.match(await health(center), { status: 'unhealthy', components: [{}, { detail: /certificate has ended/ }] });
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
