import { createHash } from 'node:crypto';
import { countedAddress, isLoopbackAddress, neighbourhoodOf } from '../../kit/net/address.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/units.ts';

/** Failures within this time count together. */
const WINDOW_MS = 10 * MINUTE_MS;
/** Of one account from one address or browser. */
const PAIR_FAILURES = 5;
/** Of one account from the whole neighbourhood of an address. */
const NEIGHBOURHOOD_FAILURES = 15;
/** Of one address, whatever the account. */
const ADDRESS_FAILURES = 30;
/** Of one account, from wherever: beyond it only addresses and browsers are answered that the account signs in from. */
const ACCOUNT_FAILURES = 50;
const ACCOUNT_WINDOW_MS = HOUR_MS;
const FIRST_BLOCK_MS = MINUTE_MS;
const LONGEST_BLOCK_MS = 15 * MINUTE_MS;
/** After so long without a failure a block begins short again. */
const FORGIVEN_MS = HOUR_MS;
/** Kept of each kind. A failure costs a hash, so that no client makes us forget another one quickly. */
const MOST_KEPT = 10_000;
/** What is under way is judged by then. */
const UNDER_WAY_MS = SECOND_MS;
const KEY_BYTES = 12;

/** A sign-in that is tried. */
export interface Attempt {
  readonly email: string;
  /** Of the client, without port. */
  readonly address: string;
  /** Where the account has signed in from lately: at most its own failures there block it. */
  readonly known: 'address' | 'browser' | undefined;
  /** What tells the browser from others; looked at when it is known. */
  readonly browser?: string | undefined;
}

/** A password that is being looked at; one of the three ends it. */
export interface Trial {
  succeeded(): void;
  /** @returns for how long no attempt is answered now, milliseconds; 0: as before */
  failed(): number;
  /** It was neither right nor wrong. */
  abandoned(): void;
}

/** Failures of one kind and what came of them; times in milliseconds of the clock that never jumps. */
interface Record {
  /** The newest ones only: so many as tell whether it is too many. */
  times: number[];
  blockedUntil: number;
  blocks: number;
  /** Looked at now. Each may be a failure. */
  underWay: number;
}

/**
 * Slows down clients that guess passwords, and never locks out an account (identity API 2.5, clarification T14): by account and
 * address or browser; and where the account does not sign in from, by account and neighbourhood, by address, and by account alone. A
 * neighbour keeps no user out who has signed in, and many addresses give no more guesses. In memory: a restart forgets it.
 */
export class Lockout {
  readonly #clock: Clock;
  readonly #pairs = new Records();
  readonly #neighbourhoods = new Records();
  readonly #addresses = new Records();
  readonly #accounts = new Records();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What is kept, for those who watch memory. */
  get size(): number {
    return [this.#pairs, this.#neighbourhoods, this.#addresses, this.#accounts].reduce(
      (sum, { size }) => sum + size,
      0,
    );
  }

  /** @returns the trial; or the milliseconds after which the next one will be answered */
  begin(attempt: Attempt): Trial | number {
    const now = this.#clock.monotonic();
    const wait = this.#blockedFor(attempt, now);
    if (wait > 0) return wait;
    const keys = keysOf(attempt);
    const all = [
      this.#pairs.of(keys.pair),
      this.#neighbourhoods.of(keys.neighbourhood),
      this.#addresses.of(keys.address),
      this.#accounts.of(keys.account),
    ] as const;
    for (const each of all) each.underWay++;
    let isOver = false;
    const end = () => {
      if (isOver) throw new Error('the trial is over');
      isOver = true;
      for (const each of all) each.underWay--;
    };
    const [pair, neighbourhood, address, account] = all;
    return {
      succeeded: () => {
        end();
        pair.times = [];
        pair.blockedUntil = 0;
        pair.blocks = 0;
        this.#tidy(keys);
      },
      failed: () => {
        end();
        const at = this.#clock.monotonic();
        const before = this.#blockedFor(attempt, at);
        fail(pair, at, PAIR_FAILURES);
        fail(neighbourhood, at, NEIGHBOURHOOD_FAILURES);
        fail(address, at, ADDRESS_FAILURES);
        note(account, at, ACCOUNT_FAILURES + 1);
        this.#pairs.touch(keys.pair, pair);
        this.#neighbourhoods.touch(keys.neighbourhood, neighbourhood);
        this.#addresses.touch(keys.address, address);
        this.#accounts.touch(keys.account, account);
        return before > 0 ? 0 : this.#blockedFor(attempt, at);
      },
      abandoned: () => {
        end();
        this.#tidy(keys);
      },
    };
  }

  #blockedFor(attempt: Attempt, now: number): number {
    const keys = keysOf(attempt);
    const pair = this.#pairs.find(keys.pair);
    const own = pair ? waitOf(pair, now, PAIR_FAILURES) : 0;
    if (attempt.known !== undefined) return own;
    const neighbourhood = this.#neighbourhoods.find(keys.neighbourhood);
    const address = this.#addresses.find(keys.address);
    const account = isLoopbackAddress(attempt.address) ? undefined : this.#accounts.find(keys.account);
    return Math.max(
      own,
      neighbourhood ? waitOf(neighbourhood, now, NEIGHBOURHOOD_FAILURES) : 0,
      address ? waitOf(address, now, ADDRESS_FAILURES) : 0,
      account ? accountWait(account, now) : 0,
    );
  }

  #tidy(keys: Keys): void {
    this.#pairs.tidy(keys.pair);
    this.#neighbourhoods.tidy(keys.neighbourhood);
    this.#addresses.tidy(keys.address);
    this.#accounts.tidy(keys.account);
  }
}

interface Keys {
  readonly pair: string;
  readonly neighbourhood: string;
  readonly address: string;
  readonly account: string;
}

/** An e-mail address may be as long as a client likes; its digest is not. */
function keysOf({ email, address: sent, known, browser }: Attempt): Keys {
  const account = createHash('sha256').update(email).digest().toString('base64', 0, KEY_BYTES);
  const address = countedAddress(sent);
  const pair = `${account} ${known === 'browser' ? browser : address}`;
  return { pair, neighbourhood: `${account} ${neighbourhoodOf(sent)}`, address, account };
}

function note(record: Record, at: number, most: number): void {
  record.times.push(at);
  if (record.times.length > most) record.times.shift();
}

function fail(record: Record, at: number, limit: number): void {
  const last = record.times.at(-1);
  if (last === undefined || at - last >= FORGIVEN_MS) record.blocks = 0;
  note(record, at, limit);
  if (recent(record, at, WINDOW_MS) < limit) return;
  record.blockedUntil = at + Math.min(FIRST_BLOCK_MS * 2 ** record.blocks, LONGEST_BLOCK_MS);
  record.blocks++;
}

function recent({ times }: Record, now: number, windowMs: number): number {
  return times.filter(at => now - at < windowMs).length;
}

function waitOf(record: Record, now: number, limit: number): number {
  if (record.blockedUntil > now) return record.blockedUntil - now;
  const { underWay } = record;
  return underWay > 0 && recent(record, now, WINDOW_MS) + underWay >= limit ? UNDER_WAY_MS : 0;
}

function accountWait(record: Record, now: number): number {
  const { times, underWay } = record;
  const oldest = times.length > ACCOUNT_FAILURES ? (times[0] ?? 0) : undefined;
  if (oldest !== undefined && now - oldest < ACCOUNT_WINDOW_MS) return oldest + ACCOUNT_WINDOW_MS - now;
  return underWay > 0 && recent(record, now, ACCOUNT_WINDOW_MS) + underWay > ACCOUNT_FAILURES ? UNDER_WAY_MS : 0;
}

/** A bounded number of records; the one whose last failure is longest ago makes room. */
class Records {
  readonly #kept = new Map<string, Record>();

  get size(): number {
    return this.#kept.size;
  }

  find(key: string): Record | undefined {
    return this.#kept.get(key);
  }

  of(key: string): Record {
    const found = this.#kept.get(key);
    if (found) return found;
    const made = { times: [], blockedUntil: 0, blocks: 0, underWay: 0 };
    this.touch(key, made);
    return made;
  }

  touch(key: string, record: Record): void {
    this.#kept.delete(key);
    this.#kept.set(key, record);
    const oldest = this.#kept.size > MOST_KEPT ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Nothing is kept of those who have not failed. */
  tidy(key: string): void {
    const record = this.#kept.get(key);
    if (record && record.underWay <= 0 && record.times.length === 0) this.#kept.delete(key);
  }
}
