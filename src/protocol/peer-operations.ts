import { background } from '../kit/background.ts';
import type { Connection } from './connection.ts';
import type { Answer, ErrorPolicy } from './error-policy.ts';
import { Posix, ProtocolError } from './errors.ts';
import type { Frames } from './frames.ts';
import { type OpenOperation, OpenOperations } from './open-operations.ts';
import type { Command } from './operations.ts';
import type { Fields } from './reader.ts';

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

/** How far the peer had come in a session that goes on. */
export interface PeerState {
  readonly last: number;
  readonly done: number;
}

/** A request that was executed before: what it was answered with, and whether that was completed. */
export interface ExecutedRequest {
  readonly operation: string;
  readonly error?: { readonly code: number; readonly text: string } | undefined;
  readonly response?: object | undefined;
  readonly completed?: boolean | undefined;
}

export interface PeerOperationsOptions {
  readonly rules: {
    readonly completionAliases: ReadonlyMap<string, string>;
    readonly openOperations: number;
    readonly frames: Frames;
    readonly errorPolicy: ErrorPolicy;
  };
  readonly connection: Pick<Connection, 'send' | 'close' | 'end' | 'hold' | 'release'>;
  readonly state: PeerState;
  readonly handlers: object;
  readonly completions: object;
  readonly hooks: {
    frame(command: string, direction: 'out'): void;
    malformed?(command: string, opId: number, fields: Fields): void;
    failed(cause: unknown, command: string, opId: number): void;
  };
  /** What became of a request of the time before the resume; undefined: it was never executed. */
  recall?(opId: number): ExecutedRequest | undefined;
  /** Stores that a request was refused as it stands: its id is used all the same. The answer waits for it. */
  turnedDown?(opId: number, operation: string, error: ProtocolError): Promise<void>;
}

/** Stands among the open operations for every command that no table knows: peers can make up many. */
const UNKNOWN = 'unknown';
const NOT_STORED = 'not stored';

/** What is sent for a mistake of the peer. */
export interface ErrorReplies {
  refuse(code: number, command: string, opId: number, text: string): void;
  /** @param first in the first request of this connection */
  mistake(answer: Answer, command: string, opId: number, first?: boolean): void;
}

type AnyHandler = (message: unknown, call: PeerCall) => unknown;
type AnyCompletion = (call: PeerCall) => unknown;

/** The operations the peer starts: ids above zero, answers, completions, what it may repeat after a resume (BSSCI 5, SCACI 5). */
export class PeerOperations {
  readonly #options: PeerOperationsOptions;
  readonly #replies: ErrorReplies;
  readonly #open = new OpenOperations();
  /** Ids of the time before a resume that may be used once more. */
  readonly #recovered: { from: number; readonly to: number; readonly used: Set<number> };
  /** Operations of the time before the resume that were completed on this connection. */
  readonly #completedLate = new Set<number>();
  #last: number;
  #done: number;
  #unanswered = 0;
  #requests = 0;
  #storeFailed = false;
  /** Called when an answer could not be made; made once, for no message may cost a closure. */
  readonly #broken = (cause: unknown): void => this.#options.hooks.failed(cause, 'answer', 0);

  constructor(options: PeerOperationsOptions, replies: ErrorReplies) {
    this.#options = options;
    this.#replies = replies;
    const { last, done } = options.state;
    this.#last = last;
    this.#done = done;
    this.#recovered = { from: done, to: last, used: new Set() };
  }

  /** Highest id the peer has used in this session. */
  get last(): number {
    return this.#last;
  }

  /** Every operation of the peer up to this id is closed. */
  get done(): number {
    const { oldest } = this.#open;
    const below = oldest ? oldest.opId - 1 : this.#last;
    if (below > this.#done && this.#caughtUp()) this.#done = below;
    return this.#done;
  }

  /** Requests that have no answer yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** Nothing can be stored: the connection is about to end, and nothing is taken any more. */
  get storeFailed(): boolean {
    return this.#storeFailed;
  }

  /** The id counts as used, though nothing came of it. */
  use(opId: number): void {
    if (opId > this.#last) this.#last = opId;
  }

  /** Whether a request may have this id, which counts as used then; if not, the peer gets an error. */
  admits(command: string, opId: number): boolean {
    const first = this.#requests++ === 0;
    if (opId > this.#last) this.#last = opId;
    else if (this.#open.find(opId) || !this.#recover(opId)) {
      this.#replies.mistake(this.#options.rules.errorPolicy.request, command, opId, first);
      return false;
    }
    return true;
  }

  request(command: Command, opId: number, fields: Fields): void {
    const { errorPolicy } = this.#options.rules;
    const old = opId <= this.#last;
    const open = errorPolicy.repeats && old ? this.#open.find(opId) : undefined;
    if (open?.command === command) {
      this.#requests++;
      if (open.answered) this.#answer(command, opId, open.response);
      return;
    }
    if (!this.admits(command.name, opId)) return;
    if (old && this.#recalled(command, opId)) return;
    let message: unknown;
    try {
      message = command.row.req.read(fields);
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause;
      const error = new ProtocolError(errorPolicy.field(cause), cause.message);
      this.#options.hooks.malformed?.(command.name, opId, fields);
      background(this.#turnDown(command.name, command.operation, opId, error), this.#broken);
      return;
    }
    this.#perform(command, opId, message);
  }

  /** A request that no table knows: its id has to fit like any other. */
  unknown(name: string, opId: number, error: ProtocolError): void {
    const old = opId <= this.#last;
    if (!this.admits(name, opId)) return;
    const before = old ? this.#options.recall?.(opId) : undefined;
    if (!before) background(this.#turnDown(name, UNKNOWN, opId, error), this.#broken);
    else if (before.operation === UNKNOWN) this.#replies.refuse(error.code, name, opId, error.message);
    else this.#otherCommand(name, opId);
  }

  /**
   * A completion.
   * @returns whether it was of an operation of ours, which only we may complete
   */
  completion(command: Command, opId: number): 'foreign' | undefined {
    const operation = this.#completed(command, opId);
    if (operation === 'foreign') return operation;
    if (operation === undefined) this.#replies.mistake(this.#options.rules.errorPolicy.stray, command.name, opId);
    else {
      const act = (this.#options.completions as Record<string, AnyCompletion | undefined>)[operation];
      if (act) background(this.#complete(act, command, opId), this.#broken);
    }
    return undefined;
  }

  /** A request was answered with an error: it is over. */
  refused(opId: number, command: string): void {
    const open = this.#open.find(opId);
    if (open && !open.answered && open.command.name === command) this.#open.remove(open);
  }

  /** The peer sent an error for an operation of its own. @returns which one it was */
  complained(opId: number): string | undefined {
    const open = this.#open.find(opId);
    if (open?.answered) this.#open.remove(open);
    return open?.command.operation;
  }

  #perform(command: Command, opId: number, message: unknown): void {
    const { rules, connection, handlers } = this.#options;
    const operation: OpenOperation = { opId, command, answered: false, response: undefined };
    this.#open.add(operation);
    if (this.#open.size > rules.openOperations * UNCOMPLETED_FACTOR) {
      connection.close('protocol_error');
      return;
    }
    this.#begun();
    const handler = (handlers as Record<string, AnyHandler>)[command.operation] as AnyHandler;
    try {
      const response = handler(message, { opId, last: this.#last, done: this.done });
      if (response instanceof Promise) background(this.#finish(operation, opId, response), this.#broken);
      else this.#handled(operation, opId, response);
    } catch (cause) {
      this.#failed(operation, opId, cause);
    }
  }

  /** A request of the time before the resume that had its effect gets its answer again, and no second effect. */
  #recalled(command: Command, opId: number): boolean {
    const before = this.#options.recall?.(opId);
    if (!before) return false;
    const { error, response = {} } = before;
    if (before.operation !== command.operation) this.#otherCommand(command.name, opId);
    else if (error) this.#replies.refuse(error.code, command.name, opId, error.text);
    else {
      this.#open.add({ opId, command, answered: true, response });
      this.#answer(command, opId, response);
    }
    return true;
  }

  #otherCommand(name: string, opId: number): void {
    this.#replies.refuse(this.#options.rules.errorPolicy.stray.code, name, opId, 'another operation had this id');
  }

  /** After a crash the peer may rely on our knowing that the id is used, so the answer does not leave before (SCACI 11). */
  async #turnDown(name: string, operation: string, opId: number, error: ProtocolError): Promise<void> {
    const { turnedDown, hooks } = this.#options;
    if (!turnedDown) {
      this.#replies.refuse(error.code, name, opId, error.message);
      return;
    }
    this.#begun();
    try {
      await turnedDown(opId, operation, error);
      this.#replies.refuse(error.code, name, opId, error.message);
    } catch (cause) {
      hooks.failed(cause, name, opId);
      this.#replies.refuse(Posix.io, name, opId, NOT_STORED);
    }
    this.#settled();
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
    const { rules, hooks, connection } = this.#options;
    const bare = row.rsp.names.length === 0;
    hooks.frame(name, 'out');
    connection.send(bare ? rules.frames.bare(name, opId) : rules.frames.message(name, opId, row.rsp, response));
  }

  #failed(operation: OpenOperation, opId: number, cause: unknown): void {
    const { command } = operation;
    if (cause instanceof ProtocolError) this.#replies.refuse(cause.code, command.name, opId, cause.message);
    else {
      this.#options.hooks.failed(cause, command.name, opId);
      if (command.row.silentOnFailure) this.#storeFailed = true;
      else this.#replies.refuse(Posix.io, command.name, opId, NOT_STORED);
    }
    this.#settled();
  }

  #begun(): void {
    const { rules, connection } = this.#options;
    this.#unanswered++;
    if (this.#unanswered >= rules.openOperations) connection.hold();
  }

  /** One request fewer is unanswered. */
  #settled(): void {
    this.#unanswered--;
    const { rules, connection } = this.#options;
    if (!this.#storeFailed) {
      if (this.#unanswered < rules.openOperations) connection.release();
    } else if (this.#unanswered === 0) connection.end('storage_error');
    else connection.hold();
  }

  /** Closes an operation of the peer; returns which one it was. */
  #completed(command: Command, opId: number): string | undefined {
    const open = this.#open.find(opId);
    if (open) {
      const fits =
        open.command.operation === command.operation ||
        this.#options.rules.completionAliases.get(command.name) === open.command.operation;
      if (fits ? !open.answered : command.row.by !== 'us') return undefined;
      if (!fits) return 'foreign';
      this.#open.remove(open);
      return open.command.operation;
    }
    if (command.row.by === 'us') return 'foreign';
    return this.#completesLate(command, opId) ? command.operation : undefined;
  }

  /** Whether an operation that was answered before the resume is completed now. */
  #completesLate({ operation }: Command, opId: number): boolean {
    const { recall } = this.#options;
    if (!recall) return this.#recover(opId);
    if (opId > this.#recovered.to || this.#completedLate.has(opId)) return false;
    const before = recall(opId);
    if (before?.operation !== operation || before.error || before.completed) return false;
    this.#completedLate.add(opId);
    return true;
  }

  async #complete(act: AnyCompletion, command: Command, opId: number): Promise<void> {
    try {
      await act({ opId, last: this.#last, done: this.done });
    } catch (cause) {
      // The peer is finished with it; what it has caused so far stays, and a resume cannot bring the completion back.
      this.#options.hooks.failed(cause, command.name, opId);
      this.#options.connection.end('storage_error');
    }
  }

  /** Whether an id of the time before the resume may be used, once. */
  #recover(opId: number): boolean {
    const recovered = this.#recovered;
    const { from, to, used } = recovered;
    if (opId <= from || opId > to || used.has(opId)) return false;
    if (!this.#options.rules.errorPolicy.reissuedInOrder) used.add(opId);
    else if (this.#last > to) return false;
    else recovered.from = opId;
    return true;
  }

  /** After a resume old operations count as open until the peer has gone on to a new one and got its answer. */
  #caughtUp(): boolean {
    const { from, to } = this.#recovered;
    return from === to || this.#last > to;
  }
}
