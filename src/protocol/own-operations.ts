import type { Connection } from './connection.ts';
import type { ErrorPolicy } from './error-policy.ts';
import { Posix, ProtocolError } from './errors.ts';
import type { Frames } from './frames.ts';
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

/** Operations of one kind that leave together, with ids one below the other. */
export interface OperationGroup {
  readonly firstOpId: number;
  readonly messages: readonly unknown[];
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
  readonly command: Command;
  readonly messages: readonly unknown[];
  readonly settle: Settle;
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
    return this.#open.size + this.#starting + this.#ready.size;
  }

  /** Whether this id was given out in this session. */
  issued(opId: number): boolean {
    return opId < 0 && opId >= this.#lowest;
  }

  /** Command of an open operation. */
  nameOf(opId: number): string | undefined {
    return this.#open.get(opId)?.command.operation;
  }

  async start(
    name: string,
    message: unknown,
    issue: () => Promise<number | undefined>,
  ): Promise<Started<unknown> | undefined> {
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome<unknown>>();
    const group = await this.startGroup(name, resolve, async () => {
      const firstOpId = await issue();
      return firstOpId === undefined ? undefined : { firstOpId, messages: [message] };
    });
    return group && { opId: group.firstOpId, outcome };
  }

  /**
   * Starts operations that are stored together.
   * @param settle called once for each of them
   */
  async startGroup<G extends OperationGroup>(
    name: string,
    settle: Settle,
    issue: () => Promise<G | undefined>,
  ): Promise<G | undefined> {
    const command = this.#command(name);
    this.#starting++;
    let group: G | undefined;
    try {
      group = await issue();
    } finally {
      this.#starting--;
      if (group && group.messages.length > 0)
        this.#place(group.firstOpId, { command, messages: group.messages, settle });
      else this.#leave();
    }
    return group;
  }

  /** Sends an operation that was stored under this id, once: it may have been repeated already. */
  order(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    this.#place(opId, { command: this.#command(name), messages: [message], settle: resolve });
    return promise;
  }

  repeat(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    this.#send(this.#command(name), opId, message, resolve);
    return promise;
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
    pending.settle({ kind: 'answered', response }, opId);
  }

  /** The peer sent an error in place of its answer. */
  async refused(opId: number, refusal: { code: number; text: string }): Promise<void> {
    const pending = this.#open.get(opId);
    if (!pending || pending.busy) return;
    const { refusals } = this.#options;
    const react = (refusals as Record<string, Reaction>)[pending.command.operation];
    if (await this.#react(pending, react, refusal)) pending.settle({ kind: 'refused', ...refusal }, opId);
  }

  tick(answerMs: number): void {
    const now = this.#options.monotonic();
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
    for (const [opId, ready] of this.#ready) neverSent(opId, ready);
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
      neverSent(opId, ready);
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
      for (const [index, message] of next.messages.entries()) {
        this.#send(next.command, opId - index, message, next.settle);
      }
    }
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

/** The connection went before they could leave. */
function neverSent(opId: number, { messages, settle }: Ready): void {
  for (const index of messages.keys()) settle({ kind: 'lost' }, opId - index);
}
