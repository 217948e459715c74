import t from 'tap';
import { type Attempt, Lockout, type Trial } from '../../../src/identity/signin/lockout.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { windClock } from '../../rpc/wind-clock.ts';

const ANN: Attempt = { email: 'ann@example.org', address: '192.0.2.7', known: undefined };

function scene() {
  const clock = windClock();
  const lockout = new Lockout(clock);
  const begin = (attempt: Attempt): Trial => {
    const trial = lockout.begin(attempt);
    if (typeof trial === 'number') throw new Error(`blocked for ${trial}`);
    return trial;
  };
  const fail = (attempt: Attempt, times = 1) => Array.from({ length: times }, () => begin(attempt).failed()).at(-1);
  const waits = (attempt: Attempt) => {
    const trial = lockout.begin(attempt);
    if (typeof trial === 'number') return trial;
    trial.abandoned();
    return 0;
  };
  return { clock, lockout, begin, fail, waits };
}

t.test('five failures of an account from an address block it there for 1, 2, 4, 8 and then 15 minutes', async t => {
  const { clock, fail, waits } = scene();
  t.equal(fail(ANN, 4), 0);
  t.equal(waits(ANN), 0);
  for (const minutes of [1, 2, 4, 8]) {
    t.equal(fail(ANN), minutes * MINUTE_MS, 'says so');
    t.equal(waits({ ...ANN, address: '192.0.2.99', known: 'address' }), 0, 'a neighbour who has signed in');
    t.equal(waits({ ...ANN, email: 'bob@example.org' }), 0, 'another account');
    clock.advance(minutes * MINUTE_MS - 1);
    t.equal(waits(ANN), 1, 'what is blocked is no failure, and does not lengthen it');
    clock.advance(1);
    t.equal(waits(ANN), 0);
  }
  clock.advance(HOUR_MS - 8 * MINUTE_MS - 1);
  t.equal(fail(ANN, 4), 0);
  t.equal(fail(ANN), 15 * MINUTE_MS, 'an hour is not over');
  clock.advance(HOUR_MS);
  t.equal(fail(ANN, 4), 0);
  t.equal(fail(ANN), MINUTE_MS, 'after an hour it begins short');
});

t.test('a success forgets the failures of its account and address', async t => {
  const { begin, fail, waits } = scene();
  fail(ANN, 4);
  begin(ANN).succeeded();
  t.equal(fail(ANN, 4), 0);
  begin(ANN).succeeded();
  fail(ANN, 4);
  begin(ANN).abandoned();
  t.equal(fail(ANN), MINUTE_MS, 'what was not judged does not');
  t.equal(waits(ANN), MINUTE_MS);
});

t.test('more than fifty failures of an account in an hour leave only addresses that it signs in from', async t => {
  const { clock, fail, waits } = scene();
  const from = (network: number): Attempt => ({ ...ANN, address: `198.51.${network}.7` });
  for (let network = 0; network < 12; network++) fail(from(network), 4);
  fail(from(12), 2);
  t.equal(waits(from(100)), 0, 'fifty are not too many');
  clock.advance(10 * MINUTE_MS);
  t.equal(fail(from(13)), 50 * MINUTE_MS);
  t.equal(waits(from(100)), 50 * MINUTE_MS);
  t.equal(waits({ ...from(100), known: 'address' }), 0);
  t.equal(waits({ ...ANN, address: '127.0.0.1' }), 0);
  t.equal(waits({ ...ANN, address: '::1' }), 0);
  t.equal(waits({ ...from(100), email: 'bob@example.org' }), 0);
  clock.advance(50 * MINUTE_MS);
  t.equal(waits(from(100)), 0);
});

t.test('thirty failures of one address block it for all accounts but those that sign in from there', async t => {
  const { clock, fail, waits } = scene();
  const of = (account: number): Attempt => ({ ...ANN, email: `a${account}@example.org` });
  for (let account = 0; account < 29; account++) t.equal(fail(of(account)), 0);
  t.equal(fail(of(29)), MINUTE_MS);
  t.equal(waits(of(77)), MINUTE_MS);
  t.equal(waits({ ...of(77), known: 'address' }), 0);
  t.equal(waits({ ...of(77), address: '192.0.2.8' }), 0, 'its neighbour is another address');
  clock.advance(MINUTE_MS);
  t.equal(fail(of(78)), 2 * MINUTE_MS);
  const six = (host: string): Attempt => ({ ...ANN, email: `${host}@example.org`, address: `2001:db8:0:7::${host}` });
  for (let host = 1; host < 30; host++) fail(six(String(host)));
  t.equal(fail(six('aaaa')), MINUTE_MS, 'of IPv6 a network is one address');
  t.equal(waits({ ...ANN, address: '2001:DB8::7:ffff:0:0:1' }), MINUTE_MS);
  t.equal(waits({ ...ANN, address: '2001:db8:0:8::1' }), 0);
});

t.test('what is under way at once counts as if it had failed', async t => {
  const { lockout, begin, waits } = scene();
  const trials = Array.from({ length: 5 }, () => begin(ANN));
  t.equal(waits(ANN), SECOND_MS, 'no client gets more guesses by asking at once');
  for (const trial of trials) trial.abandoned();
  t.equal(waits(ANN), 0);
  t.equal(lockout.size, 0, 'nothing is kept of those who have not failed');
  const two = [begin(ANN), begin(ANN)];
  two[0]?.succeeded();
  t.equal(two[1]?.failed(), 0);
  t.throws(() => two[1]?.failed(), 'a trial ends once');
});

t.test('a storm of addresses and accounts is not remembered without end', async t => {
  const { lockout, fail } = scene();
  for (let at = 0; at < 25_000; at++) {
    fail({
      email: `${'x'.repeat(200)}${at}@example.org`,
      address: `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
      known: undefined,
    });
  }
  t.equal(lockout.size, 40_000, '10,000 of each kind');
});

t.test('a neighbour keeps no user out who has signed in, from an address or with a browser', async t => {
  const { clock, fail, waits } = scene();
  const neighbour = (host: number): Attempt => ({ ...ANN, address: `192.0.2.${host}` });
  for (let round = 0; round < 20; round++) {
    for (let host = 100; host < 115; host++) if (waits(neighbour(host)) === 0) fail(neighbour(host));
    t.equal(waits({ ...ANN, known: 'address' }), 0, 'at home');
    t.equal(waits({ ...neighbour(100), known: 'browser', browser: 'mine' }), 0, 'behind the address of the guesser');
    clock.advance(MINUTE_MS);
  }
  const mine: Attempt = { ...ANN, known: 'browser', browser: 'mine' };
  t.equal(fail(mine, 5), MINUTE_MS, 'its own failures do');
  t.equal(waits({ ...mine, address: '198.51.100.7' }), MINUTE_MS, 'wherever it is');
  t.equal(waits({ ...mine, browser: 'other' }), 0);
});

t.test('fifteen failures of an account from one neighbourhood block strangers there', async t => {
  const spreads: [string, (host: number) => string, string][] = [
    ['/24', host => `192.0.2.${host}`, '192.0.3.1'],
    ['/48', host => `2001:db8:7:${host.toString(16)}::1`, '2001:db8:8::1'],
  ];
  for (const [name, address, elsewhere] of spreads) {
    const { clock, fail, waits, begin } = scene();
    for (let host = 0; host < 14; host++) t.equal(fail({ ...ANN, address: address(host) }), 0);
    t.equal(waits({ ...ANN, address: address(99) }), 0, `${name}: fourteen are not too many`);
    begin({ ...ANN, address: address(99), known: 'address' }).succeeded();
    t.equal(fail({ ...ANN, address: address(14) }), MINUTE_MS, 'a success there forgets nothing of others');
    t.equal(waits({ ...ANN, address: address(99) }), MINUTE_MS, name);
    t.equal(waits({ ...ANN, address: elsewhere }), 0);
    t.equal(waits({ ...ANN, email: 'bob@example.org', address: address(99) }), 0);
    clock.advance(MINUTE_MS);
    t.equal(fail({ ...ANN, address: address(99) }), 2 * MINUTE_MS);
  }
});

t.test('a spread of addresses gives an hour no more than fifty-one guesses of an account', async t => {
  for (const address of [
    (at: number) => `10.${at >> 8}.${at & 255}.1`,
    (at: number) => `2001:db8:${at.toString(16)}::1`,
    (at: number) => `192.0.2.${at & 255}`,
    (at: number) => `2001:db8:7:${at.toString(16)}::1`,
  ]) {
    const { clock, fail, waits } = scene();
    let guesses = 0;
    for (let at = 0; at < 3600; at++) {
      const attempt = { ...ANN, address: address(at) };
      if (waits(attempt) === 0) {
        fail(attempt);
        guesses++;
      }
      clock.advance(SECOND_MS - 1);
    }
    t.ok(guesses >= 15 && guesses <= 51, `${guesses} of ${address(0)}`);
  }
});

/** The rule as it is written, judged by all that ever happened. */
function retold() {
  const failures: { at: number; email: string; own: string; network: string; address: string }[] = [];
  const cleared = new Map<string, number>();
  const blockOf = (times: readonly number[], limit: number): number => {
    let until = 0;
    let blocks = 0;
    for (const [nth, at] of times.entries()) {
      const before = times[nth - 1];
      if (before === undefined || at - before >= HOUR_MS) blocks = 0;
      const within = times.slice(0, nth + 1).filter(each => at - each < 10 * MINUTE_MS).length;
      if (within < limit) continue;
      until = at + Math.min(2 ** blocks, 15) * MINUTE_MS;
      blocks++;
    }
    return until;
  };
  return {
    fail: (at: number, email: string, own: string, network: string, address: string) =>
      failures.push({ at, email, own, network, address }),
    clear: (email: string, own: string) => cleared.set(`${email} ${own}`, failures.length),
    wait(now: number, email: string, own: string, network: string, address: string, isKnown: boolean): number {
      const isLocal = address.startsWith('127.');
      const since = cleared.get(`${email} ${own}`) ?? 0;
      const ofPair = failures.slice(since).filter(each => each.email === email && each.own === own);
      const ofNetwork = failures.filter(each => each.email === email && each.network === network);
      const ofAddress = failures.filter(each => each.address === address);
      const ofAccount = failures.filter(each => each.email === email && now - each.at < HOUR_MS);
      const waits = [
        blockOf(
          ofPair.map(({ at }) => at),
          5,
        ) - now,
      ];
      if (!isKnown)
        waits.push(
          blockOf(
            ofNetwork.map(({ at }) => at),
            15,
          ) - now,
          blockOf(
            ofAddress.map(({ at }) => at),
            30,
          ) - now,
        );
      const newest51 = ofAccount.at(-51);
      if (!isKnown && !isLocal && newest51) waits.push(newest51.at + HOUR_MS - now);
      return Math.max(0, ...waits);
    },
  };
}

t.test('whatever happens, it is as the rule says', async t => {
  let seed = 20_261_123;
  const below = (bound: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * bound);
  };
  const seen = { blocked: 0, failed: 0, succeeded: 0, byAccount: 0 };
  let differences = 0;
  for (let round = 0; round < 40; round++) {
    const { clock, lockout } = scene();
    const model = retold();
    const crowd = 1 + (round % 5 === 1 ? 0 : below(round % 4 === 0 ? 40 : 3));
    const networks = 1 + (round % 5 === 1 ? 29 : below(3));
    for (let step = 0; step < 600; step++) {
      const email = `a${below(crowd)}@example.org`;
      const isLocal = below(10) === 0;
      const network = isLocal ? '127.0.0' : `10.0.${below(networks)}`;
      const address = `${network}.${1 + below(2)}`;
      const known = ([undefined, 'address', 'browser'] as const)[below(8)];
      const browser = `b${below(2)}`;
      const own = known === 'browser' ? browser : address;
      clock.advance(
        below([SECOND_MS, 20 * SECOND_MS, 3 * MINUTE_MS, 90 * MINUTE_MS][below(20) === 0 ? 3 : below(3)] ?? 1),
      );
      const now = clock.monotonic();
      const expected = model.wait(now, email, own, network, address, known !== undefined);
      const trial = lockout.begin({ email, address, known, browser });
      const wait = typeof trial === 'number' ? trial : 0;
      if (wait !== expected) differences++;
      if (typeof trial === 'number') {
        seen.blocked++;
        if (wait > 15 * MINUTE_MS) seen.byAccount++;
      } else if (below(12) === 0) {
        trial.succeeded();
        model.clear(email, own);
        seen.succeeded++;
      } else {
        trial.failed();
        model.fail(now, email, own, network, address);
        seen.failed++;
      }
    }
  }
  t.equal(differences, 0);
  t.ok(
    Object.values(seen).every(count => count > 100),
    JSON.stringify(seen),
  );
});
