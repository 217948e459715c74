import { fault } from '../kit/faults/faults.ts';
import { randomBytes } from '../kit/random.ts';
import type { Clock } from '../kit/time/clock.ts';
import { MINUTE_MS } from '../kit/units.ts';
import type { AccessControl } from '../rpc/call/access-control.ts';
import type { Admission, Rule } from '../rpc/call/define.ts';
import { demandScopes } from '../rpc/call/rights.ts';

const TICKET_BYTES = 32;
/** Of one caller: as many as it may open streams. The oldest goes for a new one. */
const MOST_OF_CALLER = 32;
/** Of all callers. */
const MOST = 4096;

interface StoredTicket {
  readonly admission: Admission;
  readonly caller: string;
  /** Of the clock that never jumps. */
  readonly until: number;
}

/** Tickets by which streams are opened without a key: each once, within a minute. They end with the process. */
export class Tickets {
  readonly #clock: Clock;
  /** Oldest first. */
  readonly #kept = new Map<string, StoredTicket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For a caller who was let in so, with what he may do at this moment. */
  issue(admission: Admission): { readonly ticket: string; readonly expiresAt: number } {
    const elapsed = this.#clock.monotonic();
    const { principal, organizationId } = admission;
    const caller = `${organizationId} ${principal.kind} ${principal.id}`;
    let own = 0;
    let oldest: string | undefined;
    for (const [ticket, kept] of this.#kept) {
      if (kept.until <= elapsed) this.#kept.delete(ticket);
      else if (kept.caller === caller) {
        oldest ??= ticket;
        own++;
      }
    }
    if (oldest !== undefined && own >= MOST_OF_CALLER) this.#kept.delete(oldest);
    const [first] = this.#kept.keys();
    if (first !== undefined && this.#kept.size >= MOST) this.#kept.delete(first);
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    this.#kept.set(ticket, { admission, caller, until: elapsed + MINUTE_MS });
    return { ticket, expiresAt: this.#clock.now() + MINUTE_MS };
  }

  /** The first caller who shows it is let in, and no other. @throws fault `InvalidAccessToken`, `ScopeRequired` */
  admit(row: Rule, ticket: string): Admission {
    const kept = this.#kept.get(ticket);
    this.#kept.delete(ticket);
    if (!kept || kept.until <= this.#clock.monotonic()) throw fault('InvalidAccessToken');
    const { scopes } = kept.admission.principal;
    if (scopes) demandScopes(row, scopes);
    return kept.admission;
  }
}

/** The same access, and by tickets too. A caller who came with one is watched as the one who got it. */
export function ticketed(access: AccessControl, tickets: Pick<Tickets, 'admit'>): AccessControl {
  return {
    edition: access.edition,
    admit(row, incoming, known) {
      const { ticket } = incoming;
      if (ticket === undefined) return access.admit(row, incoming, known);
      const admission = tickets.admit(row, ticket);
      known?.(admission.principal);
      return admission;
    },
    async uncovered(stream, signal) {
      return access.uncovered?.(stream, signal);
    },
  };
}
