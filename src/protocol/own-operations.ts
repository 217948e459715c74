import type { Connection } from './connection.ts';
import type { ErrorPolicy } from './error-policy.ts';
import { Posix, ProtocolError } from './errors.ts';
import type { Frames } from './frames.ts';
import { type GroupEnds, OpenGroups } from './open-groups.ts';
import type { Command, OperationTable } from './operations.ts';
import type { Fields } from './reader.ts';

/** How an operation of ours ended. After `late` the answer may still come; `lost`: the connection went first. */
export type Outcome<Rsp> =
  | { readonly kind: 'answered'; readonly response: Rsp }
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'lost' };

/** An operation that has its id and was handed to the connection. */
export interface Started<Rsp> {
  readonly opId: number;
  readonly outcome: Promise<Outcome<Rsp>>;
}

/** Operations of one kind that leave together, with ids one below the other; their answers have no fields. */
export interface OperationGroup {
  readonly firstOpId: number;
  readonly count: number;
  /** The frames of all of them, as one piece. */
  readonly frames: Buffer;
}

type Settle = (outcome: Outcome<unknown>, opId: number) => void;

interface Pending {
  readonly command: Command;
  readonly opId: number;
  readonly since: number;
  readonly settle: Settle;
  late: boolean;
  /** Its answer is being stored. */
  busy: boolean;
}

/** Operations that have their ids and wait for those with earlier ones. */
interface Ready {
  send(): void;
  /** The connection went before they could leave. */
  lost(): void;
}

type Reaction = ((value: unknown, opId: number) => unknown) | undefined;

export interface OwnOperationsOptions {
  readonly rules: {
    readonly table: OperationTable;
    readonly commands: ReadonlyMap<string, Command>;
    readonly frames: Frames;
    readonly errorPolicy: ErrorPolicy;
  };
  readonly connection: Pick<Connection, 'send'>;
  readonly answers: object;
  readonly refusals: object;
  readonly hooks: {
    frame(command: string, direction: 'out'): void;
    late?(command: string, opId: number): void;
    failed(cause: unknown, command: string, opId: number): void;
    ignored(command: string, opId: number): void;
  };
  monotonic(): number;
}

/** The operations we start: ids below zero, answers, completions, time limits (BSSCI 5). */
export class OwnOperations {
  readonly #options: OwnOperationsOptions;
  readonly #refuse: (code: number, command: string, opId: number, text: string) => void;
  readonly #open = new Map<number, Pending>();
  readonly #groups = new OpenGroups();
  readonly #ready = new Map<number, Ready>();
  /** Operations whose id is still on its way. */
  #starting = 0;
  /** The lowest id that was sent, or will never be. */
  #lowest: number;
  #over = false;

  constructor(
    options: OwnOperationsOptions,
    lowest: number,
    refuse: (code: number, command: string, opId: number, text: string) => void,
  ) {
    this.#options = options;
    this.#lowest = lowest;
    this.#refuse = refuse;
  }

  get waiting(): number {
    return this.#open.size + this.#groups.open + this.#starting + this.#ready.size;
  }

  /** Whether this id was given out in this session. */
  issued(opId: number): boolean {
    return opId < 0 && opId >= this.#lowest;
  }

  /** Command of an open operation. */
  nameOf(opId: number): string | undefined {
    return (this.#open.get(opId) ?? this.#groups.find(opId))?.command.operation;
  }

  async start(
    name: string,
    message: unknown,
    issue: () => Promise<number | undefined>,
  ): Promise<Started<unknown> | undefined> {
    const command = this.#command(name);
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome<unknown>>();
    const opId = await this.#whileStarting(issue, id => this.#place(id, this.#single(command, id, message, resolve)));
    return opId === undefined ? undefined : { opId, outcome };
  }

  /** Starts operations that are stored together; undefined when there are none. */
  async startGroup<G extends OperationGroup>(
    name: string,
    ends: GroupEnds,
    issue: () => Promise<G | undefined>,
  ): Promise<G | undefined> {
    const command = this.#command(name);
    return this.#whileStarting(issue, group => {
      if (group.count === 0) this.#leave();
      else this.#place(group.firstOpId, { send: () => this.#sendGroup(command, group, ends), lost() {} });
    });
  }

  /** Sends an operation that was stored under this id, once: it may have been repeated already. */
  order(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    this.#place(opId, this.#single(this.#command(name), opId, message, resolve));
    return promise;
  }

  repeat(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    this.#send(this.#command(name), opId, message, resolve);
    return promise;
  }

  /** @returns whether it is the answer to an operation of a group, and taken */
  answeredInGroup(command: Command, opId: number): boolean {
    const group = this.#groups.find(opId);
    if (!group || group.command.operation !== command.operation) return false;
    this.#groups.close(group, opId);
    group.ends.answered(opId);
    this.#complete(command, opId);
    return true;
  }

  async answered(command: Command, opId: number, fields: Fields): Promise<void> {
    const pending = this.#pending(opId);
    const { lateResponse, stray } = this.#options.rules.errorPolicy;
    // An answer is taken once, also while it is still being stored what the first one meant (SCACI 5.4, check 7).
    if (lateResponse === 'stray' && (!pending || pending.busy)) {
      this.#refuse(stray.code, command.name, opId, 'no such answer is awaited');
      return;
    }
    if (!pending) {
      // A repeated or very late answer: its completion got lost, or we have given up on it (BSSCI 5.3).
      this.#options.hooks.ignored(command.name, opId);
      this.#complete(command, opId);
      return;
    }
    if (pending.busy) return;
    if (pending.command.operation !== command.operation) {
      if (this.#options.rules.errorPolicy.wrongAnswer === 'ignored') {
        this.#refuse(Posix.protocol, command.name, opId, 'answers another operation');
        return;
      }
      await this.#mismatch(pending, command, 'answers another operation');
      return;
    }
    let response: unknown;
    try {
      response = command.row.rsp.read(fields);
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause;
      await this.#mismatch(pending, command, cause.message);
      return;
    }
    const { answers } = this.#options;
    const react = (answers as Record<string, Reaction>)[command.operation];
    if (!(await this.#react(pending, react, response))) return;
    this.#complete(command, opId);
    pending.settle({ kind: 'answered', response }, opId);
  }

  /** The peer sent an error in place of its answer. */
  async refused(opId: number, refusal: { code: number; text: string }): Promise<void> {
    const pending = this.#pending(opId);
    if (!pending || pending.busy) return;
    const { refusals } = this.#options;
    const react = (refusals as Record<string, Reaction>)[pending.command.operation];
    if (await this.#react(pending, react, refusal)) pending.settle({ kind: 'refused', ...refusal }, opId);
  }

  tick(answerMs: number): void {
    const now = this.#options.monotonic();
    for (const opId of this.#groups.sentBefore(now - answerMs)) this.#pending(opId);
    for (const pending of this.#open.values()) {
      if (pending.late || now - pending.since < answerMs) continue;
      pending.late = true;
      pending.settle({ kind: 'late' }, pending.opId);
      // One that is never repeated is not waited for any longer; its answer is completed whenever it comes.
      if (!pending.command.row.held) this.#open.delete(pending.opId);
      this.#options.hooks.late?.(pending.command.operation, pending.opId);
    }
  }

  lost(): void {
    this.#over = true;
    for (const pending of this.#open.values()) pending.settle({ kind: 'lost' }, pending.opId);
    this.#open.clear();
    this.#groups.clear();
    for (const ready of this.#ready.values()) ready.lost();
    this.#ready.clear();
  }

  async #mismatch(pending: Pending, command: Command, text: string): Promise<void> {
    this.#refuse(Posix.protocol, command.name, pending.opId, text);
    await this.refused(pending.opId, { code: Posix.protocol, text });
  }

  /** Stores what an answer means; only then the peer may forget the operation. */
  async #react(pending: Pending, react: Reaction, value: unknown): Promise<boolean> {
    pending.busy = true;
    try {
      if (react) await react(value, pending.opId);
    } catch (cause) {
      // It stays open and stored: the next resume repeats it.
      this.#options.hooks.failed(cause, pending.command.operation, pending.opId);
      pending.busy = false;
      return false;
    }
    this.#open.delete(pending.opId);
    return true;
  }

  #place(opId: number, ready: Ready): void {
    if (this.#over || opId >= this.#lowest) {
      ready.lost();
      return;
    }
    this.#ready.set(opId, ready);
    this.#leave();
  }

  /**
   * The store gives ids one below the other; frames leave in that order, whichever way the ids took to get here (BSSCI 5.3).
   * Only an id that a `start` is waiting for can still come before those that are here: without one, nothing is waited for.
   */
  #leave(): void {
    for (;;) {
      const opId = this.#starting > 0 ? this.#lowest - 1 : Math.max(...this.#ready.keys());
      const next = this.#ready.get(opId);
      if (!next) return;
      this.#ready.delete(opId);
      next.send();
    }
  }

  /** The open operation of this id; one of a group is by itself from now on. */
  #pending(opId: number): Pending | undefined {
    const group = this.#groups.find(opId);
    if (!group) return this.#open.get(opId);
    const { command, since, ends } = group;
    this.#groups.close(group, opId);
    const pending: Pending = { command, opId, since, settle() {}, late: false, busy: false };
    this.#open.set(opId, pending);
    ends.singled(opId);
    return pending;
  }

  /** Calls `placed` in the turn in which no other start can be overtaken any more. */
  async #whileStarting<I>(issue: () => Promise<I | undefined>, placed: (issued: I) => void): Promise<I | undefined> {
    this.#starting++;
    let issued: I | undefined;
    try {
      issued = await issue();
    } finally {
      this.#starting--;
      if (issued === undefined) this.#leave();
      else placed(issued);
    }
    return issued;
  }

  #single(command: Command, opId: number, message: unknown, settle: Settle): Ready {
    return {
      send: () => this.#send(command, opId, message, settle),
      lost: () => settle({ kind: 'lost' }, opId),
    };
  }

  #sendGroup(command: Command, { firstOpId, count, frames }: OperationGroup, ends: GroupEnds): void {
    this.#lowest = Math.min(this.#lowest, firstOpId - count + 1);
    if (this.#over) return;
    const { connection, hooks, monotonic } = this.#options;
    for (let sent = 0; sent < count; sent++) hooks.frame(command.name, 'out');
    connection.send(frames);
    this.#groups.add(command, firstOpId, count, monotonic(), ends);
  }

  #send(command: Command, opId: number, message: unknown, settle: Settle): void {
    if (opId < this.#lowest) this.#lowest = opId;
    if (this.#over) {
      settle({ kind: 'lost' }, opId);
      return;
    }
    const { rules, connection, hooks, monotonic } = this.#options;
    const { row, name } = command;
    hooks.frame(name, 'out');
    connection.send(
      row.req.names.length === 0 ? rules.frames.bare(name, opId) : rules.frames.message(name, opId, row.req, message),
    );
    this.#open.set(opId, { command, opId, since: monotonic(), settle, late: false, busy: false });
  }

  #complete({ operation, row }: Command, opId: number): void {
    const name = row.names?.cmp ?? `${operation}Cmp`;
    this.#options.hooks.frame(name, 'out');
    this.#options.connection.send(this.#options.rules.frames.bare(name, opId));
  }

  #command(name: string): Command {
    const command = this.#options.rules.commands.get(name);
    if (!command) throw new Error(`no operation ${name}`);
    return command;
  }
}
