import type { AnnouncedGroup, DuePropagation } from '../domain/attach/attach-records.ts';
import { background, impossible } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import { sleep } from '../kit/time/clock.ts';
import type { Outgoing } from '../protocol/frames.ts';
import type { RequestOf } from '../protocol/operations.ts';
import type { IssuedGroup } from '../protocol/own-operations.ts';
import type { PeerSession } from '../protocol/peer-session.ts';
import { type Announcements, attPrp, type ListTaker } from './announcements.ts';
import type { HeldOperation } from './held.ts';
import type { Bssci } from './operations.ts';
import type { BssciOptions } from './options.ts';

/** Announcements a station has not answered (BSSCI 9.8). */
const MAX_UNANSWERED = 64;
/** The clock may be set while something waits: it is looked for so often at least. */
const LOOK_MS = 60_000;
/** Once that many are out, half of them must be answered before more are read from the store. */
const GO_ON_BELOW = MAX_UNANSWERED / 2;

type AttPrp = RequestOf<Bssci['attPrp']>;

/** The session of the station. */
interface AnnouncedTo
  extends Pick<
    PeerSession<Bssci, 'con'>,
    'over' | 'log' | 'startWith' | 'startGroups' | 'repeatGroup' | 'waitingInGroups'
  > {
  readonly session: number;
  readonly station: number;
  readonly bsEui: Eui;
  seal<K extends 'attPrp' | 'detPrp'>(command: K, message: RequestOf<Bssci[K]>): Uint8Array;
}

export interface PropagatorOptions extends Pick<BssciOptions, 'clock' | 'store' | 'sealer' | 'times'> {
  readonly announcements: Announcements;
}

/**
 * Announces to one station which endpoints to know and which to forget: the list of all of them in a new session, in its turn among
 * the stations, and what changes, at once and in groups with pauses.
 */
export class Propagator implements ListTaker {
  readonly #session: AnnouncedTo;
  readonly #options: PropagatorOptions;
  readonly #store: BssciOptions['store'];
  #round: Promise<void> | undefined;
  #wanted = false;
  #blocked = false;
  /** Changes without an answer. */
  #unanswered = 0;
  /** When it looks for what is due again, monotonic. */
  #lookAt: number | undefined;
  /** Whether all of the list has been announced. */
  #complete: boolean;
  /** Announcements of the list with an answer that is not stored yet. */
  #answers: number[] = [];
  #sentAt = Number.NEGATIVE_INFINITY;

  /** Fewer are without an answer. */
  readonly #goOn = (): void => {
    if (this.#waiting > GO_ON_BELOW) return;
    if (this.#blocked) background(this.run(), impossible);
    if (!this.#complete || (this.open === 0 && this.#answers.length > 0)) this.#options.announcements.want(this);
  };

  readonly #answered = (): void => {
    this.#unanswered--;
    this.#goOn();
  };

  constructor(session: AnnouncedTo, options: PropagatorOptions) {
    this.#session = session;
    this.#options = options;
    this.#store = options.store;
    this.#complete = !options.store.read.announcing.unfinished(session.session);
  }

  get open(): number {
    return this.#session.waitingInGroups;
  }

  get sentAt(): number {
    return this.#sentAt;
  }

  /** Resolves when what has changed and can be sent at once has been sent. Never rejects. */
  run(): Promise<void> {
    this.#wanted = true;
    this.#round ??= this.#rounds();
    if (!this.#complete) this.#options.announcements.want(this);
    return this.#round;
  }

  /** Tries again what a station refused, when its time has come. */
  tick(): void {
    if (!this.#complete || this.#answers.length > 0) this.#options.announcements.want(this);
    if (this.#lookAt === undefined || this.#lookAt > this.#options.clock.monotonic()) return;
    this.#lookAt = undefined;
    background(this.run(), impossible);
  }

  /** A refused announcement is due again at this time (milliseconds). */
  retryAt(at: number): void {
    const { clock } = this.#options;
    const lookAt = clock.monotonic() + Math.min(Math.max(at - clock.now(), 0), LOOK_MS);
    this.#lookAt = Math.min(this.#lookAt ?? lookAt, lookAt);
  }

  /** Says again what an earlier connection has announced of the list, under falling ids, before anything new. */
  repeat(held: readonly HeldOperation[]): void {
    const { announcements } = this.#options;
    const listed = held.map(({ opId, message }) => ({ opId, outgoing: announcements.outgoing(message as AttPrp) }));
    for (const { first, messages } of falling(listed)) this.#session.repeatGroup(first, messages, this.#goOn);
  }

  /** Announcements of the list have been answered: their mark may lag, since what is then repeated keeps its id (BSSCI 6.5). */
  took(opIds: readonly number[]): void {
    this.#answers.push(...opIds);
    this.#options.announcements.answered();
  }

  /** The connection is gone: what has been answered need not be repeated. */
  leave(): void {
    this.#options.announcements.leave(this);
    if (this.#answers.length > 0) background(this.mark(), impossible);
  }

  wish(now: number): 'group' | 'marks' | 'later' | 'over' {
    if (this.#session.over) return 'over';
    if (this.#complete || this.#waiting > GO_ON_BELOW) return this.#answers.length > 0 ? 'marks' : 'over';
    return now - this.#sentAt < this.#options.times.propagate_pause_ms ? 'later' : 'group';
  }

  async group(): Promise<void> {
    const { clock, times, announcements } = this.#options;
    const { session, station } = this.#session;
    const limit = Math.min(times.propagate_group, MAX_UNANSWERED - this.#waiting);
    const opIds = this.#answers;
    this.#answers = [];
    try {
      const wish = { session, station, limit, opIds, at: clock.now() };
      const group = await this.#session.startGroups(this.#goOn, async () => {
        const stored = await this.#store.write.announcing.group(wish);
        return stored && { ...stored, groups: falling(this.#readable(stored.entries)) };
      });
      if (!group || this.#session.over) return;
      this.#complete = group.complete;
      this.#sentAt = clock.monotonic();
      if (group.single) background(this.run(), impossible);
      announcements.want(this);
    } catch (cause) {
      // What was not stored is told later: it is tried again every second.
      if (!this.#session.over) this.#session.log.error({ err: cause }, 'endpoints not announced');
    }
  }

  async mark(): Promise<void> {
    const { session, station } = this.#session;
    const opIds = this.#answers;
    this.#answers = [];
    try {
      await this.#store.write.announcing.answered({ session, station, opIds, at: this.#options.clock.now() });
    } catch (cause) {
      // Without the mark the next resume repeats them under their ids.
      if (!this.#session.over) this.#session.log.error({ err: cause }, 'answers of announcements not stored');
    }
  }

  /** Announcements without an answer. */
  get #waiting(): number {
    return this.#unanswered + this.open;
  }

  /** An endpoint that cannot be read any more is left out: neither the station nor the other endpoints may suffer for it. */
  #readable(entries: AnnouncedGroup['entries']): Listed[] {
    const { session, station, bsEui } = this.#session;
    const opIds: number[] = [];
    const readable = entries.flatMap((entry): Listed[] => {
      try {
        return [{ opId: entry.opId, outgoing: this.#options.announcements.message(entry) }];
      } catch (cause) {
        this.#session.log.error({ err: cause, endpoint: entry.endpoint }, 'endpoint cannot be announced');
        opIds.push(entry.opId);
        return [];
      }
    });
    if (opIds.length > 0) {
      const at = this.#options.clock.now();
      background(this.#store.write.propagation.unreadable({ session, station, bsEui, opIds, at }), cause =>
        this.#session.log.error({ err: cause }, 'not stored'),
      );
    }
    return readable;
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
      this.#blocked = this.#waiting > GO_ON_BELOW;
      if (this.#blocked) return;
      this.#wanted = false;
      const capacity = Math.min(times.propagate_group, MAX_UNANSWERED - this.#waiting);
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

  #start(due: DuePropagation): Promise<{ outcome: Promise<unknown> } | undefined> {
    const session = this.#session;
    const { clock, sealer } = this.#options;
    const { endpoint, kind, seen, epEui, lastPacketCnt } = due;
    const about = { session: session.session, station: session.station, endpoint, kind, seen, at: clock.now() };
    if (kind === 'det') {
      const content = session.seal('detPrp', { epEui });
      return session.startWith('detPrp', { epEui }, () => this.#store.write.propagation.start({ ...about, content }));
    }
    const told = attPrp(due, sealer);
    if (!told) throw new Error('an endpoint without a key is due');
    const message = { ...told, lastPacketCnt };
    const content = session.seal('attPrp', message);
    return session.startWith('attPrp', message, () => this.#store.write.propagation.start({ ...about, content }));
  }
}

/** An announcement of the list under its id. */
interface Listed {
  readonly opId: number;
  readonly outgoing: Outgoing;
}

/** The groups of those whose ids fall by one. */
function falling(listed: readonly Listed[]): IssuedGroup[] {
  const groups: { first: number; messages: Outgoing[] }[] = [];
  for (const { opId, outgoing } of listed) {
    const last = groups.at(-1);
    if (last && opId === last.first - last.messages.length) last.messages.push(outgoing);
    else groups.push({ first: opId, messages: [outgoing] });
  }
  return groups;
}
