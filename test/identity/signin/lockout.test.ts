import t from 'tap';
import { type Attempt, Lockout, type Trial } from '../../../src/identity/signin/lockout.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { windClock } from '../../rpc/wind-clock.ts';

const ANN = { email: 'ann@example.org', address: '192.0.2.7', isKnown: false };

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

t.test('five failures of an account from a network block it there for 1, 2, 4, 8 and then 15 minutes', async t => {
  const { clock, fail, waits } = scene();
  t.equal(fail(ANN, 4), 0);
  t.equal(waits(ANN), 0);
  for (const minutes of [1, 2, 4, 8]) {
    t.equal(fail(ANN), minutes * MINUTE_MS, 'says so');
    t.equal(waits({ ...ANN, address: '192.0.2.99' }), minutes * MINUTE_MS, 'the same network');
    t.equal(waits({ ...ANN, address: '192.0.3.7' }), 0, 'another network');
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

t.test('a success forgets the failures of its account and network', async t => {
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

t.test('more than fifty failures of an account in an hour leave only networks that it signs in from', async t => {
  const { clock, fail, waits } = scene();
  const from = (network: number): Attempt => ({ ...ANN, address: `198.51.${network}.7` });
  for (let network = 0; network < 12; network++) fail(from(network), 4);
  fail(from(12), 2);
  t.equal(waits(from(100)), 0, 'fifty are not too many');
  clock.advance(10 * MINUTE_MS);
  t.equal(fail(from(13)), 50 * MINUTE_MS);
  t.equal(waits(from(100)), 50 * MINUTE_MS);
  t.equal(waits({ ...from(100), isKnown: true }), 0);
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
  t.equal(waits({ ...of(77), isKnown: true }), 0);
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
  t.equal(waits(ANN), SECOND_MS, 'nobody gets more guesses by asking at once');
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
      isKnown: false,
    });
  }
  t.equal(lockout.size, 30_000, '10,000 of each kind');
});

/** The rule as it is written, judged by all that ever happened. */
function retold() {
  const failures: { at: number; email: string; network: string; address: string }[] = [];
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
    fail: (at: number, email: string, network: string, address: string) =>
      failures.push({ at, email, network, address }),
    clear: (email: string, network: string) => cleared.set(`${email} ${network}`, failures.length),
    wait(now: number, email: string, network: string, address: string, isKnown: boolean, isLocal: boolean): number {
      const since = cleared.get(`${email} ${network}`) ?? 0;
      const ofPair = failures.slice(since).filter(each => each.email === email && each.network === network);
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
      const isKnown = below(8) === 0;
      clock.advance(
        below([SECOND_MS, 20 * SECOND_MS, 3 * MINUTE_MS, 90 * MINUTE_MS][below(20) === 0 ? 3 : below(3)] ?? 1),
      );
      const now = clock.monotonic();
      const expected = model.wait(now, email, network, address, isKnown, isLocal);
      const trial = lockout.begin({ email, address, isKnown });
      const wait = typeof trial === 'number' ? trial : 0;
      if (wait !== expected) differences++;
      if (typeof trial === 'number') {
        seen.blocked++;
        if (wait > 15 * MINUTE_MS) seen.byAccount++;
      } else if (below(12) === 0) {
        trial.succeeded();
        model.clear(email, network);
        seen.succeeded++;
      } else {
        trial.failed();
        model.fail(now, email, network, address);
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
