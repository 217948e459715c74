import { fault } from '../../kit/faults/faults.ts';
import { countedAddress } from '../../kit/net/address.ts';
import { type RateLimit, rateLimit } from '../../kit/rate-limit.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { AnswerFacts, Principal } from './define.ts';
import type { Incoming } from './incoming.ts';

const STREAMS_PER_PRINCIPAL = 32;
const STREAMS = 256;
const BURST_SECONDS = 2;

/** Who asks, as far as it is known by now. */
export interface Caller {
  readonly incoming: Pick<Incoming, 'address' | 'conditions'>;
  readonly principal: Principal | undefined;
}

/**
 * Whose calls and streams are counted together: without sign-in every caller is the operator, so that one client could take all
 * (platform API 1.11), and who has not signed in is known by the address only.
 */
function countedAs({ principal, incoming }: Caller): string {
  const isKnown = principal && principal.kind !== 'anonymous' && principal.kind !== 'operator';
  return isKnown ? `${principal.kind} ${principal.id}` : countedAddress(incoming.address);
}

export interface RequestLimitOptions {
  readonly clock: Clock;
  /** Requests per second of one client address, or of one principal with sign-in; 0 = no limit. */
  readonly requestsPerSecond: number;
  /** Likewise, of one API key or user of the public API, or of one address that shows nothing valid. */
  readonly publicRequestsPerSecond?: number;
  /** A caller sends more requests than he may; told once a second for each. @param principal undefined: not known */
  rateLimited(address: string, principal: Principal | undefined): void;
  /** Each request that is one too many of an address, of those who are not known. @param address as it is counted */
  overRate?(address: string): void;
}

/** How many requests a caller may send. */
export class RequestLimits {
  readonly #limit: RateLimit;
  readonly #publicLimit: RateLimit;
  readonly #publicPerSecond: number;
  readonly #told: RateLimit;
  readonly #rateLimited: RequestLimitOptions['rateLimited'];
  readonly #overRate: RequestLimitOptions['overRate'];

  constructor({ clock, requestsPerSecond, publicRequestsPerSecond = 0, ...told }: RequestLimitOptions) {
    this.#limit = rateLimit(clock, requestsPerSecond, BURST_SECONDS);
    this.#publicLimit = rateLimit(clock, publicRequestsPerSecond, BURST_SECONDS);
    this.#publicPerSecond = publicRequestsPerSecond;
    this.#told = rateLimit(clock, 1, 1);
    this.#rateLimited = told.rateLimited;
    this.#overRate = told.overRate;
  }

  /** Counts a request. @throws fault `RateLimited` */
  take(caller: Caller): void {
    this.#take(this.#limit, caller);
  }

  /** Counts a request for who calls, now that it is known, and no more for the address. @throws fault `RateLimited` */
  takeKnown(caller: Caller): void {
    const address = countedAddress(caller.incoming.address);
    if (countedAs(caller) === address) return;
    this.#limit.giveBack(address);
    this.#take(this.#limit, caller);
  }

  /** Counts a request to the public API. @throws fault `RateLimited` */
  takePublic(caller: Caller): void {
    this.#take(this.#publicLimit, caller);
  }

  #take(limit: RateLimit, caller: Caller): void {
    const { incoming, principal } = caller;
    const counted = countedAs(caller);
    const waitMs = limit.take(counted);
    const { told } = incoming.conditions ?? {};
    if (told && principal) this.#tell(told, limit, counted);
    if (waitMs === 0) return;
    // One who is known has others behind the same address.
    if (counted === countedAddress(incoming.address)) this.#overRate?.(counted);
    if (this.#told.take(counted) === 0) this.#rateLimited(incoming.address, principal);
    throw fault('RateLimited', { retry_after_ms: waitMs });
  }

  /** What is left of what a caller may ask at a time. */
  #tell(told: AnswerFacts, limit: RateLimit, counted: string): void {
    const perSecond = this.#publicPerSecond;
    if (perSecond === 0) return;
    const { left, fullInMs } = limit.state(counted);
    told.rate = { limit: perSecond, remaining: Math.floor(left), resetS: Math.ceil(fullInMs / 1000) };
  }
}

/**
 * How many streams a caller may have open, and all together. Beside the two limits, who has as many as are still free gets no more: of all
 * streams an organization, and of what its organization may still have a caller. So a few cannot shut out the rest, and one who is
 * alone is not held back much.
 */
export class StreamLimits {
  /** By caller, and by organization. */
  readonly #open = new Map<string, number>();
  readonly #severalOrganizations: boolean;
  #count = 0;

  /** @param severalOrganizations without sign-in there is one: no other needs what it leaves */
  constructor(severalOrganizations: boolean) {
    this.#severalOrganizations = severalOrganizations;
  }

  /** @throws fault `TooManyStreams` */
  open(caller: Caller, org: number): void {
    const own = this.#open.get(countedAs(caller)) ?? 0;
    if (own >= STREAMS_PER_PRINCIPAL) throw fault('TooManyStreams', { limit: STREAMS_PER_PRINCIPAL });
    const left = this.#leftFor(org);
    if (left <= 0) throw fault('TooManyStreams', { limit: this.#openIn(org) });
    if (own >= left) throw fault('TooManyStreams', { limit: own });
    this.#add(caller, org, 1);
  }

  close(caller: Caller, org: number): void {
    this.#add(caller, org, -1);
  }

  /** How many more an organization may have: half of what is free beyond as many as it has. */
  #leftFor(org: number): number {
    const free = STREAMS - this.#count;
    return this.#severalOrganizations ? Math.ceil((free - this.#openIn(org)) / 2) : free;
  }

  #openIn(org: number): number {
    return this.#severalOrganizations ? (this.#open.get(ofOrganization(org)) ?? 0) : this.#count;
  }

  #add(caller: Caller, org: number, more: 1 | -1): void {
    this.#count += more;
    for (const key of [countedAs(caller), ofOrganization(org)]) {
      const open = (this.#open.get(key) ?? 0) + more;
      if (open === 0) this.#open.delete(key);
      else this.#open.set(key, open);
    }
  }
}

const ofOrganization = (org: number): string => `organization ${org}`;
