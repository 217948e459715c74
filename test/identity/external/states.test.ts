import t from 'tap';
import { browserCookie, cookiesOf, LoginStates, STATE_MS } from '../../../src/identity/external/states.ts';
import { Fault } from '../../../src/kit/faults.ts';
import { windClock } from '../../rpc/wind-clock.ts';

t.setTimeout(120_000);

const faultOf = (act: () => unknown) => {
  try {
    act();
    return 'none';
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return cause.fault;
  }
};

t.test('what comes back is what was sent, once, in time, for this browser and this kind', async t => {
  const clock = windClock();
  const states = new LoginStates(clock);
  const [cookie, other] = [browserCookie([]), browserCookie([])];
  const sent = states.make('oidc', cookie);
  t.equal(
    faultOf(() => states.take('oidc', sent.state, [])),
    'AuthStateInvalid',
  );
  t.equal(
    faultOf(() => states.take('oidc', sent.state, [other])),
    'AuthStateInvalid',
  );
  t.equal(
    faultOf(() => states.take('oauth2', sent.state, [cookie])),
    'AuthStateInvalid',
  );
  t.equal(
    faultOf(() => new LoginStates(clock).take('oidc', sent.state, [cookie])),
    'AuthStateInvalid',
    'a restart',
  );
  t.same(states.take('oidc', sent.state, [other, cookie]), sent);
  t.equal(
    faultOf(() => states.take('oidc', sent.state, [cookie])),
    'AuthStateInvalid',
  );
  // Other letters, the same bytes.
  t.equal(
    faultOf(() => states.take('oidc', `${sent.state}=`, [cookie])),
    'AuthStateInvalid',
  );
  t.notOk(sent.state.includes(sent.verifier), 'nobody reads it on the way');

  const late = states.make('oidc', cookie);
  clock.advance(STATE_MS);
  t.equal(
    faultOf(() => states.take('oidc', late.state, [cookie])),
    'AuthStateInvalid',
  );
});

t.test('used states take no room without end, and give it back', async t => {
  const clock = windClock();
  const states = new LoginStates(clock);
  const cookie = browserCookie([]);
  const come = () => faultOf(() => states.take('oidc', states.make('oidc', cookie).state, [cookie]));
  const outcomes = Map.groupBy(Array.from({ length: 20_001 }, come), outcome => outcome);
  t.equal(outcomes.get('none')?.length, 20_000);
  t.equal(outcomes.get('RateLimited')?.length, 1);
  clock.advance(STATE_MS);
  t.equal(come(), 'none');
});

t.test('a browser may have other cookies, and more than one of ours', async t => {
  const [one, two] = ['a'.repeat(43), 'b'.repeat(43)];
  t.same(cookiesOf([`x=1; ws_login=${one}`, `ws_login=${two};ws_login=short; ws_loginx=${one}`]), [one, two]);
  t.same(cookiesOf([]), []);
  t.equal(cookiesOf([Array(50).fill(`ws_login=${one}`).join('; ')]).length, 4);
  t.equal(browserCookie([`ws_login=${two}`]), two);
  t.match(browserCookie(['ws_login=']), /^[\w-]{43}$/);
});
