import { timingSafeEqual } from 'node:crypto';
import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import { digestOf } from '../../kit/digest.ts';
import { Fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { MINUTE_MS } from '../../kit/units.ts';
import { accountAddress, demandStrong, type Passwords } from './passwords.ts';

/** How long the link in the journal is good for. */
const LINK_MS = 30 * MINUTE_MS;
const SECRET_BYTES = 32;
export const SETUP_PATH = '/auth/setup';

export interface FirstAdministratorOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly log: Log;
  readonly passwords: Passwords;
  /** As configured; read only while there is no user. */
  readonly given: { readonly email: string | undefined; readonly password: string | undefined };
  /** What ends the start when the configured one cannot be made. @param problem begins with the key */
  misconfigured(problem: string): Error;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** Lets the first administrator in, who has no password yet: there is no default one (identity API 2.5). */
export class FirstAdministrator {
  readonly #options: FirstAdministratorOptions;
  /** SHA-256 of the secret in the link. */
  #secret: Uint8Array | undefined;
  /** Of the clock that never jumps. */
  #until = 0;

  private constructor(options: FirstAdministratorOptions) {
    this.#options = options;
  }

  /**
   * While there is no user, makes the configured one; else waits for a browser with the link of the journal.
   * @throws what `misconfigured` gives, for a configured password that breaks a rule
   */
  static async begin(options: FirstAdministratorOptions): Promise<FirstAdministrator> {
    const first = new FirstAdministrator(options);
    const { store, given, log } = options;
    if (store.read.accounts.hasUsers()) return first;
    const { email, password } = given;
    if (email !== undefined && password !== undefined) {
      await first.#createConfigured(email, password);
      log.info({ email }, 'first administrator made as configured');
    }
    return first;
  }

  /** Writes the link into the journal, once the page can be opened. @param baseUrl where this service center is reached, without a path */
  announce(baseUrl: string): void {
    const { store, log, clock } = this.#options;
    if (store.read.accounts.hasUsers()) return;
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    this.#secret = digestOf(secret);
    this.#until = clock.monotonic() + LINK_MS;
    const url = `${baseUrl}${SETUP_PATH}?token=${secret}`;
    log.warn(
      { url },
      'nobody can sign in yet: make the first administrator there within 30 minutes, or with admin create',
    );
  }

  /** Whether there is still to be a first one. */
  get isWanted(): boolean {
    return !this.#options.store.read.accounts.hasUsers();
  }

  /** Whether this is the secret of the link, and in time. */
  opens(secret: string): boolean {
    const isInTime = this.#options.clock.monotonic() < this.#until;
    return this.#secret !== undefined && isInTime && timingSafeEqual(digestOf(secret), this.#secret);
  }

  /** @throws fault `InvalidEmailFormat`, `WeakPassword`, `PermissionDenied` when there is a user by now */
  async create(email: string, password: string, address: string): Promise<void> {
    const { store, passwords, clock } = this.#options;
    const plain = accountAddress(email);
    demandStrong(passwords, password, plain);
    const given = { email: plain, password: await passwords.hash(password), requireChange: false, onlyFirst: true };
    const acting: Acting = { now: clock.now(), userId: undefined, userEmail: plain, actor: plain, address };
    await store.write.administrators.create(given, acting);
    this.#secret = undefined;
  }

  async #createConfigured(email: string, password: string): Promise<void> {
    const { misconfigured } = this.#options;
    try {
      await this.create(email, password, 'local');
    } catch (cause) {
      if (!(cause instanceof Fault)) throw cause;
      if (cause.fault === 'InvalidEmailFormat') throw misconfigured('admin.email: is no e-mail address');
      if (cause.fault !== 'WeakPassword') throw cause;
      const { rules } = cause.about;
      throw misconfigured(`admin.password: breaks the rules for passwords: ${String(rules).replaceAll(',', ', ')}`);
    }
  }
}
