import { Fault, fault } from '../../kit/faults/faults.ts';
import type { Notifier } from '../../kit/notifier.ts';
import { type Clock, sleep } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { CoveredStream } from '../../rpc/call/access-control.ts';
import type { Admission } from '../../rpc/call/define.ts';
import { AuthorizationRequest, type Caller } from './authorization-request.ts';
import type { Gate } from './sources.ts';

/** What is not notified, such as the expiry of a key, is looked at so often (platform API section 1.11). */
const LOOK_MS = 30 * SECOND_MS;
/** From one look to the next: a thousand changes in a row are not looked at a thousand times for each stream. */
const REST_MS = 250;

/** Looks after those who were let in and stay. */
export class StreamRights {
  readonly #clock: Clock;
  readonly #changed: Notifier;
  readonly #gate: Gate;
  readonly #rights: readonly ((asked: AuthorizationRequest, gate: Gate) => unknown)[];

  /** @param rights the rules about rights, which hold for a stream as for a call */
  constructor({
    clock,
    changed,
    gate,
    rights,
  }: {
    readonly clock: Clock;
    /** Notified after each commit by which rights of callers may be others. */
    readonly changed: Notifier;
    readonly gate: Gate;
    readonly rights: readonly ((asked: AuthorizationRequest, gate: Gate) => unknown)[];
  }) {
    this.#clock = clock;
    this.#changed = changed;
    this.#gate = gate;
    this.#rights = rights;
  }

  /** Resolves with why a stream is not covered any more (clarification I14), or with undefined when the signal ends before. */
  async uncovered(stream: CoveredStream, signal: AbortSignal): Promise<Fault | undefined> {
    while (!signal.aborted) {
      const { version } = this.#changed;
      const reason = this.#reason(stream);
      if (reason) return reason;
      await sleep(this.#clock, REST_MS, signal).catch(() => undefined);
      const due = new AbortController();
      const timer = this.#clock.after(LOOK_MS, () => due.abort());
      await this.#changed.wait(version, AbortSignal.any([signal, due.signal]));
      timer.cancel();
    }
    return undefined;
  }

  #reason({ row, admission, reliesOn }: CoveredStream): Fault | undefined {
    const caller = this.#callerOf(admission);
    if (caller instanceof Fault) return caller;
    const asked = new AuthorizationRequest(row, NOTHING_SENT);
    asked.caller = caller;
    asked.organizationId = admission.organizationId;
    try {
      for (const rule of this.#rights) rule(asked, this.#gate);
    } catch (cause) {
      if (cause instanceof Fault) return fault('StreamAccessChanged');
      throw cause;
    }
    const has = new Set(asked.capabilities);
    return reliesOn.isSubsetOf(has) ? undefined : fault('StreamAccessChanged');
  }

  /** The caller who was let in, as the store knows him by now. */
  #callerOf({ principal }: Admission): Caller | Fault {
    const { reads, keys } = this.#gate;
    const { kind, id, sessionId, scopes = [], keyOrganizationId = '' } = principal;
    if (kind === 'user') {
      const account = reads.user(id);
      if (!account) return fault(sessionId === undefined ? 'UserInactive' : 'AccessTokenRevoked');
      if (!account.is_active) return fault('UserInactive');
      if (sessionId === undefined) return { kind: 'peer', account };
      const session = reads.session(sessionId);
      return session && !session.endedBy ? { kind, account, sessionId } : fault('AccessTokenRevoked');
    }
    const refusal = keys.refusal(id);
    if (refusal) return fault(refusal);
    // Nothing of a key is ever changed.
    const key = { id, name: '', org: 0, organizationId: keyOrganizationId, scopes };
    if (kind === 'service_account') return { kind, key };
    const account = reads.user(principal.userId ?? '');
    return kind === 'user_key' && account ? { kind, account, key } : fault('ApiKeyInactive');
  }
}

const NOTHING_SENT = {
  transport: 'grpc',
  address: '',
  secure: false,
  headers: () => [],
  timeoutMs: undefined,
  signal: new AbortController().signal,
} as const;
