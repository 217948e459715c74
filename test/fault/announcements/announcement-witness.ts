import { setTimeout as sleep } from 'node:timers/promises';
import { background, impossible } from '../../../src/kit/background.ts';
import { type Eui, euiFromBigInt, parseEui } from '../../../src/kit/eui.ts';
import { Posix, ProtocolError } from '../../../src/protocol/errors.ts';
import { type Answers, workingAnswers } from '../../../src/simulate/answers.ts';
import { SimulatedStation, type StationOptions } from '../../../src/simulate/base-station.ts';
import { ConnectionLost, type Sockets } from '../../../src/simulate/peer/line.ts';
import type { AgreedSession } from '../../../src/simulate/peer/peer.ts';
import { Empty, ErrorMessage, type Fields } from '../../../src/simulate/peer/rules.ts';
import type { OpenOperation } from '../../../src/simulate/peer/session.ts';
import { SteadyPeer } from '../../../src/simulate/peer/steady.ts';
import { StationSession } from '../../../src/simulate/station-session.ts';
import { type Request, type Response, type StationStarts, stationRules } from '../../../src/simulate/table.ts';
import type { AnnouncementLedger } from './announcement-ledger.ts';

/**
 * `new`: begins a new session whenever it comes back; `either`: now and then. `slow`: answers late and in any order, or not before it
 * comes back. `refusing`: refuses an endpoint now and then, each once. `cutting`: drops the connection amid announcements. `blind`: sees
 * nothing of what comes from some moment on, and comes back with the session of that moment.
 */
export type Role = 'steady' | 'new' | 'either' | 'slow' | 'refusing' | 'cutting' | 'blind';

export interface WitnessOptions {
  readonly role: Role;
  readonly identity: Pick<StationOptions, 'bsEui' | 'ca' | 'cert' | 'key'>;
  readonly ledger: AnnouncementLedger;
  /** Asked before every connect: a service center comes back elsewhere. */
  readonly port: () => number;
  readonly random: () => number;
}

const PAUSE_MS = 20;
const SLOW_MS = 150;
const BLIND_MS = 150;
/** Frames until a station that misbehaves does so. */
const FRAMES = 150;
const REFUSED_PART = 1 / 20;
const UNANSWERED_PART = 1 / 20;

/** A station's session, which tells the ledger what it forgets and learns by itself. */
class WitnessSession extends StationSession {
  readonly #ledger: AnnouncementLedger;

  constructor(ledger: AnnouncementLedger) {
    super();
    this.#ledger = ledger;
    ledger.restart();
  }

  override restart(snScUuid: Uint8Array | undefined): void {
    super.restart(snScUuid);
    this.#ledger.restart();
  }

  override answered(open: OpenOperation, operation: string, response: object): void {
    super.answered(open, operation, response);
    if (operation === 'att') {
      const request = open.request as Request<'att'>;
      const { nwkSnKey, shAddr = request.shAddr ?? 0 } = response as Response<'att'>;
      this.#ledger.attached(request, nwkSnKey, shAddr);
    } else if (operation === 'det') this.#ledger.detached((open.request as Request<'det'>).epEui);
  }
}

/** One connection of a station whose memory is compared with the truth. */
class WitnessStation extends SimulatedStation {
  live = true;
  readonly #conduct: Conduct;

  private constructor(options: StationOptions, bsEui: Eui, sockets: Sockets, conduct: Conduct) {
    super(options, bsEui, sockets);
    this.#conduct = conduct;
  }

  static async join(options: StationOptions, conduct: Conduct): Promise<WitnessStation> {
    const bsEui = parseEui(options.bsEui);
    if (!bsEui) throw new RangeError(`not an EUI: ${options.bsEui}`);
    return WitnessStation.dial({ ...options, loggedFrames: 0 }, undefined, sockets => {
      return new WitnessStation(options, bsEui, sockets, conduct);
    });
  }

  /** Sends the answer to a request that was withheld. */
  answerNow(opId: number): void {
    const { dialect } = this;
    this.dialect = {};
    this.incoming.answer(opId);
    this.dialect = dialect;
  }

  /** The answer to a request that the station has forgotten, because it was completed. */
  answerAgain(command: string, opId: number, how: 'respond again' | 'refuse again'): void {
    const refusal = { code: Posix.io, message: 'not now' };
    if (how === 'respond again') this.sendRaw(this.frame(`${command}Rsp`, opId, Empty, {}));
    else this.sendRaw(this.frame('error', opId, ErrorMessage, refusal));
  }

  protected override take(payload: Buffer): void {
    this.#conduct.arrived(this, this.parse(payload), payload, () => super.take(payload));
  }

  /** A session that was replaced is none to go on with: the service center is told so, and gives it up (BSSCI 6.2). */
  protected override agree(agreed: AgreedSession): boolean {
    if (!super.agree(agreed)) {
      this.sendRaw(this.frame('error', 0, ErrorMessage, { code: Posix.protocol, message: 'another session' }));
      throw new ProtocolError(Posix.again, 'another session');
    }
    this.#conduct.agreed(agreed.snResume);
    return true;
  }

  protected override over(): void {
    super.over();
    this.live = false;
  }

  protected override complain(about: string): void {
    this.#conduct.ledger.complain(about);
  }
}

/** A message of the service center. */
interface Arrival {
  readonly station: WitnessStation;
  readonly command: string;
  readonly opId: number;
  readonly epEui: Eui | undefined;
  readonly payload: Buffer;
  /** Does what a station does with it. */
  readonly take: () => void;
}

/** How a station dials, and what it does with what comes, over all its connections. */
class Conduct {
  readonly ledger: AnnouncementLedger;
  calm = true;
  /** The next connection begins a new session. */
  forgetful = false;
  readonly #options: WitnessOptions;
  #session: WitnessSession;
  /** The session has seen something of the service center that has to be stored there. */
  #established = false;
  readonly #refused = new Set<Eui>();
  #left = Number.POSITIVE_INFINITY;
  #ignoring = false;
  /** The connection began with requests of its own that were not answered. */
  #repeating = false;
  /** Ids whose answers are withheld. */
  readonly #withheld = new Set<number>();
  #opId = 0;

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.ledger = options.ledger;
    this.#session = new WitnessSession(options.ledger);
  }

  async connect(signal: AbortSignal): Promise<WitnessStation> {
    const { role, identity, port, random } = this.#options;
    const chance = { new: 1, either: 0.5, refusing: 0.3 }[role as string] ?? 0;
    const fresh = this.forgetful || (!this.calm && random() < chance);
    this.forgetful = false;
    if (fresh) this.#renew();
    for (;;) {
      try {
        const { session } = this;
        const dialect = role === 'slow' ? { withhold: ['attPrpRsp', 'detPrpRsp'] } : {};
        const options = { ...identity, host: '127.0.0.1', port: port(), session, signal, dialect };
        return await WitnessStation.join({ ...options, answers: this.#answers() }, this);
      } catch (error) {
        signal.throwIfAborted();
        const temporary = error instanceof ConnectionLost || (error as ProtocolError).code === Posix.again;
        if (!temporary) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  get session(): WitnessSession {
    return this.#session;
  }

  agreed(resumed: boolean): void {
    const { role, random } = this.#options;
    // Ids of pings need not outlive a service center (BSSCI 16). A request that was refused, and is repeated because the refusal was
    // lost with its connection, is out of sequence, and ends the session when it is the first of a resume (BSSCI 5.4, 6.5).
    const excused = !this.#established || this.ledger.furthest === 'ping' || this.#repeating;
    if (!resumed && !excused) this.ledger.complain('its session was not resumed');
    this.#repeating = resumed && this.session.open.size > 0;
    if (!resumed) this.#established = false;
    this.ledger.begin(resumed);
    this.#withheld.clear();
    this.#ignoring = false;
    const bad = !this.calm && (role === 'cutting' || role === 'blind');
    this.#left = bad ? 1 + Math.floor(random() ** 2 * FRAMES) : Number.POSITIVE_INFINITY;
  }

  arrived(station: WitnessStation, fields: Fields, payload: Buffer, take: () => void): void {
    const { role, random } = this.#options;
    const { command, opId, epEui } = fields;
    const arrival: Arrival = {
      ...{ station, payload, take, command: String(command), opId: Number(opId) },
      epEui: epEui === undefined ? undefined : euiFromBigInt(BigInt(epEui as bigint)),
    };
    if (!station.connected) take();
    else if (this.#ignoring) return;
    else if (--this.#left > 0 || this.calm) this.#took(arrival);
    else if (role === 'cutting') {
      if (random() < 0.5) this.#took(arrival);
      background(station.cut(), impossible);
    } else {
      this.#ignoring = true;
      background(
        sleep(random() * BLIND_MS).then(() => station.cut()),
        impossible,
      );
    }
  }

  /** What it has withheld leaves now, and from now on it does what a station should. */
  settle(station: WitnessStation): void {
    this.calm = true;
    this.#left = Number.POSITIVE_INFINITY;
    if (this.#ignoring) background(station.cut(), impossible);
    for (const opId of [...this.#withheld]) this.#answer(station, opId);
  }

  #renew(): void {
    this.#session = new WitnessSession(this.ledger);
    this.#established = false;
  }

  #took({ station, command, opId, epEui, payload, take }: Arrival): void {
    const { ledger } = this;
    const known = stationRules.commands.get(command);
    if (opId < 0 && (command === 'errorAck' || known?.role === 'cmp')) ledger.completed(command, opId);
    if (known?.role === 'rsp' || known?.role === 'req') this.#established = true;
    if (known?.role !== 'req') {
      take();
      return;
    }
    const verdict = ledger.request(command, opId, payload, epEui);
    if (verdict !== 'carry out') {
      station.answerAgain(command, opId, verdict);
      return;
    }
    this.#opId = opId;
    take();
    const given = this.session.given.get(opId);
    const late = this.#options.role === 'slow' && (command === 'attPrp' || command === 'detPrp');
    if (given?.command === 'error') ledger.answered(opId, 'error');
    else if (given && late) this.#answerLater(station, opId);
    else ledger.answered(opId, 'response');
  }

  #answerLater(station: WitnessStation, opId: number): void {
    const { random } = this.#options;
    this.#withheld.add(opId);
    if (!this.calm && random() < UNANSWERED_PART) return;
    const pause = sleep(random() * SLOW_MS).then(() => this.#answer(station, opId));
    background(pause, impossible);
  }

  #answer(station: WitnessStation, opId: number): void {
    if (!station.live || !this.#withheld.has(opId)) return;
    this.#withheld.delete(opId);
    station.answerNow(opId);
    this.ledger.answered(opId, 'response');
  }

  #answers(): Partial<Answers> {
    const { ledger } = this;
    return {
      attPrp: (request, answering) => {
        ledger.announced(this.#opId, request);
        if (this.#refuses(request.epEui)) throw new ProtocolError(Posix.io, 'not now');
        ledger.learn(this.#opId, request);
        return workingAnswers.attPrp(request, answering);
      },
      detPrp: (request, answering) => {
        ledger.withdraw(request.epEui);
        return workingAnswers.detPrp(request, answering);
      },
    };
  }

  #refuses(epEui: Eui): boolean {
    const { role, random } = this.#options;
    if (role !== 'refusing' || this.calm || this.#refused.has(epEui) || random() >= REFUSED_PART) return false;
    this.#refused.add(epEui);
    return true;
  }
}

/** A station that stays connected, and keeps a memory of what it was told. */
export class Witness extends SteadyPeer<WitnessStation> {
  readonly role: Role;
  readonly ledger: AnnouncementLedger;
  readonly #conduct: Conduct;

  private constructor(options: WitnessOptions, conduct: Conduct, station: WitnessStation, ending: AbortController) {
    super({ connect: signal => conduct.connect(signal) }, station, ending);
    this.role = options.role;
    this.ledger = options.ledger;
    this.#conduct = conduct;
  }

  static async start(options: WitnessOptions): Promise<Witness> {
    const ending = new AbortController();
    const conduct = new Conduct(options);
    return new Witness(options, conduct, await conduct.connect(ending.signal), ending);
  }

  get live(): boolean {
    return this.connection.live;
  }

  /** Over as many connections as it takes. @throws as `SteadyPeer.answer` does */
  start<K extends StationStarts>(operation: K, message: Request<K>): Promise<Response<K>> {
    return this.answer<Response<K>>(operation, (station, opId) => station.start(operation, message, opId));
  }

  /** From now on it does as its role says. */
  play(): void {
    this.#conduct.calm = false;
  }

  /** From now on it does as a station should. */
  settle(): void {
    this.#conduct.settle(this.connection);
  }

  /** Comes back with a new session, whatever its role. */
  forget(): void {
    this.#conduct.forgetful = true;
    this.cut();
  }
}
