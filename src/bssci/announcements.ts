import type { AnnouncedEndpoint, AnnouncedGroup } from '../domain/attach/attach-records.ts';
import { background, impossible } from '../kit/background.ts';
import type { Sealer } from '../kit/seal.ts';
import { turn } from '../kit/time/clock.ts';
import type { Frames, Outgoing } from '../protocol/frames.ts';
import type { RequestOf } from '../protocol/operations.ts';
import { type Bssci, bssci } from './operations.ts';
import type { BssciOptions } from './options.ts';

/**
 * Announcements of lists without an answer, of all stations together. What comes from the air waits behind those that are handled
 * just then, so there are fewer as soon as the event loop is late, and more again when it is not.
 */
const UNDER_WAY = { least: 200, first: 1000, most: 4000, more: 100, fewer: 0.7 };
const LATE_MS = 8;
/** A station that does not answer for so long is not waited for by the others any more (milliseconds). */
const SLOW_MS = 2000;
/** Rounds in the pause that each station is given: those that are ready together are stored together. */
const ROUNDS_PER_PAUSE = 5;

/** A station that is told the list of endpoints. */
export interface ListTaker {
  /** Announcements of the list without an answer. */
  readonly open: number;
  /** When the last group was sent, monotonic milliseconds. */
  readonly sentAt: number;
  /** Whether the station can take a group now, or has answered the last one; `over`: it needs no more. */
  wish(now: number): 'group' | 'marks' | 'later' | 'over';
  /** Stores and sends the next group. Never rejects. */
  group(): Promise<void>;
  /** Stores which announcements have been answered. Never rejects. */
  mark(): Promise<void>;
}

type AttPrp = RequestOf<Bssci['attPrp']>;
/** An endpoint as it was announced last. */
interface LastAnnouncement {
  readonly version: number;
  readonly lastPacketCnt: number;
  readonly message: Omit<AttPrp, 'lastPacketCnt'>;
  readonly outgoing: Outgoing;
}
interface AnnouncementsOptions extends Pick<BssciOptions, 'clock' | 'store' | 'sealer' | 'times'> {
  readonly frames: Frames;
}

/**
 * Tells stations with new sessions the list of endpoints (BSSCI 9.8). Stations take turns; each turn is one write for all that are
 * ready, and only so much is under way in all.
 */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** Those that want something, the one that has waited longest first. */
  readonly #waiting = new Set<ListTaker>();
  /** Those with announcements under way. */
  readonly #busy = new Set<ListTaker>();
  /** What stations are told of endpoints, as long as lists are announced. */
  readonly #told = new Map<number, LastAnnouncement>();
  #running = false;
  /** How many may be under way. */
  #most = UNDER_WAY.first;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
  }

  /** The station may want a group. */
  want(taker: ListTaker): void {
    this.#waiting.add(taker);
    this.#run();
  }

  /** There is room again. */
  answered(): void {
    if (this.#waiting.size > 0) this.#run();
  }

  /** The connection of the station is gone. */
  leave(taker: ListTaker): void {
    this.#waiting.delete(taker);
    this.#busy.delete(taker);
  }

  /** What is said of an endpoint that is stored as announced. @throws when that cannot be read */
  message({ endpoint, version, lastPacketCnt }: AnnouncedGroup['entries'][number]): Outgoing {
    const before = this.#told.get(endpoint);
    const same = before?.version === version;
    if (same && before.lastPacketCnt === lastPacketCnt) return before.outgoing;
    const message = same ? before.message : this.#read(endpoint, version);
    const outgoing = this.outgoing({ ...message, lastPacketCnt });
    this.#told.set(endpoint, { version, lastPacketCnt, message, outgoing });
    return outgoing;
  }

  /** An announcement before it has an id. */
  outgoing(message: AttPrp): Outgoing {
    return { command: 'attPrp', body: this.#options.frames.body(bssci.attPrp.req, message) };
  }

  #run(): void {
    if (this.#running) return;
    this.#running = true;
    background(this.#rounds(), impossible);
  }

  async #rounds(): Promise<void> {
    const apart = this.#options.times.propagate_pause_ms / ROUNDS_PER_PAUSE;
    // All that begin in one turn of the event loop begin together.
    await turn();
    for (let state = await this.#round(); state !== 'idle'; state = await this.#round()) {
      if (apart > 0) await this.#pause(apart, state === 'full');
      else if (state === 'full') break;
      else await turn();
    }
    this.#running = false;
    if (this.#waiting.size === 0) this.#told.clear();
  }

  /** @param full whether there was no room for all that are ready */
  async #pause(ms: number, full: boolean): Promise<void> {
    const { clock } = this.#options;
    const due = clock.monotonic() + ms;
    await new Promise<void>(resolve => clock.after(ms, resolve));
    if (clock.monotonic() - due > LATE_MS) this.#most = Math.max(UNDER_WAY.least, this.#most * UNDER_WAY.fewer);
    else if (full) this.#most = Math.min(UNDER_WAY.most, this.#most + UNDER_WAY.more);
  }

  async #round(): Promise<'idle' | 'full' | 'more'> {
    const now = this.#options.clock.monotonic();
    let room = this.#most - this.#underWay(now);
    const work: Promise<void>[] = [];
    for (const taker of this.#waiting) {
      const wish = taker.wish(now);
      if (wish === 'later') continue;
      if (wish === 'group' && room <= 0) continue;
      this.#waiting.delete(taker);
      if (wish === 'over') continue;
      if (wish === 'marks') {
        work.push(taker.mark());
        continue;
      }
      room -= this.#options.times.propagate_group;
      this.#busy.add(taker);
      work.push(taker.group());
    }
    await Promise.all(work);
    if (this.#waiting.size === 0) return 'idle';
    return room > 0 ? 'more' : 'full';
  }

  #underWay(now: number): number {
    let sum = 0;
    for (const taker of this.#busy) {
      if (taker.open === 0 && !this.#waiting.has(taker)) this.#busy.delete(taker);
      if (now - taker.sentAt < SLOW_MS) sum += taker.open;
    }
    return sum;
  }

  #read(endpoint: number, version: number): LastAnnouncement['message'] {
    const { store, sealer } = this.#options;
    const found = store.read.announcing.content(endpoint, version);
    const message = found && attPrp(found, sealer);
    if (!message) throw new Error(`endpoint ${endpoint} is not known as it was announced`);
    return message;
  }
}

/** What an `attPrp` says of an endpoint, beside its packet counter; undefined when it has no key. */
export function attPrp(
  { key, ...endpoint }: AnnouncedEndpoint,
  sealer: Sealer,
): Omit<AttPrp, 'lastPacketCnt'> | undefined {
  if (!key) return undefined;
  const { epEui, bidi, shAddr, dualChan, repetition, wideCarrOff, longBlkDist } = endpoint;
  const nwkSnKey = sealer.open(key.sealed, `endpoint:${epEui}:${key.column}`);
  return { epEui, bidi, nwkSnKey, shAddr, dualChan, repetition, wideCarrOff, longBlkDist };
}
