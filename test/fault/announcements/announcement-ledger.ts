import type { Eui } from '../../../src/kit/eui.ts';
import type { Request } from '../../../src/simulate/table.ts';

/** What a station holds of an endpoint, and where it has it from. */
export interface Held {
  readonly key: string;
  /** Undefined where an attach over the air does not say it. */
  readonly bidi: boolean | undefined;
  readonly shAddr: number;
  readonly flags: string;
  readonly lastPacketCnt: number;
  readonly from: string;
}

type Radio = Pick<Request<'att'>, 'dualChan' | 'repetition' | 'wideCarrOff' | 'longBlkDist'>;
type Announced = Request<'attPrp'>;

/** What is known of endpoints outside the stations. */
export interface World {
  /** Whether something was done to the endpoint that may be announced, and that was not over at this time: announcements lag. */
  touchedSince(epEui: Eui, sinceMs: number): boolean;
  /** The highest counter that was sent under the key, or set; undefined for a key that was never the endpoint's. */
  highest(epEui: Eui, key: string): number | undefined;
}

/** An operation of the service center as a station saw it. */
interface Seen {
  readonly command: string;
  readonly payload: Buffer;
  readonly epEui: Eui | undefined;
  /** Number of the connection on which it came last. */
  connection: number;
  /** How often it came again. */
  repeats: number;
  answer: 'none' | 'response' | 'error';
  /** Number of the connection on which it was answered last. */
  answeredOn: number;
  completed: boolean;
}

interface Announcement {
  readonly opId: number;
  readonly content: string;
}

export interface LedgerCounts {
  announced: number;
  withdrawn: number;
  /** Came again under their old id. */
  repeated: number;
  /** The same, though their completion had come: harmless, but a strict station may refuse it. */
  repeatedCompleted: number;
  /** Announced again with the same content under a new id, by reason. */
  againTouched: number;
  againRefused: number;
  againUnanswered: number;
  resumed: number;
  newSessions: number;
}

/** A held operation is repeated on so many resumes after it was late, and then given up (BSSCI 15). */
const REPEATS = 3;
const HISTORY = 8;

/** The memory of one station, and what the service center sent to it against the rules. */
export class AnnouncementLedger {
  readonly station: string;
  readonly known = new Map<Eui, Held>();
  /** Endpoints whose latest announcement the station has refused. */
  readonly refused = new Set<Eui>();
  readonly faults: string[] = [];
  readonly counts: LedgerCounts = {
    ...{ announced: 0, withdrawn: 0, repeated: 0, repeatedCompleted: 0 },
    ...{ againTouched: 0, againRefused: 0, againUnanswered: 0, resumed: 0, newSessions: 0 },
  };
  /** Requests of the service center so far. */
  requests = 0;
  readonly #world: World;
  readonly #seen = new Map<number, Seen>();
  readonly #announced = new Map<Eui, Announcement>();
  readonly #history = new Map<Eui, string[]>();
  #connection = 0;
  #settledMs = 0;
  /** Of the present connection. */
  #lowest = 0;
  /** Of the session. */
  #furthest = 0;
  #round = 0;

  constructor(station: string, world: World) {
    this.station = station;
    this.#world = world;
  }

  /** The command of the furthest id the station has seen. */
  get furthest(): string | undefined {
    return this.#seen.get(this.#furthest)?.command;
  }

  /** The station forgets everything: a new session. */
  restart(): void {
    this.known.clear();
    this.refused.clear();
    this.#seen.clear();
    this.#announced.clear();
    this.#history.clear();
    this.#furthest = 0;
  }

  begin(resumed: boolean): void {
    this.#connection++;
    this.#lowest = 0;
    if (resumed) this.counts.resumed++;
    else this.counts.newSessions++;
  }

  /** A round is over: nothing more is due at this moment: what comes later needs a reason of later. */
  settle(): void {
    this.#settledMs = performance.now();
    this.#round++;
  }

  /** @returns what to do with it: carry it out, or answer it as before, when the operation was over for the station */
  request(
    command: string,
    opId: number,
    payload: Buffer,
    epEui: Eui | undefined,
  ): 'carry out' | 'respond again' | 'refuse again' {
    this.requests++;
    if (opId >= this.#lowest) this.#fault(`${command} ${opId} comes behind ${this.#lowest} on one connection`, epEui);
    else this.#lowest = opId;
    const before = this.#seen.get(opId);
    if (epEui) this.#note(epEui, `${command} ${opId}${before ? ' again' : ''}`);
    if (!before) {
      if (opId >= this.#furthest) this.#fault(`${command} ${opId} is new, but ${this.#furthest} was here`, epEui);
      else this.#furthest = opId;
      const connection = this.#connection;
      this.#seen.set(opId, {
        ...{ command, payload, epEui, connection, repeats: 0, answer: 'none', answeredOn: 0, completed: false },
      });
      return 'carry out';
    }
    this.counts.repeated++;
    before.repeats++;
    before.connection = this.#connection;
    if (Buffer.compare(before.payload, payload) !== 0) {
      this.#fault(`${command} ${opId} comes again with other content, was ${before.command}`, epEui);
    }
    if (!before.completed) return 'carry out';
    this.counts.repeatedCompleted++;
    return before.answer === 'error' ? 'refuse again' : 'respond again';
  }

  answered(opId: number, answer: 'response' | 'error'): void {
    const seen = this.#seen.get(opId);
    if (!seen) return;
    seen.answer = answer;
    seen.answeredOn = this.#connection;
    if (seen.command !== 'attPrp' || !seen.epEui) return;
    if (answer === 'error') this.refused.add(seen.epEui);
    else this.refused.delete(seen.epEui);
  }

  /** Its completion, or the acknowledgement of its error, is here. */
  completed(command: string, opId: number): void {
    const seen = this.#seen.get(opId);
    if (!seen) this.#fault(`${command} ${opId} completes nothing`, undefined);
    else seen.completed = true;
  }

  /** Judges an announcement that is new, whether the station takes it or not. */
  announced(opId: number, announced: Announced): void {
    const { epEui, nwkSnKey, lastPacketCnt } = announced;
    this.counts.announced++;
    const key = Buffer.from(nwkSnKey).toString('hex');
    const highest = this.#world.highest(epEui, key);
    if (highest === undefined) this.#fault(`attPrp ${opId} with the key ${key}, which nobody has set`, epEui);
    else if (lastPacketCnt > highest) {
      this.#fault(`attPrp ${opId} with counter ${lastPacketCnt}, only ${highest} was sent`, epEui);
    }
    const { from: _, lastPacketCnt: __, ...content } = heldOf(announced, opId);
    this.#judgeAgain(opId, epEui, JSON.stringify(content));
    this.#announced.set(epEui, { opId, content: JSON.stringify(content) });
  }

  learn(opId: number, announced: Announced): void {
    this.known.set(announced.epEui, heldOf(announced, opId));
  }

  withdraw(epEui: Eui): void {
    this.counts.withdrawn++;
    this.#announced.delete(epEui);
    this.refused.delete(epEui);
    this.known.delete(epEui);
  }

  /** The station has attached the endpoint itself. */
  attached(request: Request<'att'>, nwkSnKey: Uint8Array, shAddr: number): void {
    const { epEui } = request;
    const key = Buffer.from(nwkSnKey).toString('hex');
    this.#note(epEui, 'att');
    this.refused.delete(epEui);
    this.#announced.delete(epEui);
    this.known.set(epEui, { key, bidi: undefined, shAddr, flags: flagsOf(request), lastPacketCnt: 0, from: 'att' });
  }

  /** The station has heard that the endpoint leaves. */
  detached(epEui: Eui): void {
    this.#note(epEui, 'det');
    this.#announced.delete(epEui);
    this.refused.delete(epEui);
    this.known.delete(epEui);
  }

  /** Announcements that are neither answered nor repeated, or answered and not completed, when nothing more comes. */
  unfinished(): string[] {
    return [...this.#seen].flatMap(([opId, { command, epEui, answer, answeredOn, connection, completed, repeats }]) => {
      if (completed || (command !== 'attPrp' && command !== 'detPrp')) return [];
      const about = `${this.station} ${command} ${opId} of ${epEui}`;
      if (answer === 'none' && connection < this.#connection && repeats < REPEATS) return [`${about} never came again`];
      if (answer === 'none' && connection === this.#connection) return [`${about} has no answer of ours`];
      return answer !== 'none' && answeredOn === this.#connection ? [`${about} was never completed`] : [];
    });
  }

  /** What became of an endpoint at this station, oldest first. */
  story(epEui: Eui): string {
    return (this.#history.get(epEui) ?? []).join(', ') || 'nothing';
  }

  complain(about: string, epEui?: Eui): void {
    this.#fault(about, epEui);
  }

  #judgeAgain(opId: number, epEui: Eui, content: string): void {
    const before = this.#announced.get(epEui);
    if (before?.content !== content) return;
    const earlier = this.#seen.get(before.opId);
    if (earlier?.answer === 'error') this.counts.againRefused++;
    else if (this.#world.touchedSince(epEui, this.#settledMs)) this.counts.againTouched++;
    else if (earlier?.answer === 'none' && earlier.repeats >= REPEATS) this.counts.againUnanswered++;
    else this.#fault(`attPrp ${opId} announces again what ${before.opId} did, without any reason`, epEui);
  }

  #note(epEui: Eui, what: string): void {
    const history = this.#history.get(epEui) ?? [];
    this.#history.set(epEui, history);
    history.push(`${what} (${this.#round + 1}/${this.#connection})`);
    if (history.length > HISTORY) history.shift();
  }

  #fault(about: string, epEui: Eui | undefined): void {
    this.faults.push(`${this.station}${epEui ? ` ${epEui}` : ''}: ${about}${epEui ? ` [${this.story(epEui)}]` : ''}`);
  }
}

export function flagsOf({ dualChan, repetition, wideCarrOff, longBlkDist }: Radio): string {
  return [dualChan, repetition, wideCarrOff, longBlkDist].map(Number).join('');
}

function heldOf(announced: Announced, opId: number): Held {
  const { nwkSnKey, bidi, shAddr, lastPacketCnt } = announced;
  const key = Buffer.from(nwkSnKey).toString('hex');
  return { key, bidi, shAddr, flags: flagsOf(announced), lastPacketCnt, from: `attPrp ${opId}` };
}
