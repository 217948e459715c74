import type { Connection } from './connection.ts';
import type { Envelope } from './envelope.ts';
import { Posix, ProtocolError } from './errors.ts';
import type { Frames } from './frames.ts';
import type { Answer, Manners } from './manners.ts';
import type { Command, FromPeer, FromUs, OperationTable, RequestOf, ResponseOf } from './operations.ts';
import { OurOperations, type Outcome, type Started } from './ours.ts';

/** What is the same for all connections of one protocol. */
export interface Rules<T extends OperationTable> {
  readonly table: T;
  readonly commands: ReadonlyMap<string, Command>;
  /** Completions that are also taken for the completion of another operation: a known slip of a client library. */
  readonly completionAliases: ReadonlyMap<string, string>;
  /**
   * Requests that get no answer when they could not be stored: an error would close the operation and let the peer forget
   * its data. The connection ends instead, and the peer repeats them (BSSCI 10.3).
   */
  readonly silentOnFailure: ReadonlySet<string>;
  /** Requests of the peer without an answer; at this number its socket is not read. */
  readonly openOperations: number;
  readonly frames: Frames;
  readonly manners: Manners;
}

const OUT_OF_ORDER = 'operation id out of order';
/** Stands for the number of an `error` that has none. */
const UNKNOWN_CODE = -1;
/** Operations that wait for their completion only, in multiples of those that may wait for an answer (BSSCI 17). */
const UNCOMPLETED_FACTOR = 16;

/** A request of the peer, as its handler sees it. */
export interface PeerCall {
  readonly opId: number;
  /** Highest id the peer has used. */
  readonly last: number;
  /** Every operation of the peer up to this id is closed. */
  readonly done: number;
}

type Returned<R> = R | Promise<R>;
/** One handler for every operation the peer may start once it is connected. */
export type Handlers<T extends OperationTable, Except extends string = never> = {
  readonly [K in Exclude<FromPeer<T>, Except>]: (
    message: RequestOf<T[K]>,
    call: PeerCall,
  ) => Returned<ResponseOf<T[K]>>;
};
/** What the completion of an operation of the peer does, where it does anything. */
export type Completions<T extends OperationTable> = {
  readonly [K in FromPeer<T>]?: (call: PeerCall) => Returned<void>;
};
/** What the answer to an operation of ours does. The completion is sent when it is done. */
export type Answers<T extends OperationTable> = {
  readonly [K in FromUs<T>]?: (response: ResponseOf<T[K]>, opId: number) => Returned<void>;
};
/** What an `error` of the peer in place of the answer does. */
export type Refusals<T extends OperationTable> = {
  readonly [K in FromUs<T>]?: (refusal: { code: number; text: string }, opId: number) => Returned<void>;
};

/** How far a resumed session had come. */
export interface SessionState {
  readonly last: number;
  readonly done: number;
  /** Lowest id of ours. */
  readonly lastOurs: number;
}

export interface EngineParts<T extends OperationTable, Except extends string> {
  readonly rules: Rules<T>;
  readonly connection: Connection;
  readonly state: SessionState;
  readonly handlers: Handlers<T, Except>;
  readonly completions: Completions<T>;
  readonly answers: Answers<T>;
  readonly refusals: Refusals<T>;
  readonly hooks: EngineHooks;
  /** What became of a request of the time before the resume; undefined: it was never executed. */
  recall?(opId: number): Recalled | undefined;
  monotonic(): number;
}

/** A request that was executed before, and the error it was answered with, if it was. */
export interface Recalled {
  readonly operation: string;
  readonly error?: { readonly code: number; readonly text: string } | undefined;
}

export interface EngineHooks {
  frame(command: string, direction: 'in' | 'out'): void;
  /** An error was sent to the peer. */
  refused(code: number, command: string, opId: number, text: string): void;
  /** The peer sent an error. */
  complained(code: number, text: string, command: string | undefined, opId: number): void;
  /** The ids of the peer are out of order and the connection ends. `first`: it was the first request of this connection. */
  sequenceError(first: boolean): void;
  /** An operation of ours has no answer in time. */
  late(command: string, opId: number): void;
  /** Something of ours failed. */
  failed(cause: unknown, command: string, opId: number): void;
  /** A message without effect: a late answer, an error for nothing, an acknowledgement nobody waits for. */
  ignored(command: string, opId: number): void;
}

interface OpenOperation {
  readonly command: Command;
  answered: boolean;
  response: unknown;
}

type AnyHandler = (message: unknown, call: PeerCall) => Returned<unknown>;

/**
 * The operations of one connection after its connect stage: ids, order of checks, answers, completions, errors
 * (BSSCI 4, 5). It knows no command by name but `error` and `errorAck`.
 */
export class Engine<T extends OperationTable, Except extends string = never> {
  readonly #parts: EngineParts<T, Except>;
  readonly #connection: Connection;
  readonly #rules: Rules<T>;
  readonly #hooks: EngineHooks;
  readonly #ours: OurOperations;
  readonly #open = new Map<number, OpenOperation>();
  /** Ids of the time before a resume that may still be open: accepted once more, because nothing else is known of them. */
  readonly #recovered: { from: number; readonly to: number; readonly used: Set<number> };
  #last: number;
  #done: number;
  #unanswered = 0;
  #requests = 0;
  #storeFailed = false;

  constructor(parts: EngineParts<T, Except>) {
    this.#parts = parts;
    this.#connection = parts.connection;
    this.#rules = parts.rules;
    this.#hooks = parts.hooks;
    const { last, done, lastOurs } = parts.state;
    this.#last = last;
    this.#done = done;
    this.#recovered = { from: done, to: last, used: new Set() };
    this.#ours = new OurOperations(parts, lastOurs, (code, command, opId, text) =>
      this.#refuse(code, command, opId, text),
    );
  }

  /** Highest id the peer has used in this session. */
  get last(): number {
    return this.#last;
  }

  /** Every operation of the peer up to this id is closed. */
  get done(): number {
    const oldest = this.#open.keys().next();
    const below = oldest.done ? this.#last : oldest.value - 1;
    if (below > this.#done && this.#caughtUp()) this.#done = below;
    return this.#done;
  }

  /** Requests of the peer that have no answer yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Operations of ours that have no answer yet. */
  get waiting(): number {
    return this.#ours.waiting;
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
  ): Promise<Started<ResponseOf<T[K]>> | undefined> {
    return this.#ours.start(command, message, issue) as Promise<Started<ResponseOf<T[K]>> | undefined>;
  }

  /** Sends an operation of ours that the store has given an id and keeps; nobody but the table of answers waits for its end. */
  order<K extends FromUs<T>>(command: K, opId: number, message: RequestOf<T[K]>): void {
    this.#ours.order(command, opId, message);
  }

  /** Sends an operation of the time before the resume again: same id, same content. To be called before any `start`. */
  repeat(command: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    return this.#ours.repeat(command, opId, message);
  }

  /** Looks for operations of ours that have waited too long. */
  tick(answerMs: number): void {
    this.#ours.tick(answerMs);
  }

  /** The connection is gone: whoever waits for an answer is told. */
  lost(): void {
    this.#ours.lost();
  }

  /** Takes one message of the peer (BSSCI 4). */
  receive({ command: name, opId, fields }: Envelope): void {
    if (this.#storeFailed) return;
    const command = this.#rules.commands.get(name);
    this.#hooks.frame(command || name === 'error' || name === 'errorAck' ? name : 'unknown', 'in');
    if (!command) {
      if (name === 'error') void this.#complaint(opId, fields);
      else if (name === 'errorAck') this.#hooks.ignored(name, opId);
      else this.#refuse(this.#rules.manners.unknown(name), name, opId, 'unknown command');
      return;
    }
    const { row, role } = command;
    const { manners } = this.#rules;
    if (row.phase === 'connect') this.#refuse(Posix.protocol, name, opId, 'connected already');
    else if (manners.sign && !signFits(command, opId)) this.#mistake(manners.sign, name, opId);
    else if (role === 'cmp') this.#completion(command, opId);
    else if (row.by === (role === 'req' ? 'us' : 'peer')) {
      this.#refuse(manners.foreign(role), name, opId, 'not for this side');
    } else if (role === 'req') this.#request(command, opId, fields);
    else if (this.#ours.issued(opId)) void this.#ours.answered(command, opId, fields);
    else this.#mistake(manners.stray, name, opId);
  }

  #request(command: Command, opId: number, fields: Envelope['fields']): void {
    const first = this.#requests++ === 0;
    if (opId > this.#last) this.#last = opId;
    else {
      const { manners } = this.#rules;
      const open = this.#open.get(opId);
      if (manners.repeats && open?.command === command) {
        if (open.answered) this.#answer(command, opId, open.response);
        return;
      }
      if (open || !this.#recover(opId)) {
        this.#mistake(manners.request, command.name, opId, first);
        return;
      }
      if (this.#recalled(command, opId)) return;
    }
    let message: unknown;
    try {
      message = command.row.req.read(fields);
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause;
      this.#refuse(this.#rules.manners.field(cause), command.name, opId, cause.message);
      return;
    }
    const operation: OpenOperation = { command, answered: false, response: undefined };
    this.#open.set(opId, operation);
    if (this.#open.size > this.#rules.openOperations * UNCOMPLETED_FACTOR) {
      this.#connection.close('protocol_error');
      return;
    }
    this.#unanswered++;
    if (this.#unanswered >= this.#rules.openOperations) this.#connection.hold();
    const handler = this.#parts.handlers[command.operation as keyof Handlers<T, Except>] as unknown as AnyHandler;
    try {
      const response = handler(message, { opId, last: this.#last, done: this.done });
      if (response instanceof Promise) void this.#finish(operation, opId, response);
      else this.#handled(operation, opId, response);
    } catch (cause) {
      this.#failed(operation, opId, cause);
    }
  }

  /** A request of the time before the resume that had its effect gets its answer again, and no second effect. */
  #recalled(command: Command, opId: number): boolean {
    const before = this.#parts.recall?.(opId);
    if (!before) return false;
    if (before.operation !== command.operation) {
      this.#refuse(this.#rules.manners.stray.code, command.name, opId, 'another operation had this id');
    } else if (before.error) this.#refuse(before.error.code, command.name, opId, before.error.text);
    else {
      this.#open.set(opId, { command, answered: true, response: {} });
      this.#answer(command, opId, {});
    }
    return true;
  }

  async #finish(operation: OpenOperation, opId: number, pending: Promise<unknown>): Promise<void> {
    try {
      this.#handled(operation, opId, await pending);
    } catch (cause) {
      this.#failed(operation, opId, cause);
    }
  }

  #handled(operation: OpenOperation, opId: number, response: unknown): void {
    operation.answered = true;
    operation.response = response;
    this.#answer(operation.command, opId, response);
    this.#settled();
  }

  #answer({ operation, row }: Command, opId: number, response: unknown): void {
    const name = row.names?.rsp ?? `${operation}Rsp`;
    const { frames } = this.#rules;
    this.#send(
      name,
      row.rsp.names.length === 0 ? frames.bare(name, opId) : frames.message(name, opId, row.rsp, response),
    );
  }

  #failed(operation: OpenOperation, opId: number, cause: unknown): void {
    const { command } = operation;
    if (cause instanceof ProtocolError) this.#refuse(cause.code, command.name, opId, cause.message);
    else {
      this.#hooks.failed(cause, command.name, opId);
      if (this.#rules.silentOnFailure.has(command.operation)) this.#storeFailed = true;
      else this.#refuse(Posix.io, command.name, opId, 'not stored');
    }
    this.#settled();
  }

  /** One request fewer is unanswered. */
  #settled(): void {
    this.#unanswered--;
    if (!this.#storeFailed) {
      if (this.#unanswered < this.#rules.openOperations) this.#connection.release();
    } else if (this.#unanswered === 0) this.#connection.end('storage_error');
    else this.#connection.hold();
  }

  #completion(command: Command, opId: number): void {
    const operation = this.#completed(command, opId);
    const { manners } = this.#rules;
    if (operation === 'foreign') {
      if (command.row.peerCompletes && this.#ours.issued(opId)) this.#hooks.ignored(command.name, opId);
      else this.#refuse(manners.foreign('cmp'), command.name, opId, 'not for this side');
    } else if (operation === undefined) this.#mistake(manners.stray, command.name, opId);
    else {
      const act = this.#parts.completions[operation as FromPeer<T>];
      if (act) void this.#complete(act, command, opId);
    }
  }

  /** Closes an operation of the peer; returns which one it was. */
  #completed(command: Command, opId: number): string | undefined {
    const open = this.#open.get(opId);
    if (open) {
      const fits =
        open.command.operation === command.operation ||
        this.#rules.completionAliases.get(command.name) === open.command.operation;
      if (fits ? !open.answered : command.row.by !== 'us') return undefined;
      if (!fits) return 'foreign';
      this.#open.delete(opId);
      return open.command.operation;
    }
    if (command.row.by === 'us') return 'foreign';
    return this.#recover(opId) ? command.operation : undefined;
  }

  async #complete(act: (call: PeerCall) => Returned<void>, command: Command, opId: number): Promise<void> {
    try {
      await act({ opId, last: this.#last, done: this.done });
    } catch (cause) {
      // The peer is finished with it; what it has caused so far stays, and a resume cannot bring the completion back.
      this.#hooks.failed(cause, command.name, opId);
      this.#connection.end('storage_error');
    }
  }

  /** Whether an id of the time before the resume may be used, once. */
  #recover(opId: number): boolean {
    const recovered = this.#recovered;
    const { from, to, used } = recovered;
    if (opId <= from || opId > to || used.has(opId)) return false;
    if (!this.#rules.manners.reissuedInOrder) used.add(opId);
    else if (this.#last > to) return false;
    else recovered.from = opId;
    return true;
  }

  /** After a resume old operations count as open until the peer has gone on to a new one and got its answer. */
  #caughtUp(): boolean {
    const { from, to } = this.#recovered;
    return from === to || this.#last > to;
  }

  async #complaint(opId: number, fields: Envelope['fields']): Promise<void> {
    const { badError } = this.#rules.manners;
    const number = fields.code ?? (badError === undefined ? undefined : fields.rc);
    const code = typeof number === 'number' ? number : UNKNOWN_CODE;
    const text = typeof fields.message === 'string' ? fields.message : '';
    if (badError !== undefined && (code === UNKNOWN_CODE || code === 0 || text === '')) {
      this.#refuse(badError, 'error', opId, 'an error needs a code and a message');
      return;
    }
    const open = this.#open.get(opId);
    if (open?.answered) this.#open.delete(opId);
    const ours = this.#ours.nameOf(opId);
    if (ours) {
      this.#hooks.complained(code, text, ours, opId);
      await this.#ours.refused(opId, { code, text });
    } else if (open) this.#hooks.complained(code, text, open.command.operation, opId);
    else this.#hooks.ignored('error', opId);
    this.#send('errorAck', this.#rules.frames.bare('errorAck', opId));
  }

  /** Answers with an error; the id counts as used, the connection stays (BSSCI 5.3, 5.4). */
  #refuse(code: number, command: string, opId: number, text: string): void {
    if (opId > this.#last) this.#last = opId;
    const open = this.#open.get(opId);
    if (open && !open.answered && open.command.name === command) this.#open.delete(opId);
    this.#hooks.refused(code, command, opId, text);
    this.#send('error', this.#rules.frames.error(opId, code, text));
  }

  /** An id that fits nothing; it does not count as used. `first`: in the first request of this connection. */
  #mistake({ code, closes }: Answer, command: string, opId: number, first = false): void {
    this.#hooks.refused(code, command, opId, OUT_OF_ORDER);
    if (closes) this.#hooks.sequenceError(first);
    this.#send('error', this.#rules.frames.error(opId, code, OUT_OF_ORDER));
    if (closes) this.#connection.end('protocol_error');
  }

  #send(command: string, frame: Buffer): void {
    this.#hooks.frame(command, 'out');
    this.#connection.send(frame);
  }
}

/** Ids of the peer's operations are above zero, of ours below; whoever answers repeats the id. */
function signFits({ row, role }: Command, opId: number): boolean {
  const ours = row.by === 'us' || (row.by === 'either' && role === 'rsp');
  return ours ? opId < 0 : opId > 0;
}
