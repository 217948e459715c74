import type { Entry } from './center-journal.ts';

interface Known {
  readonly telegram: string;
  connection: number;
  completed: boolean;
}

/** What must not be in the journal of an application center. */
export interface CenterFaults {
  /** Operations of one telegram: a second id for what has one. */
  doubled: number;
  /** The same id with another content. */
  changed: number;
  /** The same id twice over one connection. */
  repeatedWithoutResume: number;
  /** Sent again although the center had the completion. */
  repeatedAfterCompletion: number;
  /** Ids of one connection that do not fall. */
  disordered: number;
}

/** Follows one application center through its journal. */
export class CenterLedger {
  readonly faults: CenterFaults = {
    doubled: 0,
    changed: 0,
    repeatedWithoutResume: 0,
    repeatedAfterCompletion: 0,
    disordered: 0,
  };
  /** Telegrams in the order of their first arrival. */
  readonly order: string[] = [];
  readonly telegrams = new Set<string>();
  newSessions = 0;
  resumed = 0;
  /** Operations that came again. */
  repeated = 0;
  /** Operations of the present connection that have no completion yet. */
  open = 0;
  #operations = new Map<number, Known>();
  #connection = 0;
  #lowest = 0;

  add(entries: Iterable<Entry>): void {
    for (const entry of entries) {
      if (entry.kind === 'session') this.#session(entry.resumed);
      else if (entry.kind === 'completion') this.#completion(entry.opId);
      else if (entry.telegram !== 'ping') this.#arrival(entry.opId, entry.telegram);
    }
  }

  #session(resumed: boolean): void {
    this.#connection++;
    this.#lowest = 0;
    // A completion that was lost with its connection does not come again, unless its operation does.
    this.open = 0;
    if (resumed) this.resumed++;
    else {
      this.newSessions++;
      this.#operations = new Map();
    }
  }

  #completion(opId: number): void {
    const known = this.#operations.get(opId);
    if (!known || known.connection !== this.#connection) return;
    known.completed = true;
    this.open--;
  }

  #arrival(opId: number, telegram: string): void {
    const { faults } = this;
    if (opId >= this.#lowest) faults.disordered++;
    this.#lowest = opId;
    this.open++;
    const known = this.#operations.get(opId);
    if (known) {
      this.repeated++;
      if (known.telegram !== telegram) faults.changed++;
      if (known.connection === this.#connection) faults.repeatedWithoutResume++;
      if (known.completed) faults.repeatedAfterCompletion++;
      known.connection = this.#connection;
      return;
    }
    this.#operations.set(opId, { telegram, connection: this.#connection, completed: false });
    // The status of an endpoint has no name of its own.
    if (!telegram.includes(':')) return;
    if (this.telegrams.has(telegram)) faults.doubled++;
    this.telegrams.add(telegram);
    this.order.push(telegram);
  }
}
