import { background, impossible } from '../kit/background.ts';
import type { Connection } from './connection.ts';
import type { ErrorPolicy } from './error-policy.ts';
import { Posix, ProtocolError } from './errors.ts';
import type { Frames } from './frames.ts';
import type { Command } from './operations.ts';
import type { Fields } from './reader.ts';

/** How far an operation of a group is: it waits for its answer, its answer is being stored, it is over. */
const OPEN = 0;
const BUSY = 1;
const OVER = 2;

export interface OwnGroupsOptions {
  readonly rules: { readonly frames: Frames; readonly errorPolicy: ErrorPolicy };
  readonly connection: Pick<Connection, 'send'>;
  readonly refusals: object;
  /** The peer has taken over operations of groups: resolves when that is stored. */
  taken?(opIds: readonly number[]): Promise<void>;
  readonly hooks: {
    frame(command: string, direction: 'out', count?: number): void;
    failed(cause: unknown, command: string, opId: number): void;
  };
  monotonic(): number;
}

/** Operations whose ids fall by one. */
interface Group {
  readonly first: number;
  /** When it was sent, monotonic milliseconds. */
  readonly since: number;
  readonly commands: readonly Command[];
  readonly states: Uint8Array;
  /** Those that are not over. */
  left: number;
  readonly settled: () => void;
}

type Refusal = ((refusal: { code: number; text: string }, opId: number) => unknown) | undefined;

/**
 * Operations of ours that were sent in groups. None has a promise or an object of its own: a thousand per peer that wait for their
 * answers would be moved about by every collection of the young. Answers are stored together: while one write is under way, those that
 * come are collected for the next.
 */
export class OwnGroups {
  readonly #options: OwnGroupsOptions;
  readonly #refuse: (code: number, command: string, opId: number, text: string) => void;
  /** By falling ids, each with something that is not over. */
  #groups: Group[] = [];
  #waiting = 0;
  /** Answered, and not on their way to the store. */
  #taken: number[] = [];
  #storing = false;

  constructor(options: OwnGroupsOptions, refuse: (code: number, command: string, opId: number, text: string) => void) {
    this.#options = options;
    this.#refuse = refuse;
  }

  /** Operations that are not over. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Command of an open operation. */
  nameOf(opId: number): string | undefined {
    const group = this.#find(opId);
    return group && group.states[group.first - opId] !== OVER ? commandOf(group, opId).operation : undefined;
  }

  /** Groups come by falling ids. */
  add(first: number, commands: readonly Command[], settled: () => void): void {
    if (commands.length === 0) return;
    const states = new Uint8Array(commands.length);
    const since = this.#options.monotonic();
    this.#groups.push({ first, since, commands, states, left: commands.length, settled });
    this.#waiting += commands.length;
  }

  /** @returns false when no operation under this id waits for an answer */
  answered(command: Command, opId: number, fields: Fields): boolean {
    const group = this.#find(opId);
    if (group?.states[group.first - opId] !== OPEN) return false;
    const problem = this.#problem(commandOf(group, opId), command, fields);
    if (problem) {
      this.#refuse(Posix.protocol, command.name, opId, problem.text);
      if (problem.ends) background(this.refused(opId, { code: Posix.protocol, text: problem.text }), impossible);
      return true;
    }
    group.states[group.first - opId] = BUSY;
    this.#taken.push(opId);
    if (!this.#storing) {
      this.#storing = true;
      background(this.#store(), impossible);
    }
    return true;
  }

  /** The peer sent an error in place of its answer. Never rejects. */
  async refused(opId: number, refusal: { code: number; text: string }): Promise<void> {
    const group = this.#find(opId);
    if (group?.states[group.first - opId] !== OPEN) return;
    group.states[group.first - opId] = BUSY;
    const { operation } = commandOf(group, opId);
    try {
      const { refusals } = this.#options;
      await (refusals as Record<string, Refusal>)[operation]?.(refusal, opId);
    } catch (cause) {
      this.#failed(cause, [opId]);
      return;
    }
    this.#end([opId]);
  }

  /** Takes those out that were sent at or before this time (monotonic milliseconds) and have no answer. */
  takeOverdue(sentBy: number): { readonly command: Command; readonly opId: number; readonly since: number }[] {
    const found: { command: Command; opId: number; since: number }[] = [];
    for (const { since, first, commands, states } of this.#groups) {
      if (since > sentBy) break;
      for (const [at, command] of commands.entries())
        if (states[at] === OPEN) found.push({ command, opId: first - at, since });
    }
    this.#end(found.map(({ opId }) => opId));
    return found;
  }

  lost(): void {
    this.#groups = [];
    this.#waiting = 0;
  }

  /** Stores what was taken, those of one turn together; only then the peer may forget them. */
  async #store(): Promise<void> {
    await Promise.resolve();
    while (this.#taken.length > 0) {
      const opIds = this.#taken;
      this.#taken = [];
      try {
        await this.#options.taken?.(opIds);
      } catch (cause) {
        // They stay open and stored: the next resume repeats them.
        this.#failed(cause, opIds);
        continue;
      }
      this.#complete(opIds);
      this.#end(opIds);
    }
    this.#storing = false;
  }

  #failed(cause: unknown, opIds: readonly number[]): void {
    const [first = 0] = opIds;
    this.#options.hooks.failed(cause, this.nameOf(first) ?? '', first);
    for (const opId of opIds) {
      const group = this.#find(opId);
      if (group) group.states[group.first - opId] = OPEN;
    }
  }

  #complete(opIds: readonly number[]): void {
    const { connection, hooks, rules } = this.#options;
    const named = Map.groupBy(opIds, opId => this.#completionOf(opId));
    for (const [name, ofName] of named) {
      if (name === undefined) continue;
      hooks.frame(name, 'out', ofName.length);
      connection.send(rules.frames.bares(name, ofName));
    }
  }

  /** Undefined when the connection was lost meanwhile. */
  #completionOf(opId: number): string | undefined {
    const group = this.#find(opId);
    if (!group) return undefined;
    const { operation, row } = commandOf(group, opId);
    return row.names?.cmp ?? `${operation}Cmp`;
  }

  #end(opIds: readonly number[]): void {
    const told = new Set<() => void>();
    for (const opId of opIds) {
      const group = this.#find(opId);
      if (!group) continue;
      group.states[group.first - opId] = OVER;
      group.left--;
      this.#waiting--;
      if (group.left === 0) this.#groups.splice(this.#groups.indexOf(group), 1);
      told.add(group.settled);
    }
    for (const settled of told) settled();
  }

  #problem(expected: Command, command: Command, fields: Fields): { text: string; ends: boolean } | undefined {
    if (expected.operation !== command.operation) {
      const ends = this.#options.rules.errorPolicy.wrongAnswer === 'fails';
      return { text: 'answers another operation', ends };
    }
    try {
      command.row.rsp.read(fields);
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause;
      return { text: cause.message, ends: true };
    }
    return undefined;
  }

  #find(opId: number): Group | undefined {
    const groups = this.#groups;
    let low = 0;
    let high = groups.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = groups[middle];
      if (!group) return undefined;
      if (opId > group.first) high = middle - 1;
      else if (opId <= group.first - group.commands.length) low = middle + 1;
      else return group;
    }
    return undefined;
  }
}

function commandOf(group: Group, opId: number): Command {
  const command = group.commands[group.first - opId];
  if (!command) throw new Error('no such operation in this group');
  return command;
}
