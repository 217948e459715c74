import t from 'tap';
import { PasswordGuard } from '../../../src/identity/signin/guard.ts';
import type { Moment } from '../../../src/kit/time/clock.ts';
import { DAY_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { windClock } from '../../rpc/wind-clock.ts';
import { ANN, HOME, openScene, PASSWORD, START } from './scene.ts';

t.setTimeout(120_000);

/** Longer than anything of a sign-in lasts. */
const AHEAD_MS = 400 * DAY_MS;

t.test('a clock that is ahead ends no sign-in, and says how long one lasts', async t => {
  const scene = await openScene(t);
  await scene.user();
  const before = await scene.in();
  scene.clock.jump(AHEAD_MS);
  t.match(await scene.call('GetProfile', {}, before.as), { email: ANN });
  const { tokens } = await scene.call('RefreshTokens', { refresh_token: before.refresh_token });
  t.match(tokens, { access_expires_in: 900, refresh_expires_in: 86_400 });
  const meanwhile = await scene.in();
  t.match(meanwhile, { access_expires_in: 900, refresh_expires_in: 86_400 });
  scene.clock.jump(-AHEAD_MS);
  t.match(await scene.call('GetProfile', {}, meanwhile.as), { email: ANN });
});

t.test(
  'what was refreshed within half a minute is answered again, and not counted, while the clock is ahead',
  async t => {
    const limits = { loginsPerMinute: 0, refreshesPerMinute: 1, registrationsPerMinute: 0 };
    const scene = await openScene(t, { settings: { limits } });
    await scene.user();
    const { refresh_token } = await scene.in();
    const refresh = async () => (await scene.call('RefreshTokens', { refresh_token })).tokens?.refresh_token;
    const first = await refresh();
    scene.clock.jump(AHEAD_MS);
    scene.clock.advance(SECOND_MS);
    t.equal(await refresh(), first);
  },
);

t.test('an address that signs in is known while the clock is ahead', async t => {
  const clock = windClock(START);
  const right = clock.now();
  const asked: number[] = [];
  const isKnown = (_user: number, _from: string, credible: number) => asked.push(credible) > 0;
  const trial = { succeeded() {}, abandoned() {}, failed: () => undefined };
  const guard = new PasswordGuard({
    ...{ clock, log: undefined as never, lockout: { begin: () => trial } as never },
    store: { read: { signIns: { isKnown } } } as never,
  });
  clock.jump(AHEAD_MS);
  const suspect = { email: ANN, user: 1, address: HOME, browser: undefined };
  t.equal(await guard.watch(suspect, async known => (known ? 'right' : 'password')), 'right');
  t.same(asked, [right]);
});

t.test('codes are judged by the time that is credible', async t => {
  const times: Moment[] = [];
  const secondFactor = {
    isOn: () => true,
    check(_user: unknown, _code: string, at: Moment) {
      times.push(at);
      return Promise.resolve(true);
    },
  };
  const scene = await openScene(t, { secondFactor });
  await scene.user();
  const right = scene.clock.now();
  scene.clock.jump(AHEAD_MS);
  t.equal(await scene.refusal('Login', { email: ANN, password: PASSWORD, otp: '123456' }), 'none');
  t.same(times, [{ now: right + AHEAD_MS, credible: right }]);
});
