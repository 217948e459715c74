import type { Connection } from './connection.ts';
import { Posix, ProtocolError } from './errors.ts';
import type { Frames } from './frames.ts';
import type { Manners } from './manners.ts';
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

interface Ours {
  readonly command: Command;
  readonly opId: number;
  readonly since: number;
  readonly settle: (outcome: Outcome<unknown>) => void;
  late: boolean;
  /** Its answer is being stored. */
  busy: boolean;
}

/** An operation that has its id and waits for those with earlier ids. */
interface Ready {
  readonly command: Command;
  readonly message: unknown;
  readonly sent: (outcome: Promise<Outcome<unknown>>) => void;
}

type Reaction = ((value: unknown, opId: number) => unknown) | undefined;

export interface OursParts {
  readonly rules: {
    readonly table: OperationTable;
    readonly commands: ReadonlyMap<string, Command>;
    readonly frames: Frames;
    readonly manners: Manners;
  };
  readonly connection: Pick<Connection, 'send'>;
  readonly answers: object;
  readonly refusals: object;
  readonly hooks: {
    frame(command: string, direction: 'out'): void;
    late(command: string, opId: number): void;
    failed(cause: unknown, command: string, opId: number): void;
    ignored(command: string, opId: number): void;
  };
  monotonic(): number;
}

/** The operations we start: ids below zero, answers, completions, time limits (BSSCI 5). */
export class OurOperations {
  readonly #parts: OursParts;
  readonly #refuse: (code: number, command: string, opId: number, text: string) => void;
  readonly #open = new Map<number, Ours>();
  readonly #ready = new Map<number, Ready>();
  /** Operations whose id is still on its way. */
  #starting = 0;
  /** The lowest id that was sent, or will never be. */
  #lowest: number;
  #over = false;

  constructor(
    parts: OursParts,
    lowest: number,
    refuse: (code: number, command: string, opId: number, text: string) => void,
  ) {
    this.#parts = parts;
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
    const command = this.#command(name);
    const { promise: outcome, resolve: sent } = Promise.withResolvers<Outcome<unknown>>();
    this.#starting++;
    let opId: number | undefined;
    try {
      opId = await issue();
    } finally {
      this.#starting--;
      if (opId === undefined) this.#leave();
      else this.#place(opId, { command, message, sent });
    }
    return opId === undefined ? undefined : { opId, outcome };
  }

  /** Sends an operation that was stored under this id, once: it may have been repeated already. */
  order(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    const { promise, resolve: sent } = Promise.withResolvers<Outcome<unknown>>();
    this.#place(opId, { command: this.#command(name), message, sent });
    return promise;
  }

  repeat(name: string, opId: number, message: unknown): Promise<Outcome<unknown>> {
    return this.#send(this.#command(name), opId, message);
  }

  async answered(command: Command, opId: number, fields: Fields): Promise<void> {
    const ours = this.#open.get(opId);
    const { lateResponse, stray } = this.#parts.rules.manners;
    // An answer is taken once, also while it is still being stored what the first one meant (SCACI 5.4, check 7).
    if (lateResponse === 'stray' && (!ours || ours.busy)) {
      this.#refuse(stray.code, command.name, opId, 'no such answer is awaited');
      return;
    }
    if (!ours) {
      // A repeated or very late answer: its completion got lost, or we have given up on it (BSSCI 5.3).
      this.#parts.hooks.ignored(command.name, opId);
      this.#complete(command, opId);
      return;
    }
    if (ours.busy) return;
    if (ours.command.operation !== command.operation) {
      if (this.#parts.rules.manners.wrongAnswer === 'ignored') {
        this.#refuse(Posix.protocol, command.name, opId, 'answers another operation');
        return;
      }
      await this.#mismatch(ours, command, 'answers another operation');
      return;
    }
    let response: unknown;
    try {
      response = command.row.rsp.read(fields);
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause;
      await this.#mismatch(ours, command, cause.message);
      return;
    }
    const { answers } = this.#parts;
    const react = (answers as Record<string, Reaction>)[command.operation];
    if (!(await this.#react(ours, react, response))) return;
    this.#complete(command, opId);
    ours.settle({ kind: 'answered', response });
  }

  /** The peer sent an error in place of its answer. */
  async refused(opId: number, refusal: { code: number; text: string }): Promise<void> {
    const ours = this.#open.get(opId);
    if (!ours || ours.busy) return;
    const { refusals } = this.#parts;
    const react = (refusals as Record<string, Reaction>)[ours.command.operation];
    if (await this.#react(ours, react, refusal)) ours.settle({ kind: 'refused', ...refusal });
  }

  tick(answerMs: number): void {
    const now = this.#parts.monotonic();
    for (const ours of this.#open.values()) {
      if (ours.late || now - ours.since < answerMs) continue;
      ours.late = true;
      ours.settle({ kind: 'late' });
      // One that is never repeated is not waited for any longer; its answer is completed whenever it comes.
      if (!ours.command.row.held) this.#open.delete(ours.opId);
      this.#parts.hooks.late(ours.command.operation, ours.opId);
    }
  }

  lost(): void {
    this.#over = true;
    for (const ours of this.#open.values()) ours.settle({ kind: 'lost' });
    this.#open.clear();
    for (const { sent } of this.#ready.values()) sent(Promise.resolve({ kind: 'lost' }));
    this.#ready.clear();
  }

  async #mismatch(ours: Ours, command: Command, text: string): Promise<void> {
    this.#refuse(Posix.protocol, command.name, ours.opId, text);
    await this.refused(ours.opId, { code: Posix.protocol, text });
  }

  /** Stores what an answer means; only then the peer may forget the operation. */
  async #react(ours: Ours, react: Reaction, value: unknown): Promise<boolean> {
    ours.busy = true;
    try {
      if (react) await react(value, ours.opId);
    } catch (cause) {
      // It stays open and stored: the next resume repeats it.
      this.#parts.hooks.failed(cause, ours.command.operation, ours.opId);
      ours.busy = false;
      return false;
    }
    this.#open.delete(ours.opId);
    return true;
  }

  #place(opId: number, ready: Ready): void {
    if (this.#over || opId >= this.#lowest) {
      ready.sent(Promise.resolve({ kind: 'lost' }));
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
      next.sent(this.#send(next.command, opId, next.message));
    }
  }

  #send(command: Command, opId: number, message: unknown): Promise<Outcome<unknown>> {
    if (opId < this.#lowest) this.#lowest = opId;
    if (this.#over) return Promise.resolve({ kind: 'lost' });
    const { rules, connection, hooks, monotonic } = this.#parts;
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
    this.#parts.hooks.frame(name, 'out');
    this.#parts.connection.send(this.#parts.rules.frames.bare(name, opId));
  }

  #command(name: string): Command {
    const command = this.#parts.rules.commands.get(name);
    if (!command) throw new Error(`no operation ${name}`);
    return command;
  }
}
