import type { DuePropagation } from '../domain/attach/records.ts';
import { background, impossible } from '../kit/background.ts';
import { sleep } from '../kit/clock.ts';
import type { RequestOf } from '../protocol/operations.ts';
import type { PeerSession } from '../protocol/peer-session.ts';
import type { Bssci } from './operations.ts';
import type { BssciOptions } from './options.ts';

/** Announcements a station has not answered (BSSCI 9.8). */
const MAX_UNANSWERED = 64;
/** Once that many are out, half of them must be answered before more are read from the store. */
const GO_ON_BELOW = MAX_UNANSWERED / 2;

/** The session of the station. */
interface AnnouncedTo extends Pick<PeerSession<Bssci, 'con'>, 'over' | 'log' | 'startWith'> {
  readonly session: number;
  readonly station: number;
  seal<K extends 'attPrp' | 'detPrp'>(command: K, message: RequestOf<Bssci[K]>): Uint8Array;
}

type PropagatorOptions = Pick<BssciOptions, 'clock' | 'store' | 'sealer' | 'times'>;

/** Announces to one station which endpoints to know and which to forget, in groups with pauses. */
export class Propagator {
  readonly #session: AnnouncedTo;
  readonly #options: PropagatorOptions;
  readonly #store: BssciOptions['store'];
  #round: Promise<void> | undefined;
  #wanted = false;
  #blocked = false;
  #unanswered = 0;
  #retryAt: number | undefined;

  readonly #answered = (): void => {
    this.#unanswered--;
    if (this.#blocked && this.#unanswered <= GO_ON_BELOW) background(this.run(), impossible);
  };

  constructor(session: AnnouncedTo, options: PropagatorOptions) {
    this.#session = session;
    this.#options = options;
    this.#store = options.store;
  }

  /** Resolves when what can be sent at once has been sent. Never rejects. */
  run(): Promise<void> {
    this.#wanted = true;
    this.#round ??= this.#rounds();
    return this.#round;
  }

  /** Tries again what a station refused, when its time has come. */
  tick(): void {
    if (this.#retryAt === undefined || this.#retryAt > this.#options.clock.now()) return;
    this.#retryAt = undefined;
    background(this.run(), impossible);
  }

  /** A refused announcement is due again at this time (milliseconds). */
  retryAt(at: number): void {
    this.#retryAt = Math.min(this.#retryAt ?? at, at);
  }

  async #rounds(): Promise<void> {
    // The caller stores the promise of this round before anything of it runs.
    await Promise.resolve();
    try {
      await this.#groups();
      const next = this.#store.read.propagation.nextDue(this.#session.station);
      if (next !== undefined) this.retryAt(next);
    } catch (cause) {
      // What was not started stays due: the next run or the next connect brings it.
      if (!this.#session.over) this.#session.log.error({ err: cause }, 'endpoints not announced');
    } finally {
      this.#round = undefined;
    }
  }

  async #groups(): Promise<void> {
    const { clock, times } = this.#options;
    while (this.#wanted && !this.#session.over) {
      this.#blocked = this.#unanswered > GO_ON_BELOW;
      if (this.#blocked) return;
      this.#wanted = false;
      const capacity = Math.min(times.propagate_group, MAX_UNANSWERED - this.#unanswered);
      const due = this.#store.read.propagation.due(this.#session.station, clock.now(), capacity);
      await Promise.all(due.map(next => this.#announce(next)));
      if (due.length < capacity) continue;
      this.#wanted = true;
      if (times.propagate_pause_ms > 0) await sleep(clock, times.propagate_pause_ms);
    }
  }

  async #announce(due: DuePropagation): Promise<void> {
    this.#unanswered++;
    let started: { outcome: Promise<unknown> } | undefined;
    try {
      started = await this.#start(due);
    } finally {
      if (started) background(started.outcome.then(this.#answered), impossible);
      else this.#unanswered--;
    }
    // It changed between reading and storing: what it is now is read again.
    if (!started) this.#wanted = true;
  }

  #start({
    endpoint,
    kind,
    seen,
    epEui,
    key,
    ...profile
  }: DuePropagation): Promise<{ outcome: Promise<unknown> } | undefined> {
    const session = this.#session;
    const { clock, sealer } = this.#options;
    const about = { session: session.session, station: session.station, endpoint, kind, seen, at: clock.now() };
    if (kind === 'det') {
      const content = session.seal('detPrp', { epEui });
      return session.startWith('detPrp', { epEui }, () => this.#store.write.propagation.start({ ...about, content }));
    }
    if (!key) throw new Error('an endpoint without a key is due');
    const nwkSnKey = sealer.open(key.sealed, `endpoint:${epEui}:${key.column}`);
    const { bidi, shAddr, lastPacketCnt, dualChan, repetition, wideCarrOff, longBlkDist } = profile;
    const message = { epEui, bidi, nwkSnKey, shAddr, lastPacketCnt, dualChan, repetition, wideCarrOff, longBlkDist };
    const content = session.seal('attPrp', message);
    return session.startWith('attPrp', message, () => this.#store.write.propagation.start({ ...about, content }));
  }
}
