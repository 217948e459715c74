import type { NewEvent } from '../../domain/event/catalog.ts';
import { background } from '../../kit/background.ts';
import type { Clock } from '../../kit/clock.ts';
import { catalog, type Fault } from '../../kit/faults.ts';
import type { Log } from '../../kit/log.ts';
import { type RateLimit, rateLimit } from '../../kit/rate-limit.ts';
import type { Asked } from './asked.ts';

export type RefusalEvent = 'security.access_denied' | 'security.identity_mismatch';

/** Writes for one caller, a second: a refused call costs less than one that is let in. */
const WRITES_PER_S = 4;

/** Tells of refused calls by events: the first of each kind at once, the like at most once a second, where they are counted. */
export class ToldRefusals {
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

  tell(type: RefusalEvent, { row, incoming, key, account, place }: Asked, { fault, about }: Fault): void {
    const { address: remoteAddress } = incoming;
    const { token } = catalog[fault];
    const who = key?.id ?? account?.uuid ?? remoteAddress;
    if (this.#alike.take(`${type} ${who} ${row.name} ${token}`) > 0 || this.#ofOne.take(who) > 0) return;
    const at = this.#clock.now();
    const { capability, scope } = about;
    const lacking = { ...(capability !== undefined && { capability }), ...(scope !== undefined && { scope }) };
    const source = type === 'security.access_denied' ? (key ? 'api_key' : 'user') : 'service_center';
    const event: NewEvent = {
      ...{ type, source, at, storedAt: at },
      org: place && place.org !== 0 ? place.org : (key?.org ?? null),
      sourceId: type === 'security.access_denied' ? who : remoteAddress,
      sourceName: key?.name ?? account?.email,
      userId: account?.uuid,
      userEmail: account?.email,
      data: { method: row.name, token, remoteAddress, ...lacking },
    };
    background(this.#raise(event), cause => this.#log.error({ err: cause }, 'event not stored'));
  }
}
