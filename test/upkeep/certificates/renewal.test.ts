import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import type { NewEvent } from '../../../src/domain/event/catalog.ts';
import { fault } from '../../../src/kit/faults.ts';
import { CutOff } from '../../../src/kit/served-certificate.ts';
import { ListenerCertificates } from '../../../src/pki/served.ts';
import { CertificateKeeper } from '../../../src/upkeep/certificates/renewal.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { pkiIn } from '../../pki/pki-folder.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A keeper over a real folder and one listener that shows what a test wants. */
async function kept(
  t: Test,
  { watched = false, ...given }: { watched?: boolean; server_days?: number; ca_days?: number } = {},
) {
  const dir = join(t.testdir(), 'pki');
  // Certificates end at whole seconds: a clock that is on one would see a day more.
  const clock = new ManualClock(Math.floor(Date.now() / 1000) * 1000 + 500);
  const time = { ms: clock.now(), now: () => clock.now() };
  const pki = await pkiIn(dir, { clock: time, ...given });
  const log = pino({ level: 'silent' });
  const listeners = { bssci: { mutual: true, min_version: '1.2' } } as const;
  const certificates = new ListenerCertificates({ listeners, pki, dir, clock, log });
  const watch = watched ? certificates.watch() : undefined;
  t.teardown(() => watch?.stop());
  const events: NewEvent[] = [];
  const told: string[][] = [];
  const ends = new Map<string, number>();
  const listener = { look: async () => new X509Certificate(certificates.served('bssci')?.certPem ?? ''), port: 5000 };
  const keeper = new CertificateKeeper({
    ...{ clock, pki, certificates, log, scEui: 'fe00000000000b51' },
    now: () => clock.now(),
    listeners: new Map([['bssci', { port: () => listener.port, look: () => listener.look() }]]),
    metrics: { endsAt: (name, at) => ends.set(name, at) },
    raise: async event => events.push(event),
    tell: async own => told.push(own.map(({ subject }) => subject)),
  });
  t.teardown(() => keeper.stop());
  return { keeper, pki, clock, events, told, ends, listener, certificates };
}

t.test('a renewal that a listener does not serve has failed, until it does', async t => {
  const { keeper, pki, events, listener } = await kept(t, { watched: true });
  const old = new X509Certificate(pki.server().certPem);
  const { look } = listener;
  listener.look = async () => old;
  await t.rejects(
    keeper.renew(() => pki.renewServer(), { userId: 'u' }),
    /not served by bssci/,
  );
  t.match(keeper.lastRenewalError, /not served by bssci/);
  t.match(events, [{ type: 'certificate.server_renewed', userId: 'u' }, { type: 'certificate.renewal_failed' }]);
  t.match(await keeper.check('bssci'), { healthy: true, degraded: true, detail: /another certificate/ });
  listener.look = look;
  await keeper.renewIfDue();
  t.equal(keeper.lastRenewalError, '');
});

t.test('a request that cannot be met is no failed renewal', async t => {
  const { keeper, pki, events } = await kept(t);
  await t.rejects(
    keeper.renew(() => pki.renewServer({ addNames: ['no good'] }), {}),
    fault('InvalidServerName'),
  );
  t.equal(keeper.lastRenewalError, '');
  t.same(events, []);
});

t.test('a listener that is down is no healthy one, one that is too busy to be looked at is', async t => {
  const { keeper, listener, clock, ends, events } = await kept(t);
  const { look } = listener;
  t.match(await keeper.check('bssci'), { healthy: true, degraded: false, detail: 'certificate 396 days' });
  t.same(
    [...ends].map(([name, at]) => [name, Math.floor((at - clock.now()) / 86_400_000)]),
    [
      ['bssci', 396],
      ['ca', 7299],
    ],
  );
  listener.look = async () => {
    throw new CutOff('closed');
  };
  const again = async () => {
    await clock.advance(MINUTE_MS);
    await keeper.check('bssci');
    await clock.advance(0);
    return await keeper.check('bssci');
  };
  for (let looks = 0; looks < 3; looks++) t.match(await again(), { healthy: true, degraded: true, detail: /closed/ });
  listener.look = async () => {
    throw new Error('nobody there');
  };
  await again();
  t.match(await again(), { healthy: false, detail: /nobody there/ });
  t.match(events, [{ type: 'system.listener_failed', data: { name: 'bssci', port: 5000, message: 'nobody there' } }]);
  listener.look = look;
  await again();
  await again();
  t.match(events.slice(1), [{ type: 'system.listener_recovered', data: { name: 'bssci', port: 5000 } }]);
});

t.test('an own certificate is told to end only when its renewal is a day late, the authority always', async t => {
  const { keeper, pki, clock, told } = await kept(t, { server_days: 20 });
  const check = async (at: number) => {
    await clock.advance(at - clock.now());
    return await keeper.check('bssci');
  };
  t.match(await keeper.check('bssci'), { degraded: false, detail: 'certificate 19 days' });
  await keeper.judge();
  await check(pki.renewAt() + DAY_MS - 1);
  t.match(await keeper.check('bssci'), { degraded: false });
  t.match(await check(pki.renewAt() + DAY_MS), { degraded: true });
  await keeper.judge();
  t.match(told, [[/^CN=Waystation CA/], ['CN=center.example', /^CN=Waystation CA/]]);
  t.match(await check(pki.server().notAfter.getTime()), { healthy: false, detail: 'certificate has ended' });
});

t.test('nothing is renewed for longer than the authority lives, and its end counts', async t => {
  const { keeper, clock, certificates, events } = await kept(t, { ca_days: 10 });
  await keeper.renewIfDue();
  t.same(events, []);
  await clock.advance(9.5 * DAY_MS);
  await keeper.renewIfDue();
  t.match(await keeper.check('bssci'), { healthy: true, degraded: true, detail: 'certificate 0 days' });
  t.equal(certificates.external, false);
});
