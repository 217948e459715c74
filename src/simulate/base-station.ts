import { decode, encode } from '@msgpack/msgpack';
import { type Clock, systemClock } from '../kit/clock.ts';
import { type Eui, parseEui } from '../kit/eui.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import { type Answers, workingAnswers } from './answers.ts';
import { CenterOperations } from './center-operations.ts';
import type { Dialect } from './dialect.ts';
import { frameOf } from './frames.ts';
import { type Closed, ConnectionLost, Line, type LineOptions } from './line.ts';
import { type LoggedFrame, Mailbox, type Received, type ReceivedRequest } from './mailbox.ts';
import { OwnOperations } from './own-operations.ts';
import { Empty, Sender } from './sender.ts';
import { StationSession } from './station-session.ts';
import { type CenterStarts, type Request, type Response, type StationStarts, stationCommands } from './table.ts';
import { type DownlinkNews, type Heard, type Transmission, Transmitter } from './transmitter.ts';
import { macAnswers } from './variable-mac.ts';

export interface StationOptions extends LineOptions {
  readonly bsEui: string;
  /** Further fields of `con`, and other values for the usual ones. */
  readonly con?: Partial<Request<'con'>>;
  /** What the station remembers from an earlier connection. */
  readonly session?: StationSession;
  readonly dialect?: Dialect;
  /** Answers that differ from those of a working station. */
  readonly answers?: Partial<Answers>;
  /** Types of the variable MAC that the station offers; none by default (BSSCI appendix A). */
  readonly macTypes?: readonly number[];
  readonly clock?: Clock;
  /** How long the way up to the answer to `con` may take; default 30 s. */
  readonly connectMs?: number;
  /** Number of frames kept in `frames`; default 10,000. */
  readonly loggedFrames?: number;
  /** Sees every payload before it is decoded; what it returns true for is done with. For load. */
  readonly tap?: (payload: Buffer) => boolean;
  /** Is told what happens to downlinks. */
  readonly onDownlink?: (news: DownlinkNews) => void;
}

export interface StartOptions {
  /** An id other than the next one. */
  readonly opId?: number;
}

const CONNECT_MS = 30_000;
const MAX_COMPLAINTS = 1000;
const LOGGED_FRAMES = 10_000;

/**
 * A base station without radio: the client side of BSSCI over real TLS, driven by code. It answers by itself what the
 * service center starts, and with a `dialect` it does so badly on purpose.
 */
export class SimulatedStation implements AsyncDisposable {
  readonly bsEui: Eui;
  readonly session: StationSession;
  /** May be changed at any time; counts from the next message on. */
  dialect: Dialect;
  /** The last frames in both directions, oldest first. */
  readonly frames: LoggedFrame[] = [];
  /** What the service center did against the rules, in words. */
  readonly complaints: string[] = [];
  /** The answer to `con`. */
  connected: Response<'con'> | undefined;
  /** Resolves when the connection is over. */
  readonly closed: Promise<Closed>;

  readonly #options: StationOptions;
  readonly #clock: Clock;
  readonly #line: Line;
  readonly #mailbox = new Mailbox();
  readonly #sender: Sender;
  readonly #own: OwnOperations;
  readonly #center: CenterOperations;
  readonly #transmitter: Transmitter;

  private constructor(options: StationOptions) {
    const bsEui = parseEui(options.bsEui);
    if (!bsEui) throw new RangeError(`not an EUI: ${options.bsEui}`);
    this.bsEui = bsEui;
    this.session = options.session ?? new StationSession();
    this.dialect = options.dialect ?? {};
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#line = new Line(options, this.dialect.stall !== 'tcp', this.#clock, payload => {
      if (!options.tap?.(payload)) this.#take(payload);
    });
    this.#sender = new Sender(this.#line, this, frame => this.#log(frame));
    this.#own = this.#ownOperations();
    this.#transmitter = this.#newTransmitter();
    this.#center = this.#centerOperations({
      ...workingAnswers,
      ...(options.macTypes && macAnswers(options.macTypes)),
      ...options.answers,
    });
    this.closed = this.#line.closed.then(closed => {
      const lost = new ConnectionLost(closed.error);
      this.#transmitter.stop();
      this.#mailbox.close(lost);
      this.#own.abandon(lost);
      return closed;
    });
  }

  /**
   * Opens the connection and carries out the connect operation. On a resume it then repeats what was unanswered.
   * @throws ProtocolError when the service center refuses with `error`
   * @throws ConnectionLost when the connection or the TLS handshake fails
   */
  static async connect(options: StationOptions): Promise<SimulatedStation> {
    options.signal?.throwIfAborted();
    const station = new SimulatedStation(options);
    const late = station.#clock.after(options.connectMs ?? CONNECT_MS, () => {
      void station.#line.cut(new Error('no answer in time'));
    });
    try {
      await station.#open();
      return station;
    } catch (error) {
      await station.close();
      throw error;
    } finally {
      late.cancel();
    }
  }

  /** The station's own idea of the time. */
  nowNs = (): bigint => this.#clock.nowNs() + (this.dialect.clockOffsetNs ?? 0n);

  /**
   * Request, response, completion.
   * @throws ProtocolError when the service center answers with `error`; ConnectionLost when it does not answer at all
   */
  start<K extends StationStarts>(operation: K, request: Request<K>, options: StartOptions = {}): Promise<Response<K>> {
    return this.#own.start(operation, request, options.opId);
  }

  /** The answer to an operation that is open, for example one that was repeated after a resume. */
  answerTo(opId: number): Promise<object> {
    return this.#own.answerTo(opId);
  }

  /**
   * Reports an uplink as a station with a radio does: once it is answered, what fits its window is sent and reported.
   * @returns what was sent
   * @throws as `start` does
   */
  async hear(uplink: Request<'ulData'>): Promise<Transmission | undefined> {
    const window = this.#transmitter.open(uplink);
    try {
      await this.start('ulData', uplink);
    } catch (error) {
      this.#transmitter.close(window);
      throw error;
    }
    return this.#transmitter.use(window);
  }

  /** What `hear` does after the answer, for an uplink that was reported in another way. */
  afterUplink(uplink: Heard): Transmission | undefined {
    return this.#transmitter.use(this.#transmitter.open(uplink));
  }

  /** Resolves when the service center has answered every report about a downlink that has left. */
  reported(): Promise<void> {
    return this.#transmitter.reported();
  }

  /** The next message with this command that was not handed out yet; rejects with ConnectionLost. */
  next<K extends CenterStarts>(command: K): Promise<ReceivedRequest<K>>;
  next(command: string): Promise<Received>;
  next(command: string): Promise<Received> {
    return this.#mailbox.take(command);
  }

  /** How many messages with this command wait to be handed out. */
  unread(command: string): number {
    return this.#mailbox.unread(command);
  }

  /** Resolves when everything has arrived that the service center wrote before it answered a ping. */
  async settled(): Promise<void> {
    await this.start('ping', {});
  }

  /** Takes a downlink from the queue and reports what a test says became of it. */
  async report(queId: number, result: 'sent' | 'expired' | 'invalid', packetCnt = 0): Promise<void> {
    const downlink = this.session.downlinks.get(queId);
    if (!downlink) throw new Error(`no downlink ${queId} is queued`);
    this.session.downlinks.delete(queId);
    const window = result === 'sent' ? { txTime: this.nowNs(), packetCnt } : {};
    await this.start('dlDataRes', { epEui: downlink.epEui, queId: BigInt(queId), result, ...window });
  }

  /** Sends any map, right or wrong, in the plain encoding of a general MessagePack library. */
  sendMap(map: Readonly<Record<string, unknown>>): void {
    this.sendRaw(frameOf(encode(map, { useBigInt64: true })));
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Uint8Array): void {
    this.#line.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), this.dialect);
  }

  /** Sends what `joinFrames` holds back. */
  flush(): void {
    this.#line.flush(this.dialect);
  }

  /** Bytes that the service center did not take yet. */
  get backlogBytes(): number {
    return this.#line.backlogBytes;
  }

  /** Reads everything, nothing, or a little at a time from now on. */
  read(how: 'all' | NonNullable<Dialect['reading']>): void {
    this.#line.read(how);
  }

  /** Ends the connection at once, without a goodbye. */
  cut(): Promise<Closed> {
    return this.#line.cut();
  }

  /** Ends the connection when everything written so far has left. */
  close(): Promise<Closed> {
    return this.#line.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #open(): Promise<void> {
    const { stall, reading = 'all' } = this.dialect;
    await this.#line.ready();
    if (stall === 'tcp' || stall === 'tls') return;
    this.connected = await this.#sendCon();
    // Not before: a station that reads nothing would not even learn that it is connected.
    this.read(reading);
    if (stall !== 'con') this.#activate(this.connected);
  }

  #sendCon(): Promise<Response<'con'>> {
    const { session } = this;
    return this.#own.connect({
      version: '1.0.0',
      bsEui: this.bsEui,
      vendor: 'Waystation',
      model: 'simulated',
      bidi: true,
      snBsUuid: session.snBsUuid,
      snBsOpId: BigInt(session.answeredBs),
      snScOpId: BigInt(session.lastSc),
      ...this.#options.con,
    });
  }

  #activate({ snResume, snScUuid }: Response<'con'>): void {
    const { session } = this;
    if (!snResume) {
      this.#transmitter.drop();
      session.restart(snScUuid);
    } else if (!session.snScUuid) session.snScUuid = snScUuid;
    else if (Buffer.compare(session.snScUuid, snScUuid) !== 0) this.#complain('resumed under another snScUuid');
    this.#sender.send('conCmp', 0, Empty, {});
    this.#own.repeat();
  }

  #ownOperations(): OwnOperations {
    return new OwnOperations({
      session: this.session,
      sender: this.#sender,
      lost: () => this.#line.lost,
      complain: about => this.#complain(about),
    });
  }

  #centerOperations(answers: Answers): CenterOperations {
    const { session, nowNs } = this;
    const bidi = this.#options.con?.bidi ?? true;
    const transmitter = this.#transmitter;
    return new CenterOperations(this, {
      session,
      sender: this.#sender,
      answers,
      answering: () => ({ session, nowNs, bidi, transmitter, dialect: this.dialect, clock: this.#clock }),
      complain: about => this.#complain(about),
    });
  }

  #newTransmitter(): Transmitter {
    const { bsEui, session, nowNs } = this;
    return new Transmitter(this, {
      bsEui,
      session,
      nowNs,
      clock: this.#clock,
      tell: news => this.#options.onDownlink?.(news),
      report: async result => {
        try {
          await this.start('dlDataRes', result);
        } catch (error) {
          // The next resume repeats it.
          if (error instanceof ConnectionLost) return;
          this.#complain(`the result of downlink ${result.queId} was refused: ${(error as Error).message}`);
        }
      },
    });
  }

  #complain(about: string): void {
    if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(about);
  }

  #log(frame: LoggedFrame): void {
    const limit = this.#options.loggedFrames ?? LOGGED_FRAMES;
    if (limit === 0) return;
    this.frames.push(frame);
    if (this.frames.length > limit) this.frames.shift();
  }

  #take(payload: Buffer): void {
    const map = decode(payload, { useBigInt64: true }) as Readonly<Record<string, unknown>>;
    const command = String(map.command);
    const opId = Number(map.opId);
    this.#log({ direction: 'in', command, opId, epEui: undefined, bytes: payload });
    const { dialect } = this;
    if (dialect.cutBefore?.includes(command)) return void this.cut();
    const cut = dialect.cutAfter?.includes(command) === true;
    const known = stationCommands.get(command);
    if (command === 'error') this.#own.failed(opId, map, cut);
    else if (command === 'errorAck') this.session.given.delete(opId);
    else if (known?.role === 'req' && known.row.by !== 'peer')
      this.#center.asked(known.operation as CenterStarts, opId, map, cut);
    else if (known?.role === 'rsp' && known.row.by !== 'us')
      this.#own.answered(known.operation as StationStarts, opId, map, cut);
    else if (known?.role === 'cmp' && known.row.by !== 'peer') this.session.given.delete(opId);
    else {
      this.#complain(`${command} is nothing a service center sends`);
      const code = known ? Posix.protocol : Posix.notSupported;
      this.#center.refuse(opId, new ProtocolError(code, 'unexpected command'));
    }
    // Only now: who waits for a message finds its effect done.
    this.#mailbox.put({ ...typed(command, map), command, opId });
    if (cut) void this.cut();
  }
}

/** The message with the narrow values of the table where it fits it, else as it was decoded. */
function typed(command: string, map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = stationCommands.get(command);
  if (!known || known.role === 'cmp') return map;
  try {
    return (known.role === 'req' ? known.row.req : known.row.rsp).read(map) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof ProtocolError) return map;
    throw error;
  }
}
