import type { NewEvent } from '../../domain/event/catalog.ts';
import { background } from '../../kit/background.ts';
import { catalog, type Fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { countedAddress } from '../../kit/net/address.ts';
import { type RateLimit, rateLimit } from '../../kit/rate-limit.ts';
import type { Clock } from '../../kit/time/clock.ts';

export type RefusalEvent = 'security.access_denied' | 'security.identity_mismatch';

/** A call that was refused, as far as it is known who has sent it and where to. */
export interface Refused {
  readonly method: string;
  /** Of the client, without port. */
  readonly address: string;
  readonly key: { readonly id: string; readonly name: string } | undefined;
  readonly user: { readonly id: string; readonly email: string } | undefined;
  /** Row id of the organization; null: it is not known. */
  readonly org: number | null;
}

/** Writes for one caller, a second: a refused call costs less than one that is let in. */
const WRITES_PER_S = 4;

/** Tells of refused calls by events: the first of each kind at once, the like at most once a second, where they are counted. */
export class RefusalEvents {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #raise: (event: NewEvent) => Promise<unknown>;
  readonly #alike: RateLimit;
  readonly #ofOne: RateLimit;

  constructor({
    clock,
    log,
    raise,
  }: {
    readonly clock: Clock;
    readonly log: Log;
    raise(event: NewEvent): Promise<unknown>;
  }) {
    this.#clock = clock;
    this.#log = log;
    this.#raise = raise;
    this.#alike = rateLimit(clock, 1, 1);
    this.#ofOne = rateLimit(clock, WRITES_PER_S, 10);
  }

  tell(type: RefusalEvent, { method, address: remoteAddress, key, user, org }: Refused, { fault, about }: Fault): void {
    const { token } = catalog[fault];
    const who = key?.id ?? user?.id ?? remoteAddress;
    const counted = key?.id ?? user?.id ?? countedAddress(remoteAddress);
    if (this.#alike.take(`${type} ${counted} ${method} ${token}`) > 0 || this.#ofOne.take(counted) > 0) return;
    const at = this.#clock.now();
    const { capability, scope } = about;
    const lacking = { ...(capability !== undefined && { capability }), ...(scope !== undefined && { scope }) };
    const source = type === 'security.access_denied' ? (key ? 'api_key' : 'user') : 'service_center';
    const event: NewEvent = {
      ...{ type, source, org, at, storedAt: at },
      sourceId: type === 'security.access_denied' ? who : remoteAddress,
      sourceName: key?.name ?? user?.email,
      userId: user?.id,
      userEmail: user?.email,
      data: { method, token, remoteAddress, ...lacking },
    };
    background(this.#raise(event), cause => this.#log.error({ err: cause }, 'event not stored'));
  }
}
