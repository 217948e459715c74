import { Posix, ProtocolError } from './errors.ts';
import type { Outgoing } from './frames.ts';
import type { Command, OperationTable } from './operations.ts';
import { OwnGroups, type OwnGroupsOptions } from './own-groups.ts';
import type { Fields } from './reader.ts';

/** How an operation of ours ended. After `late` the answer may still come; `lost`: the connection went first. */
export type Outcome<Rsp> =
  | { readonly kind: 'answered'; readonly response: Rsp }
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  | { readonly kind: 'late' }
  | { readonly kind: 'lost' };

/** An operation that has its id and was handed to the connection. */
export interface StartedOperation<Rsp> {
  readonly opId: number;
  readonly outcome: Promise<Outcome<Rsp>>;
}

/** Operations that are stored under ids that fall by one. */
export interface IssuedGroup {
  readonly first: number;
  readonly messages: readonly Outgoing[];
}

interface Pending {
  readonly command: Command;
  readonly opId: number;
  readonly since: number;
  readonly settle: (outcome: Outcome<unknown>) => void;
  late: boolean;
  /** Its answer is being stored. */
  busy: boolean;
}

/** What has its id and waits for those with earlier ids: an operation, or a group of them. */
interface Ready {
  readonly count: number;
  leave(): void;
  lost(): void;
}

type Reaction = ((value: unknown, opId: number) => unknown) | undefined;

export interface OwnOperationsOptions extends OwnGroupsOptions {
  readonly rules: OwnGroupsOptions['rules'] & {
    readonly table: OperationTable;
    readonly commands: ReadonlyMap<string, Command>;
  };
  readonly answers: object;
  readonly hooks: OwnGroupsOptions['hooks'] & {
    late?(command: string, opId: number): void;
    ignored(command: string, opId: number): void;
  };
}

/** The operations we start: ids below zero, answers, completions, time limits (BSSCI 5). */
export class OwnOperations {
  readonly #options: OwnOperationsOptions;
  readonly #refuse: (code: number, command: string, opId: number, text: string) => void;
  readonly #open = new Map<number, Pending>();
  readonly #ready = new Map<number, Ready>();
  readonly #groups: OwnGroups;
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
    this.#groups = new OwnGroups(options, refuse);
  }

  get waiting(): number {
    let ready = 0;
    for (const { count } of this.#ready.values()) ready += count;
    return this.#open.size + this.#starting + ready + this.#groups.waiting;
  }

  get waitingInGroups(): number {
    return this.#groups.waiting;
  }

  /** Whether this id was given out in this session. */
  issued(opId: number): boolean {
    return opId < 0 && opId >= this.#lowest;
  }

  /** Command of an open operation. */
  nameOf(opId: number): string | undefined {
    return this.#open.get(opId)?.command.operation ?? this.#groups.nameOf(opId);
  }

  async start(
    name: string,
    message: unknown,
    issue: () => Promise<number | undefined>,
  ): Promise<StartedOperation<unknown> | undefined> {
    const command = this.#command(name);
    const { promise: outcome, resolve: sent } = Promise.withResolvers<Outcome<unknown>>();
    const opId = await this.#starts(issue, id => this.#place(id, this.#single(command, id, message, sent)));
    return opId === undefined ? undefined : { opId, outcome };
  }

  /** Starts operations that are stored together: groups as of `orderGroup`, each below the one before. */
  async startGroups<I extends { readonly groups: readonly IssuedGroup[] }>(
    settled: () => void,
    issue: () => Promise<I | undefined>,
  ): Promise<I | undefined> {
    return this.#starts(issue, ({ groups }) => {
      for (const { first, messages } of groups) this.orderGroup(first, messages, settled);
      if (groups.length === 0) this.#leave();
    });
  }

  /** Sends an operation that was stored under this id, once: it may have been repeated already. */
  order(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    const { promise, resolve: sent } = Promise.withResolvers<Outcome<unknown>>();
    this.#place(opId, this.#single(this.#command(name), opId, message, sent));
    return promise;
  }

  /**
   * Sends operations that were stored under ids that fall by one, in one piece. Their answers are stored together, by `taken`, and
   * are not waited for one by one: a thousand that are open cost a few bytes each.
   * @param settled called whenever fewer of them wait
   */
  orderGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    const leave = () => this.#sendGroup(first, messages, settled);
    this.#place(first, { count: messages.length, leave, lost: () => undefined });
  }

  /** The same for a group of the time before the resume. */
  repeatGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    this.#sendGroup(first, messages, settled);
  }

  /** @returns false when there is no open operation of a group under this id */
  answeredGrouped(command: Command, opId: number, fields: Fields): boolean {
    return this.#groups.answered(command, opId, fields);
  }

  repeat(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    return this.#send(this.#command(name), opId, message);
  }

  async answered(command: Command, opId: number, fields: Fields): Promise<void> {
    const pending = this.#open.get(opId);
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
    pending.settle({ kind: 'answered', response });
  }

  /** The peer sent an error in place of its answer. */
  async refused(opId: number, refusal: { code: number; text: string }): Promise<void> {
    const pending = this.#open.get(opId);
    if (!pending) return await this.#groups.refused(opId, refusal);
    if (pending.busy) return;
    const { refusals } = this.#options;
    const react = (refusals as Record<string, Reaction>)[pending.command.operation];
    if (await this.#react(pending, react, refusal)) pending.settle({ kind: 'refused', ...refusal });
  }

  tick(answerMs: number): void {
    const now = this.#options.monotonic();
    for (const overdue of this.#groups.takeOverdue(now - answerMs)) {
      this.#open.set(overdue.opId, { ...overdue, settle() {}, late: false, busy: false });
    }
    for (const pending of this.#open.values()) {
      if (pending.late || now - pending.since < answerMs) continue;
      pending.late = true;
      pending.settle({ kind: 'late' });
      // One that is never repeated is not waited for any longer; its answer is completed whenever it comes.
      if (!pending.command.row.held) this.#open.delete(pending.opId);
      this.#options.hooks.late?.(pending.command.operation, pending.opId);
    }
  }

  lost(): void {
    this.#over = true;
    for (const pending of this.#open.values()) pending.settle({ kind: 'lost' });
    this.#open.clear();
    for (const ready of this.#ready.values()) ready.lost();
    this.#ready.clear();
    this.#groups.lost();
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
      next.leave();
    }
  }

  /** @param placed called with what was issued, in the turn in which no other start can be overtaken by it any more */
  async #starts<I>(issue: () => Promise<I | undefined>, placed: (issued: I) => void): Promise<I | undefined> {
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

  #single(command: Command, opId: number, message: unknown, sent: (outcome: Promise<Outcome<unknown>>) => void): Ready {
    return {
      count: 1,
      leave: () => sent(this.#send(command, opId, message)),
      lost: () => sent(Promise.resolve({ kind: 'lost' })),
    };
  }

  #sendGroup(first: number, messages: readonly Outgoing[], settled: () => void): void {
    this.#lowest = Math.min(this.#lowest, first - messages.length + 1);
    if (this.#over) return;
    const commands = messages.map(({ command }) => this.#command(command));
    this.#groups.add(first, commands, settled);
    for (const { name } of commands) this.#options.hooks.frame(name, 'out');
    this.#options.connection.send(this.#options.rules.frames.group(first, messages));
  }

  #send(command: Command, opId: number, message: unknown): Promise<Outcome<unknown>> {
    if (opId < this.#lowest) this.#lowest = opId;
    if (this.#over) return Promise.resolve({ kind: 'lost' });
    const { rules, connection, hooks, monotonic } = this.#options;
    const { row, name } = command;
    hooks.frame(name, 'out');
    connection.send(
      row.req.names.length === 0 ? rules.frames.bare(name, opId) : rules.frames.message(name, opId, row.req, message),
    );
    return new Promise(settle => {
      this.#open.set(opId, { command, opId, since: monotonic(), settle, late: false, busy: false });
    });
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
