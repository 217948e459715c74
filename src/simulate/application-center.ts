import { decode, encode } from '@msgpack/msgpack';
import { type Clock, systemClock } from '../kit/clock.ts';
import { type Eui, parseEui } from '../kit/eui.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import { headed } from '../protocol/frames.ts';
import { isJson, readJson } from '../protocol/json.ts';
import { ApplicationAnswers, type Arrival } from './application-answers.ts';
import type { Conduct } from './application-conduct.ts';
import { ApplicationLine, type ApplicationLineOptions, openSockets, type Sockets } from './application-line.ts';
import { ApplicationRequests } from './application-requests.ts';
import { ApplicationSender } from './application-sender.ts';
import { ApplicationSession } from './application-session.ts';
import {
  type ApplicationStarts,
  applicationCommands,
  IDENTIFIER,
  type Request,
  type Response,
  type ServiceStarts,
} from './application-table.ts';
import { objectionsTo } from './conformity.ts';
import { frameOf } from './frames.ts';
import { type Closed, ConnectionLost } from './line.ts';
import { type LoggedFrame, Mailbox, type Received } from './mailbox.ts';
import { Empty } from './sender.ts';

export interface ApplicationOptions extends ApplicationLineOptions {
  readonly acEui: string;
  /** Further fields of `con`, and other values for the usual ones. */
  readonly con?: Partial<Request<'con'>>;
  /** What the application center remembers from an earlier connection. */
  readonly session?: ApplicationSession;
  readonly conduct?: Conduct;
  /** Takes over what the service center starts, each request once and before it is answered; a ProtocolError thrown becomes `error`. */
  readonly take?: (arrival: Arrival) => void;
  /** Is told at once what the service center does against the rules. */
  readonly onComplaint?: (about: string) => void;
  readonly clock?: Clock;
  /** How long the way up to the answer to `con` may take; default 30 s. */
  readonly connectMs?: number;
  /** Number of frames kept in `frames`; default 10,000. */
  readonly loggedFrames?: number;
}

type Fields = Readonly<Record<string, unknown>>;

const CONNECT_MS = 30_000;
const MAX_COMPLAINTS = 1000;
const LOGGED_FRAMES = 10_000;

/**
 * One connection of an application center: the client side of SCACI over real TLS, driven by code. It answers by itself
 * what the service center starts, and with a `conduct` it does so badly on purpose.
 */
export class SimulatedApplicationCenter implements AsyncDisposable {
  readonly acEui: Eui;
  readonly session: ApplicationSession;
  /** May be changed at any time; counts from the next message on. */
  conduct: Conduct;
  /** The last frames in both directions, oldest first. */
  readonly frames: LoggedFrame[] = [];
  /** What the service center did against the rules, in words. */
  readonly complaints: string[] = [];
  /** The answer to `con`. */
  connected: Response<'con'> | undefined;
  /** Resolves when the connection is over. */
  readonly closed: Promise<Closed>;

  readonly #options: ApplicationOptions;
  readonly #line: ApplicationLine;
  readonly #mailbox = new Mailbox();
  readonly #sender: ApplicationSender;
  readonly #requests: ApplicationRequests;
  readonly #answers: ApplicationAnswers;
  /** The encoding of `con`, which counts for the whole connection (SCACI 3.1). */
  readonly #json: boolean;
  #active = false;

  private constructor(options: ApplicationOptions, acEui: Eui, sockets: Sockets, clock: Clock) {
    this.acEui = acEui;
    this.session = options.session ?? new ApplicationSession();
    this.conduct = options.conduct ?? {};
    this.#json = this.conduct.json === true;
    this.#options = options;
    this.#line = new ApplicationLine(sockets, clock, payload => this.#take(payload));
    this.#sender = new ApplicationSender(this.#line, this, frame => this.#log(frame));
    const parts = { session: this.session, sender: this.#sender, complain: (about: string) => this.#complain(about) };
    this.#requests = new ApplicationRequests({ ...parts, lost: () => this.#line.lost });
    this.#answers = new ApplicationAnswers(this, { ...parts, take: arrival => options.take?.(arrival) });
    this.closed = this.#line.closed.then(closed => {
      const lost = new ConnectionLost(closed.error);
      this.#mailbox.close(lost);
      this.#requests.abandon(lost);
      return closed;
    });
  }

  /**
   * Opens the connection and carries out the connect operation. On a resume it then repeats what was unanswered.
   * @throws ProtocolError when the service center refuses with `error`
   * @throws ConnectionLost when the connection or the TLS handshake fails
   */
  static async connect(options: ApplicationOptions): Promise<SimulatedApplicationCenter> {
    const { signal, conduct = {}, clock = systemClock } = options;
    const acEui = parseEui(options.acEui);
    if (!acEui) throw new RangeError(`not an EUI: ${options.acEui}`);
    signal?.throwIfAborted();
    const ending = new AbortController();
    const callOff = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', callOff);
    const late = clock.after(options.connectMs ?? CONNECT_MS, () => ending.abort(new Error('no answer in time')));
    let center: SimulatedApplicationCenter | undefined;
    try {
      const sockets = await openSockets(options, conduct.stall !== 'tcp', ending.signal);
      center = new SimulatedApplicationCenter(options, acEui, sockets, clock);
      const line = center.#line;
      ending.signal.addEventListener('abort', () => void line.cut(ending.signal.reason as Error));
      void center.closed.then(() => signal?.removeEventListener('abort', callOff));
      await center.#open();
      return center;
    } catch (error) {
      signal?.removeEventListener('abort', callOff);
      await center?.close();
      throw error;
    } finally {
      late.cancel();
    }
  }

  /**
   * Request, response, completion.
   * @param opId an id other than the next one
   * @throws ProtocolError when the service center answers with `error`; ConnectionLost when it does not answer at all
   */
  start<K extends ApplicationStarts>(operation: K, request: Request<K>, opId?: number): Promise<Response<K>> {
    return this.#requests.start(operation, request, opId);
  }

  /** The answer to an operation that is open, for example one that was repeated after a resume. */
  answerTo(opId: number): Promise<object> {
    return this.#requests.answerTo(opId);
  }

  /** Answers a request of the service center that is open, for example one whose answer was withheld. */
  answer(opId: number): void {
    this.#answers.answer(opId);
  }

  /** The next message with this command that was not handed out yet; rejects with ConnectionLost. */
  next<K extends ServiceStarts>(command: K): Promise<Arrival & { readonly command: K }>;
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

  /** Sends any map, right or wrong, in the plain encoding of a general MessagePack library. */
  sendMap(map: Fields): void {
    this.sendPayload(encode(map, { useBigInt64: true }));
  }

  /** Sends a frame around any bytes. */
  sendPayload(payload: Uint8Array): void {
    this.sendRaw(headed(frameOf(payload), IDENTIFIER));
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Uint8Array): void {
    this.#line.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), this.conduct);
  }

  /** Sends what `joinFrames` holds back. */
  flush(): void {
    this.#line.flush(this.conduct);
  }

  /** Bytes that the service center did not take yet. */
  get backlogBytes(): number {
    return this.#line.backlogBytes;
  }

  /** Reads everything, nothing, or a little at a time from now on. */
  read(how: 'all' | NonNullable<Conduct['reading']>): void {
    this.#line.read(how);
  }

  /** Ends the connection at once, without a goodbye. */
  cut(): Promise<Closed> {
    return this.#line.cut();
  }

  /** Ends it with a TCP reset. */
  reset(): Promise<Closed> {
    return this.#line.reset();
  }

  /** Ends the connection when everything written so far has left. */
  close(): Promise<Closed> {
    return this.#line.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #open(): Promise<void> {
    const { stall, reading = 'all' } = this.conduct;
    if (stall === 'tcp' || stall === 'tls') return;
    const con = this.#con();
    this.connected = await this.#requests.connect(con);
    // Not before: one that reads nothing would not even learn that it is connected.
    this.read(reading);
    if (stall !== 'con') this.#activate(this.connected, con.snAcOpId !== undefined);
  }

  #con(): Request<'con'> {
    const { snAcUuid, snScUuid, answeredAc, lastSc } = this.session;
    return {
      version: '1.0.0',
      acEui: this.acEui,
      vendor: 'Waystation',
      model: 'simulated',
      snAcUuid,
      ...(snScUuid && { snAcOpId: BigInt(answeredAc), snScOpId: BigInt(lastSc) }),
      ...this.#options.con,
    };
  }

  #activate({ snResume, snScUuid }: Response<'con'>, asked: boolean): void {
    const { session } = this;
    if (snResume && !asked) this.#complain('resumed without being asked to');
    if (!snResume) session.restart(snScUuid);
    else if (!session.snScUuid) session.snScUuid = snScUuid;
    else if (Buffer.compare(session.snScUuid, snScUuid) !== 0) {
      const other = 'resumed under another snScUuid';
      this.#complain(other);
      session.giveUp();
      throw new ConnectionLost(new Error(other));
    }
    this.#active = true;
    this.#sender.send('conCmp', 0, Empty, {});
    this.#requests.reissue();
  }

  #complain(about: string): void {
    if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(about);
    this.#options.onComplaint?.(about);
  }

  #log(frame: LoggedFrame): void {
    const limit = this.#options.loggedFrames ?? LOGGED_FRAMES;
    if (limit === 0) return;
    this.frames.push(frame);
    if (this.frames.length > limit) this.frames.shift();
  }

  #take(payload: Buffer): void {
    const json = isJson(payload);
    const map = json ? readJson(payload) : (decode(payload, { useBigInt64: true }) as Fields);
    const command = String(map.command);
    const opId = Number(map.opId);
    this.#log({ direction: 'in', command, opId, epEui: undefined, bytes: payload });
    if (json !== this.#json) this.#complain(`${command} ${opId} is not in the encoding of con`);
    const { conduct } = this;
    if (conduct.cutBefore?.includes(command)) {
      this.#sender.end();
      return;
    }
    const cut = conduct.cutAfter?.includes(command) === true;
    this.#dispatch(command, opId, map, cut);
    // Only now: who waits for a message finds its effect done.
    this.#mailbox.put({ ...typed(command, map), command, opId });
    if (cut) this.#sender.end();
  }

  #dispatch(command: string, opId: number, map: Fields, cut: boolean): void {
    const { given } = this.session;
    const known = applicationCommands.get(command);
    const right = known && (known.row.by === 'either' || (known.row.by === 'peer') === (known.role === 'rsp'));
    if (!right && command !== 'error' && command !== 'errorAck') {
      this.#complain(`${command} is nothing a service center sends`);
      this.#answers.refuse(opId, new ProtocolError(known ? Posix.protocol : Posix.notSupported, 'unexpected command'));
      return;
    }
    for (const objection of objectionsTo(command, map)) this.#complain(`${command} ${opId}: ${objection}`);
    if (command === 'error') {
      this.#requests.failed(opId, map);
      given.delete(opId);
      if (!cut) this.#sender.send('errorAck', opId, Empty, {});
    } else if (command === 'errorAck') given.delete(opId);
    else if (known?.role === 'rsp') this.#requests.answered(known.operation as ApplicationStarts, opId, map, cut);
    else if (known?.role === 'cmp') {
      if (!given.delete(opId)) this.#complain(`${command} ${opId} completes nothing`);
    } else if (known?.role === 'req') {
      if (!this.#active) this.#complain(`${command} ${opId} came before conCmp`);
      this.#answers.asked(known.operation as ServiceStarts, opId, map, cut);
    }
  }
}

/** The message with the narrow values of the table where it fits it, else as it was decoded. */
function typed(command: string, map: Fields): Fields {
  const known = applicationCommands.get(command);
  if (!known || known.role === 'cmp') return map;
  try {
    return (known.role === 'req' ? known.row.req : known.row.rsp).read(map) as Fields;
  } catch (error) {
    if (error instanceof ProtocolError) return map;
    throw error;
  }
}
