import { decode, encode } from '@msgpack/msgpack';
import { type MachineClock, systemClock } from '../../kit/time/clock.ts';
import { Posix, ProtocolError } from '../../protocol/errors.ts';
import type { MessageType } from '../../protocol/fields.ts';
import { HEADER_BYTES } from '../../protocol/frame.ts';
import { headed } from '../../protocol/frames.ts';
import type { FromPeer, FromUs, OperationTable, RequestOf, ResponseOf } from '../../protocol/operations.ts';
import type { Behaviour, Reading } from './behaviour.ts';
import { type DialOptions, dialled } from './dial.ts';
import { Encoder } from './encoding.ts';
import type { IncomingOperations, IncomingOptions } from './incoming-operations.ts';
import { type ConnectionEnd, ConnectionLost, Line, type Sockets } from './line.ts';
import { type LoggedFrame, Mailbox, type Received, type ReceivedRequest } from './mailbox.ts';
import { OutgoingOperations } from './outgoing-operations.ts';
import { Empty, type Fields, type PeerRules, typed } from './rules.ts';
import { Sender } from './sender.ts';
import type { PeerSession } from './session.ts';

export interface PeerOptions<S extends PeerSession> extends DialOptions {
  /** What is remembered from an earlier connection. */
  readonly session?: S;
  /** Number of frames kept in `frames`; default 10,000. */
  readonly loggedFrames?: number;
}

/** What an answer to `con` says of the session. */
export interface AgreedSession {
  readonly snResume: boolean;
  readonly snScUuid: Uint8Array;
}

/** What a peer is made of. */
export interface PeerBasis<S extends PeerSession> {
  readonly rules: PeerRules;
  readonly session: S;
  readonly sockets: Sockets;
}

const MAX_COMPLAINTS = 1000;
const LOGGED_FRAMES = 10_000;

/** One connection of a simulated peer of the service center: the client side of one protocol, `T`, driven by code. */
export abstract class SimulatedPeer<T extends OperationTable, S extends PeerSession> implements AsyncDisposable {
  readonly session: S;
  /** The last frames in both directions, oldest first. */
  readonly frames: LoggedFrame[] = [];
  /** What the service center did against the rules, in words. */
  readonly complaints: string[] = [];
  /** The answer to `con`. */
  connected: ResponseOf<T['con']> | undefined;
  /** Resolves when the connection is over. */
  readonly closed: Promise<ConnectionEnd>;

  protected readonly line: Line;
  protected readonly clock: MachineClock;
  readonly #rules: PeerRules;
  readonly #loggedFrames: number;
  readonly #mailbox = new Mailbox();
  readonly #encoder: Encoder;
  readonly #sender: Sender;
  readonly #outgoing: OutgoingOperations;

  protected constructor(options: PeerOptions<S>, { rules, session, sockets }: PeerBasis<S>) {
    const { clock = systemClock, loggedFrames = LOGGED_FRAMES } = options;
    this.session = session;
    this.clock = clock;
    this.#rules = rules;
    this.#loggedFrames = loggedFrames;
    const { identifier } = rules;
    this.line = new Line(sockets, { identifier, clock, take: payload => this.take(payload) });
    this.#encoder = new Encoder(identifier);
    this.#sender = new Sender({
      line: this.line,
      rules,
      behaviour: () => this.behaviour,
      frame: (command, opId, type, msg) => this.frame(command, opId, type, msg),
      log: frame => this.#log(frame),
    });
    this.#outgoing = new OutgoingOperations({ ...this.operationOptions(), lost: () => this.line.lost });
    this.closed = this.line.closed.then(closed => {
      const lost = new ConnectionLost(closed.error);
      this.over();
      this.#mailbox.close(lost);
      this.#outgoing.abandon(lost);
      return closed;
    });
  }

  /** Makes the peer when there is a connection, and carries out the connect operation. @throws as `connect` does */
  protected static dial<P extends SimulatedPeer<OperationTable, PeerSession>>(
    options: PeerOptions<PeerSession>,
    stall: Behaviour['stall'],
    make: (sockets: Sockets) => P,
  ): Promise<P> {
    return dialled(options, stall !== 'tcp', make, peer => peer.#open());
  }

  /** How it behaves from the next message on. */
  protected abstract get behaviour(): Behaviour;

  /** The operations of the service center. */
  protected abstract readonly incoming: IncomingOperations<S>;

  /**
   * Request, response, completion.
   * @param opId an id other than the next one
   * @throws ProtocolError when the service center answers with `error`; ConnectionLost when it does not answer at all
   */
  start<K extends FromPeer<T>>(operation: K, request: RequestOf<T[K]>, opId?: number): Promise<ResponseOf<T[K]>> {
    return this.#outgoing.start(operation, request as object, opId) as Promise<ResponseOf<T[K]>>;
  }

  /** The answer to an operation that is open, for example one that was repeated after a resume. */
  answerTo(opId: number): Promise<object> {
    return this.#outgoing.answerTo(opId);
  }

  /** The next message with this command that was not handed out yet; rejects with ConnectionLost. */
  next<K extends FromUs<T>>(command: K): Promise<ReceivedRequest<T, K>>;
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
    await this.#outgoing.start('ping', {});
  }

  /** Sends any map, right or wrong, in the plain encoding of a general MessagePack library. */
  sendMap(map: Fields): void {
    this.sendPayload(encode(map, { useBigInt64: true }));
  }

  /** Sends a frame around any bytes. */
  sendPayload(payload: Uint8Array): void {
    this.sendRaw(headed(Buffer.concat([Buffer.alloc(HEADER_BYTES), payload]), this.#rules.identifier));
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Uint8Array): void {
    this.line.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), this.behaviour);
  }

  /** Sends what `joinFrames` holds back. */
  flush(): void {
    this.line.flush(this.behaviour);
  }

  /** Bytes that the service center did not take yet. */
  get backlogBytes(): number {
    return this.line.backlogBytes;
  }

  /** Reads everything, nothing, or a little at a time from now on. */
  read(how: Reading): void {
    this.line.read(how);
  }

  /** Ends the connection at once, without a goodbye. */
  cut(error?: Error): Promise<ConnectionEnd> {
    return this.line.cut(error);
  }

  /** Ends the connection when everything written so far has left. */
  close(): Promise<ConnectionEnd> {
    return this.line.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** The connect request. */
  protected abstract con(): object;

  /** Takes over what the answer to `con` says of the session. @returns false when it is another session than this peer's */
  protected agree({ snResume, snScUuid }: AgreedSession): boolean {
    const { session } = this;
    if (!snResume) session.restart(snScUuid);
    else if (!session.snScUuid) session.snScUuid = snScUuid;
    else if (Buffer.compare(session.snScUuid, snScUuid) !== 0) {
      this.complain('resumed under another snScUuid');
      return false;
    }
    return true;
  }

  /** What operations in both directions are made of. */
  protected operationOptions(): IncomingOptions<S> {
    return {
      rules: this.#rules,
      session: this.session,
      sender: this.#sender,
      behaviour: () => this.behaviour,
      complain: about => this.complain(about),
    };
  }

  protected frame(command: string, opId: number | bigint, type: MessageType<unknown>, msg: object): Buffer {
    return this.#encoder.frame(this.behaviour, command, opId, type, msg);
  }

  protected parse(payload: Buffer): Fields {
    return decode(payload, { useBigInt64: true }) as Fields;
  }

  /** Checks a valid message of the service center before it has its effect. */
  protected review(_command: string, _opId: number, _map: Fields): void {}

  /** The connection is over. */
  protected over(): void {}

  protected complain(about: string): void {
    if (this.complaints.length < MAX_COMPLAINTS) this.complaints.push(about);
  }

  protected take(payload: Buffer): void {
    const map = this.parse(payload);
    const command = String(map.command);
    const opId = Number(map.opId);
    this.#log({ direction: 'in', command, opId, epEui: undefined, bytes: payload });
    const { cutBefore, cutAfter } = this.behaviour;
    if (cutBefore?.includes(command)) {
      this.#sender.end();
      return;
    }
    const cut = cutAfter?.includes(command) === true;
    this.#dispatch(command, opId, map, cut);
    // Only now: who waits for a message finds its effect done.
    this.#mailbox.put({ ...typed(this.#rules, command, map), command, opId });
    if (cut) this.#sender.end();
  }

  async #open(): Promise<void> {
    const { stall, reading = 'all' } = this.behaviour;
    if (stall === 'tcp' || stall === 'tls') return;
    const answer = (await this.#outgoing.connect(this.con())) as ResponseOf<T['con']> & AgreedSession;
    this.connected = answer;
    // Not before: one that reads nothing would not even learn that it is connected.
    this.read(reading);
    if (stall === 'con') return;
    this.agree(answer);
    this.#sender.send('conCmp', 0, Empty, {});
    this.#outgoing.repeat();
  }

  #dispatch(command: string, opId: number, map: Fields, cut: boolean): void {
    const known = this.#rules.commands.get(command);
    const right = known && (known.row.by === 'either' || (known.row.by === 'peer') === (known.role === 'rsp'));
    if (!right && command !== 'error' && command !== 'errorAck') {
      this.complain(`${command} is nothing a service center sends`);
      const code = known ? Posix.protocol : Posix.notSupported;
      this.incoming.refuse(opId, new ProtocolError(code, 'unexpected command'));
      return;
    }
    this.review(command, opId, map);
    if (command === 'error') this.#outgoing.failed(opId, map, cut);
    else if (known?.role === 'rsp') this.#outgoing.answered(known, opId, map, cut);
    else if (known?.role === 'req') this.incoming.asked(known, opId, map, cut);
    // `errorAck`, or a completion.
    else this.session.given.delete(opId);
  }

  #log(frame: LoggedFrame): void {
    if (this.#loggedFrames === 0) return;
    this.frames.push(frame);
    if (this.frames.length > this.#loggedFrames) this.frames.shift();
  }
}
