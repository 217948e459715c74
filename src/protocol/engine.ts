import { background } from '../kit/background.ts';
import type { Connection } from './connection.ts';
import type { Envelope } from './envelope.ts';
import type { Answer, ErrorPolicy } from './error-policy.ts';
import { FieldError, Posix, ProtocolError } from './errors.ts';
import { u32 } from './fields.ts';
import type { Frames, Outgoing } from './frames.ts';
import type { Command, FromPeer, FromUs, OperationTable, RequestOf, ResponseOf } from './operations.ts';
import { type IssuedGroup, type Outcome, OwnOperations, type StartedOperation } from './own-operations.ts';
import { type ExecutedRequest, type PeerCall, PeerOperations, type PeerState } from './peer-operations.ts';

/** What is the same for all connections of one protocol. */
export interface Rules<T extends OperationTable> {
  readonly table: T;
  readonly commands: ReadonlyMap<string, Command>;
  /** Completions that are also taken for the completion of another operation: a known slip of a client library. */
  readonly completionAliases: ReadonlyMap<string, string>;
  /** Requests of the peer without an answer; at this number its socket is not read. */
  readonly openOperations: number;
  readonly frames: Frames;
  readonly errorPolicy: ErrorPolicy;
}

const OUT_OF_ORDER = 'operation id out of order';
/** Stands for the number of an `error` that has none, or one that is no number of an error. */
const UNKNOWN_CODE = -1;

type Returned<R> = R | Promise<R>;
/** One handler for every operation the peer may start once it is connected. */
type Handlers<T extends OperationTable, Except extends string = never> = {
  readonly [K in Exclude<FromPeer<T>, Except>]: (
    message: RequestOf<T[K]>,
    call: PeerCall,
  ) => Returned<ResponseOf<T[K]>>;
};
/** What the completion of an operation of the peer does, where it does anything. */
type Completions<T extends OperationTable> = {
  readonly [K in FromPeer<T>]?: (call: PeerCall) => Returned<void>;
};
/** What the answer to an operation of ours does. The completion is sent when it is done. */
type Answers<T extends OperationTable> = {
  readonly [K in FromUs<T>]?: (response: ResponseOf<T[K]>, opId: number) => Returned<void>;
};
/** What an `error` of the peer in place of the answer does. */
type Refusals<T extends OperationTable> = {
  readonly [K in FromUs<T>]?: (refusal: { code: number; text: string }, opId: number) => Returned<void>;
};

/** How far a resumed session had come. */
export interface SessionState extends PeerState {
  /** Lowest id of ours. */
  readonly lastOwn: number;
}

/** What each operation of a connection does. */
export interface Reactions<T extends OperationTable, Except extends string> {
  readonly handlers: Handlers<T, Except>;
  readonly completions: Completions<T>;
  readonly answers: Answers<T>;
  readonly refusals: Refusals<T>;
}

export interface EngineOptions<T extends OperationTable, Except extends string> extends Reactions<T, Except> {
  readonly rules: Rules<T>;
  readonly connection: Connection;
  readonly state: SessionState;
  readonly hooks: EngineHooks;
  /** What became of a request of the time before the resume; undefined: it was never executed. */
  recall?(opId: number): ExecutedRequest | undefined;
  /** Stores that the peer has taken over operations of groups (`orderGroup`). */
  taken?(opIds: readonly number[]): Promise<void>;
  /** Stores that a request was refused as it stands: its id is used all the same. Absent: it need not be known after the connection. */
  turnedDown?(opId: number, operation: string, error: ProtocolError): Promise<void>;
  monotonic(): number;
}

export interface EngineHooks {
  frame(command: string, direction: 'in' | 'out', count?: number): void;
  /** An error was sent to the peer. */
  refused(code: number, command: string, opId: number, text: string): void;
  /** A request of the peer has a field that its table does not allow; it is refused. */
  malformed?(command: string, opId: number, fields: Envelope['fields']): void;
  /** The peer sent an error; without a command it is for no open operation. */
  complained(code: number, text: string, command: string | undefined, opId: number): void;
  /** The ids of the peer are out of order and the connection ends. `first`: it was the first request of this connection. */
  sequenceError?(first: boolean): void;
  /** An operation of ours has no answer in time. */
  late?(command: string, opId: number): void;
  /** An error of this program. */
  failed(cause: unknown, command: string, opId: number): void;
  /** A message without effect: a late answer, an acknowledgement that is not waited for. */
  ignored(command: string, opId: number): void;
}

/**
 * The operations of one connection after its connect stage: ids, order of checks, answers, completions, errors
 * (BSSCI 4, 5). It knows no command by name but `error` and `errorAck`.
 */
export class Engine<T extends OperationTable, Except extends string = never> {
  readonly #connection: Connection;
  readonly #rules: Rules<T>;
  readonly #hooks: EngineHooks;
  readonly #own: OwnOperations;
  readonly #peer: PeerOperations;
  /** Called when an answer of the peer could not be handled; made once, for no message may cost a closure. */
  readonly #broken = (cause: unknown): void => this.#hooks.failed(cause, 'answer', 0);

  constructor(options: EngineOptions<T, Except>) {
    this.#connection = options.connection;
    this.#rules = options.rules;
    this.#hooks = options.hooks;
    const refuse = this.#refuse.bind(this);
    this.#own = new OwnOperations(options, options.state.lastOwn, refuse);
    this.#peer = new PeerOperations(options, { refuse, mistake: this.#mistake.bind(this) });
  }

  /** Highest id the peer has used in this session. */
  get last(): number {
    return this.#peer.last;
  }

  /** Every operation of the peer up to this id is closed. */
  get done(): number {
    return this.#peer.done;
  }

  /** Requests of the peer that have no answer yet. */
  get unanswered(): number {
    return this.#peer.unanswered;
  }

  /** Operations of ours that have no answer yet. */
  get waiting(): number {
    return this.#own.waiting;
  }

  /**
   * Starts an operation of ours.
   * @param issue stores it and returns its id, or undefined when it has lost its sense meanwhile; called at once. Frames
   *   leave in the order of the ids.
   */
  start<K extends FromUs<T>>(
    command: K,
    message: RequestOf<T[K]>,
    issue: () => Promise<number | undefined>,
  ): Promise<StartedOperation<ResponseOf<T[K]>> | undefined> {
    return this.#own.start(command, message, issue) as Promise<StartedOperation<ResponseOf<T[K]>> | undefined>;
  }

  /** Sends an operation of ours that is in the store and has its id from there; only the table of answers waits for its end. */
  order<K extends FromUs<T>>(command: K, opId: number, message: RequestOf<T[K]>): Promise<Outcome<unknown>> {
    return this.#own.order(command, opId, message);
  }

  /** Sends an operation of the time before the resume again: same id, same content. To be called before any `start`. */
  repeat(command: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    return this.#own.repeat(command, opId, message);
  }

  /** Starts operations that are stored together, and leave together: as `orderGroup`, where others may be started at the same time. */
  startGroups<I extends { readonly groups: readonly IssuedGroup[] }>(
    settled: () => void,
    issue: () => Promise<I | undefined>,
  ): Promise<I | undefined> {
    return this.#own.startGroups(settled, issue);
  }

  /** Operations of groups that have no answer yet. */
  get waitingInGroups(): number {
    return this.#own.waitingInGroups;
  }

  /**
   * Sends operations of ours that are in the store, whose ids fall by one, in one piece. Their answers go to `taken`.
   * @param settled called whenever fewer of them wait
   */
  orderGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    this.#own.orderGroup(first, messages, settled);
  }

  /** The same for operations of the time before the resume, before any `start`. */
  repeatGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    this.#own.repeatGroup(first, messages, settled);
  }

  /** Ends the waiting for answers that are overdue. */
  tick(answerMs: number): void {
    this.#own.tick(answerMs);
  }

  /** The connection is gone: no answer comes any more. */
  lost(): void {
    this.#own.lost();
  }

  /** Takes one message of the peer (BSSCI 4, SCACI 5.4). */
  receive({ command: name, opId, fields }: Envelope): void {
    if (this.#peer.storeFailed) return;
    const command = this.#rules.commands.get(name);
    const { errorPolicy } = this.#rules;
    this.#hooks.frame(command || name === 'error' || name === 'errorAck' ? name : 'unknown', 'in');
    if (name === 'errorAck') this.#hooks.ignored(name, opId);
    else if (command?.row.phase === 'connect') this.#connected(command, opId);
    else if (errorPolicy.zero && opId === 0) this.#mistake(errorPolicy.zero, name, opId);
    else if (name === 'error') background(this.#complaint(opId, fields), this.#broken);
    else if (command) this.#take(command, opId, fields);
    else this.#unknown(name, opId);
  }

  #take(command: Command, opId: number, fields: Envelope['fields']): void {
    const { row, role, name } = command;
    const { errorPolicy } = this.#rules;
    if (errorPolicy.sign && !signFits(command, opId)) this.#mistake(errorPolicy.sign, name, opId);
    else if (role === 'cmp') this.#completion(command, opId);
    else if (row.by === (role === 'req' ? 'us' : 'peer')) {
      this.#refuse(errorPolicy.foreign(role), name, opId, 'not for this side');
    } else if (role === 'req') this.#peer.request(command, opId, fields);
    else if (this.#own.issued(opId)) {
      if (this.#own.answeredGrouped(command, opId, fields)) return;
      background(this.#own.answered(command, opId, fields), this.#broken);
    } else this.#mistake(errorPolicy.stray, name, opId);
  }

  /** A message of the connect stage, which is over. */
  #connected({ name }: Command, opId: number): void {
    const { reconnect } = this.#rules.errorPolicy;
    const answer = opId === 0 ? undefined : reconnect(name);
    if (answer) this.#mistake(answer, name, opId);
    else this.#refuse(Posix.protocol, name, opId, 'connected already');
  }

  /** It is a request of the peer, as far as we can tell: its id has to fit like any other. */
  #unknown(name: string, opId: number): void {
    const { errorPolicy } = this.#rules;
    const error = new ProtocolError(errorPolicy.unknown(name), 'unknown command');
    if (errorPolicy.unknownInOrder && opId > 0) this.#peer.unknown(name, opId, error);
    else this.#refuse(error.code, name, opId, error.message);
  }

  #completion(command: Command, opId: number): void {
    if (this.#peer.completion(command, opId) === undefined) return;
    const { errorPolicy } = this.#rules;
    const { name, row } = command;
    if (row.peerCompletes && this.#own.issued(opId)) this.#hooks.ignored(name, opId);
    else {
      const text = 'not for this side';
      this.#refuse(errorPolicy.foreign('cmp'), name, opId, text);
      if (errorPolicy.foreignEnds) {
        background(this.#own.refused(opId, { code: errorPolicy.foreign('cmp'), text }), this.#broken);
      }
    }
  }

  async #complaint(opId: number, fields: Envelope['fields']): Promise<void> {
    const { badError } = this.#rules.errorPolicy;
    const absent = (fields.code ?? undefined) === undefined;
    const code = codeOf(absent && badError !== undefined ? fields.rc : fields.code);
    const text = typeof fields.message === 'string' ? fields.message : '';
    if (badError !== undefined && ((absent && code === UNKNOWN_CODE) || code === 0 || text === '')) {
      this.#refuse(badError, 'error', opId, 'an error needs a code and a message');
      return;
    }
    const ofPeer = this.#peer.complained(opId);
    const operation = this.#own.nameOf(opId);
    this.#hooks.complained(code, text, operation ?? ofPeer, opId);
    if (operation) await this.#own.refused(opId, { code, text });
    this.#send('errorAck', this.#rules.frames.bare('errorAck', opId));
  }

  /** Answers with an error; the connection stays (BSSCI 5.3, 5.4). */
  #refuse(code: number, command: string, opId: number, text: string): void {
    if (this.#rules.errorPolicy.refusalUsesId) this.#peer.use(opId);
    this.#peer.refused(opId, command);
    this.#hooks.refused(code, command, opId, text);
    this.#send('error', this.#rules.frames.error(opId, code, text));
  }

  /** An id that fits nothing; it does not count as used. `first`: in the first request of this connection. */
  #mistake({ code, closes }: Answer, command: string, opId: number, first = false): void {
    this.#hooks.refused(code, command, opId, OUT_OF_ORDER);
    if (closes) this.#hooks.sequenceError?.(first);
    this.#send('error', this.#rules.frames.error(opId, code, OUT_OF_ORDER));
    if (closes) this.#connection.end('protocol_error');
  }

  #send(command: string, frame: Buffer): void {
    this.#hooks.frame(command, 'out');
    this.#connection.send(frame);
  }
}

/** The number of an `error`, at whatever width it was written (BSSCI 3.3, SCACI 3.2). */
function codeOf(value: unknown): number {
  try {
    return u32.read(value, 'code');
  } catch (cause) {
    if (cause instanceof FieldError) return UNKNOWN_CODE;
    throw cause;
  }
}

/** Ids of the peer's operations are above zero, of ours below; a response has the id of its request. */
function signFits({ row, role }: Command, opId: number): boolean {
  const startedByUs = row.by === 'us' || (row.by === 'either' && role === 'rsp');
  return startedByUs ? opId < 0 : opId > 0;
}
