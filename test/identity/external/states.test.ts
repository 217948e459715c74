import t from 'tap';
import { browserCookie, cookiesOf, LoginStates, STATE_MS } from '../../../src/identity/external/states.ts';
import { Fault } from '../../../src/kit/faults/faults.ts';
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

const HERE = 'http://localhost:9090';

t.test('what comes back is what was sent, once, in time, for this browser and this kind', async t => {
  const clock = windClock();
  const states = new LoginStates(clock);
  const [cookie, other] = [browserCookie([], HERE), browserCookie([], HERE)];
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
  t.notOk(sent.state.includes(sent.verifier), 'it cannot be read on the way');

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
  const cookie = browserCookie([], HERE);
  const come = () => faultOf(() => states.take('oidc', states.make('oidc', cookie).state, [cookie]));
  const outcomes = Map.groupBy(Array.from({ length: 20_001 }, come), outcome => outcome);
  t.equal(outcomes.get('none')?.length, 20_000);
  t.equal(outcomes.get('RateLimited')?.length, 1);
  clock.advance(STATE_MS);
  t.equal(come(), 'none');
});

t.test('a browser may have other cookies, and more than one of ours', async t => {
  const [one, two] = ['a'.repeat(43), 'b'.repeat(43)];
  t.same(cookiesOf([`x=1; ws_login=${one}`, `ws_login=${two};ws_login=short; ws_loginx=${one}`], HERE), [one, two]);
  t.same(cookiesOf([], HERE), []);
  t.equal(cookiesOf([Array(50).fill(`ws_login=${one}`).join('; ')], HERE).length, 4);
  t.equal(browserCookie([`ws_login=${two}`], HERE), two);
  t.match(browserCookie(['ws_login='], HERE), /^[\w-]{43}$/);
  t.same(
    cookiesOf([`ws_login=${one}; __Host-ws_login=${two}`], 'https://box.example.org'),
    [two],
    'no other host plants one',
  );
});

t.test('a state is taken in its one spelling', async t => {
  const states = new LoginStates(windClock());
  const cookie = browserCookie([], HERE);
  const { state } = states.make('oidc', cookie);
  const bytes = Buffer.from(state, 'base64url');
  const others = [`${state}=`, `${state.slice(0, 9)} ${state.slice(9)}`, `${state}!`, bytes.toString('base64')];
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const letter of LETTERS) others.push(state.slice(0, -1) + letter);
  const same = others.filter(other => other !== state && Buffer.from(other, 'base64url').equals(bytes));
  t.ok(same.length > 2);
  for (const other of same)
    t.equal(
      faultOf(() => states.take('oidc', other, [cookie])),
      'AuthStateInvalid',
      other,
    );
  t.equal(
    faultOf(() => states.take('oidc', state, [cookie])),
    'none',
  );
});
