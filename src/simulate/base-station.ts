import { decode, encode } from '@msgpack/msgpack';
import { type Clock, systemClock } from '../kit/clock.ts';
import { type Eui, parseEui } from '../kit/eui.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import { type MessageType, message, str, u32 } from '../protocol/fields.ts';
import { MsgPackWriter } from '../protocol/writer.ts';
import { type Answering, type Answers, workingAnswers } from './answers.ts';
import { changesEncoding, type Dialect, encodeFrame, encodeInDialect } from './dialect.ts';
import { frameOf } from './frames.ts';
import { type Closed, ConnectionLost, Line, type LineOptions } from './line.ts';
import { type LoggedFrame, Mailbox, type Received, type ReceivedRequest } from './mailbox.ts';
import { StationSession } from './station-session.ts';
import {
  type CenterStarts,
  type Request,
  type Response,
  type StationStarts,
  stationCommands,
  stationTable,
} from './table.ts';

export interface StationOptions extends LineOptions {
  readonly bsEui: string;
  /** Further fields of `con`, and other values for the usual ones. */
  readonly con?: Partial<Request<'con'>>;
  /** What the station remembers from an earlier connection. */
  readonly session?: StationSession;
  readonly dialect?: Dialect;
  /** Answers that differ from those of a working station. */
  readonly answers?: Partial<Answers>;
  readonly clock?: Clock;
  /** How long the way up to the answer to `con` may take; default 30 s. */
  readonly connectMs?: number;
  /** Number of frames kept in `frames`; default 10,000. */
  readonly loggedFrames?: number;
  /** Sees every payload before it is decoded; what it returns true for is done with. For load. */
  readonly tap?: (payload: Buffer) => boolean;
}

export interface StartOptions {
  /** An id other than the next one. */
  readonly opId?: number;
}

interface Pending {
  readonly promise: Promise<object>;
  resolve(response: object): void;
  reject(reason: Error): void;
}

const Empty = message({});
const ErrorMessage = message({ code: u32, message: str });
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
  readonly #writer = new MsgPackWriter();
  readonly #mailbox = new Mailbox();
  readonly #pending = new Map<number, Pending>();
  readonly #answers: Answers;

  private constructor(options: StationOptions) {
    const bsEui = parseEui(options.bsEui);
    if (!bsEui) throw new RangeError(`not an EUI: ${options.bsEui}`);
    this.bsEui = bsEui;
    this.session = options.session ?? new StationSession();
    this.dialect = options.dialect ?? {};
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#answers = { ...workingAnswers, ...options.answers };
    this.#line = new Line(options, this.dialect.stall !== 'tcp', this.#clock, payload => {
      if (!options.tap?.(payload)) this.#take(payload);
    });
    this.closed = this.#line.closed.then(closed => {
      const lost = new ConnectionLost(closed.error);
      this.#mailbox.close(lost);
      for (const { reject } of this.#pending.values()) reject(lost);
      this.#pending.clear();
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
    const opId = options.opId ?? this.session.nextId();
    this.session.open.set(opId, { opId, operation, request, state: 'sent' });
    const answer = this.#expect(opId);
    this.#send(operation, opId, stationTable[operation].req, request);
    return answer as Promise<Response<K>>;
  }

  /** The answer to an operation that is open, for example one that was repeated after a resume. */
  answerTo(opId: number): Promise<object> {
    return this.#pending.get(opId)?.promise ?? Promise.reject(new Error(`operation ${opId} is not open`));
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

  /** Reports what became of a queued downlink and takes it from the queue. */
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
    const answer = this.#expect(0);
    this.#send('con', 0, stationTable.con.req, {
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
    return answer as Promise<Response<'con'>>;
  }

  #activate({ snResume, snScUuid }: Response<'con'>): void {
    const { session } = this;
    if (!snResume) session.restart(snScUuid);
    else if (!session.snScUuid) session.snScUuid = snScUuid;
    else if (Buffer.compare(session.snScUuid, snScUuid) !== 0) this.#complain('resumed under another snScUuid');
    this.#send('conCmp', 0, Empty, {});
    for (const operation of [...session.open.values()].sort((a, b) => a.opId - b.opId)) {
      const { opId, operation: name, request, state } = operation;
      if (state === 'answered') this.#complete(opId, name);
      else {
        // Nobody may be asking for this answer any more.
        this.#expect(opId).catch(() => undefined);
        this.#send(name, opId, stationTable[name].req, request);
      }
    }
  }

  #expect(opId: number): Promise<object> {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    const { lost } = this.#line;
    if (lost) reject(lost);
    else this.#pending.set(opId, { promise, resolve, reject });
    return promise;
  }

  #complain(about: string): void {
    if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(about);
  }

  #send(command: string, opId: number, type: MessageType<unknown>, msg: object): void {
    const { dialect } = this;
    if (dialect.cutBefore?.includes(command)) return void this.cut();
    if (this.#withheld(command)) return;
    const id = dialect.ids?.(command, opId) ?? opId;
    const frame = changesEncoding(dialect)
      ? encodeInDialect(dialect, command, id, type, msg)
      : encodeFrame(this.#writer, command, id, type, msg);
    this.#log({ direction: 'out', command, opId: Number(id), epEui: (msg as { epEui?: Eui }).epEui, bytes: frame });
    this.#line.send(frame, dialect);
    if (dialect.cutAfter?.includes(command)) void this.close();
  }

  #withheld(command: string): boolean {
    const { dialect } = this;
    if (dialect.withhold?.includes(command)) return true;
    const role = stationCommands.get(command)?.role;
    if (command === 'conCmp') return false;
    return (role === 'cmp' && dialect.withholdCmp === true) || (role === 'rsp' && dialect.withholdRsp === true);
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
    if (command === 'error') this.#failed(opId, map, cut);
    else if (command === 'errorAck') this.session.given.delete(opId);
    else if (known?.role === 'req' && known.row.by !== 'peer')
      this.#asked(known.operation as CenterStarts, opId, map, cut);
    else if (known?.role === 'rsp' && known.row.by !== 'us')
      this.#answered(known.operation as StationStarts, opId, map, cut);
    else if (known?.role === 'cmp' && known.row.by !== 'peer') this.session.given.delete(opId);
    else {
      this.#complain(`${command} is nothing a service center sends`);
      this.#refuse(opId, new ProtocolError(known ? Posix.protocol : Posix.notSupported, 'unexpected command'));
    }
    // Only now: who waits for a message finds its effect done.
    this.#mailbox.put({ ...this.#typed(command, map), command, opId });
    if (cut) void this.cut();
  }

  /** The message with the narrow values of the table where it fits it, else as it was decoded. */
  #typed(command: string, map: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const known = stationCommands.get(command);
    if (!known || known.role === 'cmp') return map;
    try {
      return (known.role === 'req' ? known.row.req : known.row.rsp).read(map) as Record<string, unknown>;
    } catch (error) {
      if (error instanceof ProtocolError) return map;
      throw error;
    }
  }

  /** A request of the service center. */
  #asked(operation: CenterStarts, opId: number, map: Readonly<Record<string, unknown>>, cut: boolean): void {
    const { session, dialect } = this;
    const given = session.given.get(opId);
    if (given?.operation === operation) {
      if (!cut) this.#send(given.command, opId, this.#typeOf(given.command), given.answer);
      return;
    }
    if (opId >= session.lastSc) {
      this.#complain(`${operation} ${opId} does not follow ${session.lastSc}`);
      this.#refuse(opId, new ProtocolError(Posix.protocol, 'operation id out of sequence'));
      return;
    }
    session.lastSc = opId;
    const refusal = dialect.refuse?.[operation];
    if (refusal) {
      this.#refuse(opId, new ProtocolError(refusal.code, refusal.message ?? ''), operation, cut);
      return;
    }
    try {
      const request = stationTable[operation].req.read(map);
      const answer = (this.#answers[operation] as (request: object, station: Answering) => object)(
        request,
        this.#answering(),
      );
      const command = `${operation}Rsp`;
      session.keepAnswer(opId, { operation, command, answer });
      if (!cut) this.#send(command, opId, stationTable[operation].rsp, answer);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const code = error.code === Posix.protocol ? Posix.invalid : error.code;
      this.#refuse(opId, new ProtocolError(code, error.message), operation, cut);
    }
  }

  #answering(): Answering {
    const { session, dialect, nowNs } = this;
    return { session, dialect, nowNs, clock: this.#clock, bidi: this.#options.con?.bidi ?? true };
  }

  #refuse(opId: number, { code, message: text }: ProtocolError, operation?: string, cut = false): void {
    const answer = { code, message: text };
    if (operation) this.session.keepAnswer(opId, { operation, command: 'error', answer });
    if (!cut) this.#send('error', opId, ErrorMessage, answer);
  }

  #typeOf(command: string): MessageType<unknown> {
    return stationCommands.get(command)?.row.rsp ?? ErrorMessage;
  }

  /** A response to an operation of ours. */
  #answered(operation: StationStarts, opId: number, map: Readonly<Record<string, unknown>>, cut: boolean): void {
    const { session } = this;
    const pending = this.#pending.get(opId);
    const own = session.open.get(opId);
    if (operation !== 'con' && own?.operation !== operation) {
      this.#complain(`${operation}Rsp ${opId} answers nothing`);
      return;
    }
    const response = stationTable[operation].rsp.read(map) as object;
    this.#pending.delete(opId);
    if (own) {
      own.state = 'answered';
      session.answeredBs = Math.max(session.answeredBs, opId);
      this.#learn(operation, own.request, response);
      if (!cut) this.#complete(opId, operation);
    }
    pending?.resolve(response);
  }

  #complete(opId: number, operation: StationStarts): void {
    const command = `${operation}Cmp`;
    this.#send(command, opId, Empty, {});
    const { cutBefore } = this.dialect;
    if (!this.#withheld(command) && !cutBefore?.includes(command)) this.session.open.delete(opId);
  }

  /** The station keeps the key it was given for an endpoint (BSSCI 9.2). */
  #learn(operation: StationStarts, request: object, response: object): void {
    const { endpoints } = this.session;
    if (operation === 'att') {
      const { epEui, shAddr: own } = request as Request<'att'>;
      const { nwkSnKey, shAddr = own } = response as Response<'att'>;
      endpoints.set(epEui, { nwkSnKey, shAddr, bidi: true, lastPacketCnt: 0 });
    } else if (operation === 'det') endpoints.delete((request as Request<'det'>).epEui);
  }

  /** An `error` of the service center: instead of a response, or instead of a completion. */
  #failed(opId: number, map: Readonly<Record<string, unknown>>, cut: boolean): void {
    const { session } = this;
    session.open.delete(opId);
    session.given.delete(opId);
    if (opId > 0) session.answeredBs = Math.max(session.answeredBs, Math.min(opId, session.lastBs));
    if (!cut) this.#send('errorAck', opId, Empty, {});
    const pending = this.#pending.get(opId);
    this.#pending.delete(opId);
    pending?.reject(new ProtocolError(Number(map.code), String(map.message)));
  }
}
