import type { Store } from '../../domain/domain.ts';
import type { NewEvent } from '../../domain/event/catalog.ts';
import { background } from '../../kit/background.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { countedAddress } from '../../kit/net/address.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { Lockout } from './lockout.ts';

/** Whose password is looked at. */
export interface Suspect {
  readonly email: string;
  /** Row id of the account; undefined: there is none. */
  readonly user: number | undefined;
  /** Of the client, without port. */
  readonly address: string;
  /** What the browser is known by (`browserOf`). */
  readonly browser: string | undefined;
}

/** Why a user is not let in: for those who look after the box, never for the one who asks. */
export type Reason = 'unknown_user' | 'password' | 'second_factor' | 'user_inactive' | 'membership';

/** How a look at a password ended; the last is neither right nor wrong. */
export type Verdict = 'right' | Extract<Reason, 'unknown_user' | 'password' | 'second_factor'> | 'open';

export interface GuardOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly lockout: Lockout;
}

/** Every look at a password goes by here: those who guess are slowed down, and told of. */
export class PasswordGuard {
  readonly #options: GuardOptions;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * @param look gets whether the account signs in from there
   * @throws fault `LoginTemporarilyBlocked` without a look, and whatever the look throws, which counts as `open`
   */
  async watch(suspect: Suspect, look: (isKnown: boolean) => Promise<Verdict>): Promise<Verdict> {
    const { store, clock, lockout } = this.#options;
    const { email, user, address, browser } = suspect;
    const isKnownAs = (from: string | undefined): boolean =>
      user !== undefined && from !== undefined && store.read.signIns.isKnown(user, from, clock.credible());
    const known = isKnownAs(browser) ? 'browser' : isKnownAs(countedAddress(address)) ? 'address' : undefined;
    const trial = lockout.begin({ email, address, known, browser });
    if (typeof trial === 'number') throw fault('LoginTemporarilyBlocked', { retry_after_ms: Math.ceil(trial) });
    let verdict: Verdict = 'open';
    try {
      verdict = await look(known !== undefined);
    } finally {
      if (verdict === 'right') trial.succeeded();
      else if (verdict === 'open') trial.abandoned();
      else this.#failed(suspect, verdict, trial.failed());
    }
    return verdict;
  }

  /** Tells that a sign-in was refused. */
  refused({ email, address }: Suspect, reason: Reason): void {
    this.#raise('security.login_failed', email, address, { reason });
  }

  #failed(suspect: Suspect, reason: Reason, blockedMs: number): void {
    const { email, address } = suspect;
    this.refused(suspect, reason);
    if (blockedMs === 0) return;
    this.#raise('security.login_blocked', email, address, { seconds: Math.ceil(blockedMs / SECOND_MS) });
  }

  #raise(type: NewEvent['type'], email: string, address: string, more: Readonly<Record<string, string | number>>) {
    const { store, clock, log } = this.#options;
    const at = clock.now();
    const data = { email, remoteAddress: address, ...more };
    const raised = store.write.events.raise({ type, org: null, sourceId: address, at, storedAt: at, data });
    background(raised, cause => log.error({ err: cause }, 'event not stored'));
  }
}
