import type { Ledger } from '../harness/run.ts';

/** A message as it arrived at a target. */
export interface Arrival {
  readonly deliveryId: string;
  readonly epEui: string;
  readonly packetCnt: number;
}

export interface LedgerOptions {
  /** The places of all messages, in the order in which they were made. */
  readonly places: readonly number[];
  /** EUIs of the endpoints, in the same order. */
  readonly endpoints: readonly string[];
  /** So many messages of an endpoint follow each other before it is the next one's turn. */
  readonly together: number;
}

const [ACCEPTED, REFUSED] = [1, 2];
/** More of them say nothing more. */
const MAX_FAILURES = 20;

/** What a target got, run by run of the process that delivers, and what of it breaks a promise. */
export class DeliveryLedger implements Ledger {
  readonly failures: string[] = [];
  readonly #places: readonly number[];
  readonly #endpoints: ReadonlyMap<string, number>;
  readonly #together: number;
  /** In which run a message came first and last; 0: in none. */
  readonly #first: Uint32Array;
  readonly #last: Uint32Array;
  readonly #ids: (string | undefined)[];
  readonly #messageOf = new Map<string, number>();
  /** With what it came last. */
  readonly #batchOf: Uint32Array;
  readonly #answers: Uint8Array;
  /** Of each endpoint the last counter of a run. */
  readonly #newest: { run: number; packetCnt: number }[];
  #run = 0;
  #batch = 0;
  #cursor = 0;
  #arrived = 0;
  #answered = 0;
  #again = 0;
  #highest = -1;
  /** Messages that the stored cursor has passed. */
  #passed = 0;
  #repeats: number[] = [];
  #beyond: number[] = [];

  constructor({ places, endpoints, together }: LedgerOptions) {
    this.#together = together;
    this.#places = places;
    this.#endpoints = new Map(endpoints.map((eui, index) => [eui, index]));
    this.#first = new Uint32Array(places.length);
    this.#last = new Uint32Array(places.length);
    this.#batchOf = new Uint32Array(places.length);
    this.#answers = new Uint8Array(places.length);
    this.#ids = new Array<string | undefined>(places.length);
    this.#newest = endpoints.map(() => ({ run: 0, packetCnt: 0 }));
  }

  /** Number of the run of the process, from 1. */
  get run(): number {
    return this.#run;
  }

  get standing(): string {
    return `${this.#arrived} messages have come`;
  }

  /** Each message was accepted or refused. */
  get isOver(): boolean {
    return this.#answered >= this.#places.length;
  }

  /** Messages that came at all. */
  get arrived(): number {
    return this.#arrived;
  }

  /** Messages that were accepted or refused at least once. */
  get answered(): number {
    return this.#answered;
  }

  /** Arrivals of a message in a run in which it had come already: its answer had been an error, or did not get through. */
  get again(): number {
    return this.#again;
  }

  /** By run: messages that had come in earlier ones. */
  get repeats(): readonly number[] {
    return this.#repeats;
  }

  /** By kill: messages that had come and were beyond the stored cursor. */
  get beyond(): readonly number[] {
    return this.#beyond;
  }

  /** The process starts, and its cursor is stored as this. */
  begin(cursor: number): void {
    this.#run++;
    this.#cursor = cursor;
    this.#repeats.push(0);
  }

  /** The process was killed, and its cursor is stored as this. @param most messages that may be beyond it */
  killed(cursor: number, most: number): void {
    let beyond = 0;
    for (let message = this.#highest; message >= 0 && (this.#places[message] ?? 0) > cursor; message--) {
      if (this.#first[message] !== 0) beyond++;
    }
    this.#beyond.push(beyond);
    if (beyond > most) this.#fail(`run ${this.#run}: ${beyond} messages had come beyond the stored cursor ${cursor}`);
    this.stored(cursor);
  }

  /** So far the stored cursor has come. */
  stored(cursor: number): void {
    for (; this.#passed < this.#places.length && (this.#places[this.#passed] ?? 0) <= cursor; this.#passed++) {
      if (this.#answers[this.#passed] !== 0) continue;
      this.#fail(`run ${this.#run}: the cursor ${cursor} has passed message ${this.#passed}, which was never answered`);
      return;
    }
  }

  /** What came together. @param run that of the connection. @returns the numbers of the messages */
  arrives(arrivals: readonly Arrival[], run: number): readonly number[] {
    const together = new Set<number>();
    this.#batch++;
    for (const arrival of arrivals) {
      const message = this.#arrives(arrival, run, together);
      if (message === undefined) this.#fail(`run ${run}: ${arrival.epEui} ${arrival.packetCnt} was never sent`);
      else together.add(message);
    }
    return [...together];
  }

  /** @param together what came with it, before it */
  #arrives({ deliveryId, epEui, packetCnt }: Arrival, run: number, together: ReadonlySet<number>): number | undefined {
    const endpoint = this.#endpoints.get(epEui);
    if (endpoint === undefined) return undefined;
    const newest = this.#newest[endpoint];
    const message = this.#numberOf(endpoint, packetCnt);
    if (!newest || this.#places[message] === undefined) return undefined;
    this.#identify(message, deliveryId, run);
    // Of what came together nobody may have taken anything.
    const wasTogether = this.#batchOf[message] === this.#batchOf[this.#numberOf(endpoint, newest.packetCnt)];
    if (run === newest.run && packetCnt < newest.packetCnt && !wasTogether) {
      this.#fail(`run ${run}: ${epEui} ${packetCnt} came after ${newest.packetCnt}`);
    }
    if (run >= newest.run) Object.assign(newest, { run, packetCnt });
    const before = this.#numberOf(endpoint, packetCnt - 1);
    if (packetCnt > 1 && this.#answers[before] === 0 && !together.has(before)) {
      this.#fail(`run ${run}: ${epEui} ${packetCnt} came before ${packetCnt - 1} was answered`);
    }
    this.#count(message, run);
    return message;
  }

  #numberOf(endpoint: number, packetCnt: number): number {
    const [together, before] = [this.#together, packetCnt - 1];
    const round = Math.floor(before / together);
    return (round * this.#endpoints.size + endpoint) * together + (before % together);
  }

  #identify(message: number, deliveryId: string, run: number): void {
    const known = this.#ids[message];
    if (known === deliveryId) return;
    if (known !== undefined) this.#fail(`run ${run}: message ${message} came as ${known} and as ${deliveryId}`);
    if (this.#messageOf.has(deliveryId)) this.#fail(`run ${run}: ${deliveryId} was another message before`);
    this.#ids[message] = deliveryId;
    this.#messageOf.set(deliveryId, message);
  }

  #count(message: number, run: number): void {
    this.#highest = Math.max(this.#highest, message);
    if (this.#first[message] === 0) {
      this.#arrived++;
      this.#first[message] = run;
    } else if (this.#last[message] === run) this.#again++;
    else {
      this.#repeats[run - 1] = (this.#repeats[run - 1] ?? 0) + 1;
      if (run === this.#run && (this.#places[message] ?? 0) <= this.#cursor) {
        this.#fail(`run ${run}: message ${message} came again though the cursor had passed it`);
      }
    }
    this.#last[message] = run;
    this.#batchOf[message] = this.#batch;
  }

  /** The target has answered a message. */
  answers(message: number, answer: 'accepted' | 'refused'): void {
    if (this.#answers[message] === 0) this.#answered++;
    this.#answers[message] = (this.#answers[message] ?? 0) | (answer === 'accepted' ? ACCEPTED : REFUSED);
  }

  /** A message that the target has stored, as its sender has found out. */
  isThere({ epEui, packetCnt }: Arrival): void {
    const endpoint = this.#endpoints.get(epEui);
    if (endpoint === undefined) this.#fail(`${epEui} ${packetCnt} is there, and was never sent`);
    else this.answers(this.#numberOf(endpoint, packetCnt), 'accepted');
  }

  /** Everything is over. @returns what was neither accepted nor is parked */
  end(cursor: number, parked: readonly number[]): number {
    const isParked = new Set(parked);
    let lost = 0;
    for (const [message, place] of this.#places.entries()) {
      const answers = this.#answers[message] ?? 0;
      const wasRefused = (answers & REFUSED) !== 0;
      if (isParked.has(place) && !wasRefused) this.#fail(`message ${message} is parked, and was never refused`);
      if ((answers & ACCEPTED) === 0 && !isParked.has(place)) lost++;
    }
    if (lost > 0) this.#fail(`${lost} messages are neither there nor parked`);
    const last = this.#places.at(-1) ?? 0;
    if (cursor !== last) this.#fail(`the cursor is ${cursor} in the end, and the last message is ${last}`);
    return lost;
  }

  /** Looks at what a target has stored: everything that is not parked, once, in the order of each endpoint. */
  async holds(
    arrivals: AsyncIterable<Arrival>,
    parked: readonly number[],
  ): Promise<{ readonly stored: number; readonly duplicates: number }> {
    const times = new Uint8Array(this.#places.length);
    const newest = new Array<number>(this.#newest.length).fill(0);
    let [stored, duplicates] = [0, 0];
    for await (const { deliveryId, epEui, packetCnt } of arrivals) {
      const endpoint = this.#endpoints.get(epEui) ?? Number.NaN;
      const message = this.#numberOf(endpoint, packetCnt);
      const before = newest[endpoint] ?? Number.POSITIVE_INFINITY;
      const already = times[message] ?? 0;
      stored++;
      if (already > 0) duplicates++;
      else if (packetCnt <= before) this.#fail(`${epEui} ${packetCnt} is stored behind ${before}`);
      if (this.#ids[message] !== deliveryId) this.#fail(`${deliveryId} is stored, and never came`);
      times[message] = Math.min(already + 1, 255);
      newest[endpoint] = Math.max(before, packetCnt);
    }
    const isParked = new Set(parked);
    const absent = this.#places.filter((place, message) => times[message] === 0 && !isParked.has(place)).length;
    if (duplicates > 0) this.#fail(`${duplicates} messages are stored twice`);
    if (absent > 0) this.#fail(`${absent} messages are neither stored nor parked`);
    return { stored, duplicates };
  }

  #fail(what: string): void {
    if (this.failures.length < MAX_FAILURES) this.failures.push(what);
  }
}
