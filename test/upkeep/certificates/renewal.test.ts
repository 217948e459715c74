import { X509Certificate } from 'node:crypto';
import t from 'tap';
import { fault } from '../../../src/kit/faults/faults.ts';
import { DAY_MS } from '../../../src/kit/units.ts';
import { renewalScene } from './renewal-scene.ts';

t.test('a renewal that a listener does not serve has failed, until it does', async t => {
  const { renewal, check, pki, events, listener } = await renewalScene(t, { watched: true });
  const old = new X509Certificate(pki.server().certPem);
  const { shownCertificate } = listener;
  listener.shownCertificate = async () => old;
  await t.rejects(
    renewal.renew(() => pki.renewServer(), { userId: 'u' }),
    /not served by bssci/,
  );
  t.match(renewal.lastRenewalError, /not served by bssci/);
  t.match(events, [{ type: 'certificate.server_renewed', userId: 'u' }, { type: 'certificate.renewal_failed' }]);
  t.match(await check(), { level: 'warn', text: /another certificate/ });
  listener.shownCertificate = shownCertificate;
  await renewal.renewIfDue();
  t.equal(renewal.lastRenewalError, '');
});

t.test('a request that cannot be met is no failed renewal', async t => {
  const { renewal, pki, events } = await renewalScene(t);
  await t.rejects(
    renewal.renew(() => pki.renewServer({ addNames: ['no good'] }), {}),
    fault('InvalidServerName'),
  );
  t.equal(renewal.lastRenewalError, '');
  t.same(events, []);
});

t.test('an own certificate is told to end only when its renewal is a day late, the authority always', async t => {
  const { renewal, check, pki, clock, announced } = await renewalScene(t, { server_days: 20 });
  const checkAt = async (at: number) => {
    await clock.advance(at - clock.now());
    return await check();
  };
  t.match(await check(), { level: 'ok', text: /, 19 days left$/ });
  await renewal.judge();
  await checkAt(pki.renewAt() + DAY_MS - 1);
  t.match(await check(), { level: 'ok' });
  t.match(await checkAt(pki.renewAt() + DAY_MS), { level: 'warn' });
  await renewal.judge();
  t.match(announced, [[/^CN=Waystation CA/], ['CN=center.example', /^CN=Waystation CA/]]);
  t.match(await checkAt(pki.server().notAfter.getTime()), {
    level: 'fail',
    text: /^certificate of bssci has expired on 20/,
  });
});

t.test('nothing is renewed for longer than the authority lives, and its end counts', async t => {
  const { renewal, check, clock, certificates, events } = await renewalScene(t, { ca_days: 10 });
  await renewal.renewIfDue();
  t.same(events, []);
  await clock.advance(9.5 * DAY_MS);
  await renewal.renewIfDue();
  t.match(await check(), { level: 'warn', text: /, 0 days left$/ });
  t.equal(certificates.external, false);
});
