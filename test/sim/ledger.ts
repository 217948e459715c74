/** What the program was asked for and has acknowledged, as whoever asked it knows: what a disk may not lose, nor make twice. */

/** Something with a name of its own: there once when it was acknowledged, at most once when it was asked for. */
export interface Thing {
  acknowledged: boolean;
}

/** A number that only grows. */
export interface Cursor {
  asked: number;
  acknowledged: number;
}

/** Something that has one value: the last one acknowledged, or one of those that were asked for since. */
export interface Value {
  acknowledged: string;
  asked: string[];
}

export const THINGS = ['uplink', 'downlink', 'endpoint', 'user', 'manufacturer', 'rule', 'snapshot'] as const;
export type ThingKind = (typeof THINGS)[number];
export const CURSORS = ['integration log', 'integration events', 'center', 'rules'] as const;
export type CursorName = (typeof CURSORS)[number];

export class Ledger {
  readonly things: Readonly<Record<ThingKind, Map<string, Thing>>>;
  readonly cursors: Readonly<Record<CursorName, Cursor>>;
  /** Descriptions of endpoints, by their names on the wire. */
  readonly values = new Map<string, Value>();
  /** Telegrams by their place in the log, as a reader has seen them. */
  readonly log = new Map<number, string>();
  /** Stations whose report of a telegram was acknowledged. */
  readonly receptions = new Map<string, Set<number>>();
  /** How downlinks have ended, by their ids. */
  readonly fates = new Map<string, Value>();
  /** Ids that were given to downlinks. */
  readonly queIds = new Map<string, number>();
  /** First results of calls that may be repeated, by their keys. */
  readonly results = new Map<string, string>();
  acknowledgements = 0;

  constructor() {
    this.things = Object.fromEntries(THINGS.map(kind => [kind, new Map()])) as unknown as Ledger['things'];
    this.cursors = Object.fromEntries(
      CURSORS.map(name => [name, { asked: 0, acknowledged: 0 }]),
    ) as unknown as Ledger['cursors'];
  }

  asked(kind: ThingKind, name: string): void {
    if (!this.things[kind].has(name)) this.things[kind].set(name, { acknowledged: false });
  }

  acknowledged(kind: ThingKind, name: string): void {
    this.things[kind].set(name, { acknowledged: true });
    this.acknowledgements++;
  }

  askedFor(name: CursorName, place: number): void {
    const cursor = this.cursors[name];
    cursor.asked = Math.max(cursor.asked, place);
  }

  reached(name: CursorName, place: number): void {
    const cursor = this.cursors[name];
    cursor.acknowledged = Math.max(cursor.acknowledged, place);
    this.acknowledgements++;
  }
}

/** A value is asked for. @returns called when it was acknowledged */
export function asking(values: Map<string, Value>, name: string, value: string): () => void {
  const found = values.get(name) ?? { acknowledged: '', asked: [] };
  values.set(name, found);
  found.asked.push(value);
  return () => {
    // What was asked for before it, and has no answer, came before it or failed.
    const at = found.asked.lastIndexOf(value);
    found.acknowledged = value;
    if (at >= 0) found.asked.splice(0, at + 1);
  };
}
