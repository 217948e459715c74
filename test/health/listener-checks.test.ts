import t from 'tap';
import { CutOff } from '../../src/kit/net/served-certificate.ts';
import { DAY_MS, MINUTE_MS } from '../../src/kit/units.ts';
import { renewalScene } from '../upkeep/certificates/renewal-scene.ts';

t.test('a listener that is down is no healthy one, one that is too busy to be looked at is', async t => {
  const { check, listener, clock, ends, events } = await renewalScene(t);
  const { shownCertificate } = listener;
  t.match(await check(), { level: 'ok', text: /^certificate of bssci until 20.*, 396 days left$/ });
  t.same(
    [...ends].map(([name, at]) => [name, Math.floor((at - clock.now()) / DAY_MS)]),
    [
      ['bssci', 396],
      ['ca', 7299],
    ],
  );
  listener.shownCertificate = async () => {
    throw new CutOff('closed');
  };
  const again = async () => {
    await clock.advance(MINUTE_MS);
    await check();
    await clock.advance(0);
    return await check();
  };
  for (let looks = 0; looks < 3; looks++)
    t.match(await again(), { level: 'warn', text: /^bssci shows no certificate on port 5000 .*closed/ });
  listener.shownCertificate = async () => {
    throw new Error('nobody there');
  };
  await again();
  t.match(await again(), { level: 'fail', text: 'bssci shows no certificate on port 5000 (nobody there)' });
  t.match(events, [
    {
      type: 'system.listener_failed',
      data: { name: 'bssci', port: 5000, message: 'bssci shows no certificate on port 5000 (nobody there)' },
    },
  ]);
  listener.shownCertificate = shownCertificate;
  await again();
  await again();
  t.match(events.slice(1), [{ type: 'system.listener_recovered', data: { name: 'bssci', port: 5000 } }]);
});

t.test(
  'a listener that is open no more, and files that do not load, are told by an event that says what the health page does',
  async t => {
    const { check, listener, certificates, clock, events } = await renewalScene(t);
    listener.port = null;
    for (let times = 0; times < 2; times++)
      t.same(await check(), { level: 'fail', text: 'the port of bssci could not be opened' });
    t.match(events, [{ data: { name: 'bssci', port: 0, message: 'the port of bssci could not be opened' } }]);
    listener.port = 5000;
    await check();
    const problem = 'server.key does not belong to server.crt';
    certificates.problem = () => problem;
    for (let times = 0; times < 2; times++)
      t.match(await check(), { level: 'warn', text: new RegExp(`left; ${problem}$`) });
    t.match(
      events.map(({ type, data }) => ({ type, message: data?.message })),
      [
        { type: 'system.listener_failed' },
        { type: 'system.listener_recovered' },
        { type: 'system.listener_failed', message: problem },
      ],
    );
    certificates.problem = () => undefined;
    await clock.advance(MINUTE_MS);
    t.match(await check(), { level: 'ok' });
  },
);
